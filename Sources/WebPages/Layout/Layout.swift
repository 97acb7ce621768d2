import MiniMarkdown

/// A page. Its HTML is created without reading the notebook.
protocol WebPage: Sendable {
  /// The title of the browser's tab.
  var title: String { get }
  var part: SitePart? { get }
  var main: HTML { get }
}

extension WebPage {
  var part: SitePart? { nil }
}

/// The parts of the site that every page links to.
enum SitePart: String, CaseIterable {
  case home, shelf, notes, tags, quotes, review, statistics

  var address: HTML.Address {
    self == .home ? HTML.Address() : HTML.Address(rawValue)
  }

  var name: String {
    switch self {
    case .home: "Reading room"
    case .shelf: "Books"
    case .notes: "Notes"
    case .tags: "Hashtags"
    case .quotes: "Quotes"
    case .review: "Review"
    case .statistics: "Statistics"
    }
  }
}

struct Layout {
  /// The start of every path, such as `/room`.
  let root: String
  let isReadOnly: Bool

  private static let longestTitle = 120

  func document(_ page: any WebPage) -> [UInt8] {
    let body = HTML(.body) {
      HTML(.a, .class("skip"), .href(HTML.Address(fragment: "main"))) { "Skip to the content" }
      HTML(.header, .class("top")) { navigation(page.part) }
      HTML(.main, .set(.id, "main"), .set(.tabindex, -1)) { page.main }
      HTML(.footer, .class("foot")) {
        HTML(.p) {
          isReadOnly ? "Read-only. " : ""
          "Your notebook, on this machine."
        }
      }
    }
    return HTML.document(language: "en", below: root, head: head(page), body: body)
  }

  @HTMLBuilder private func head(_ page: any WebPage) -> HTML {
    HTML(.meta, .set(.charset, "utf-8"))
    HTML(.meta, .set(.name, "viewport"), .set(.content, "width=device-width, initial-scale=1"))
    HTML(.meta, .set(.name, "color-scheme"), .set(.content, "light dark"))
    HTML(.title) {
      page.part == .home
        ? "Commonplace" : "\(Words.short(page.title, Self.longestTitle)) · Commonplace"
    }
    HTML(.link, .set(.rel, "icon"), .href(HTML.Address(Asset.icon.path)))
    HTML(.link, .set(.rel, "stylesheet"), .href(HTML.Address(Asset.style.path)))
    HTML(.script, .src(Asset.script.path), .flag(.defer))
  }

  private func navigation(_ current: SitePart?) -> HTML {
    HTML(.nav, .set(.ariaLabel, "Parts of the notebook")) {
      HTML(.ul) {
        for part in SitePart.allCases {
          HTML(.li) { link(to: part, isCurrent: part == current) }
        }
      }
      HTML(
        .form, .set(.role, "search"), .set(.ariaLabel, "Search"), .set(.method, "get"),
        .action(HTML.Path("search")),
        .class("find")
      ) {
        HTML(.label, .set(.for, "find"), .class("unseen")) { "Search the notebook" }
        HTML(
          .input, .set(.type, "search"), .set(.id, "find"), .set(.name, "q"),
          .set(.placeholder, "Search"), .set(.key, "/"))
      }
    }
  }

  private func link(to part: SitePart, isCurrent: Bool) -> HTML {
    var attributes: [HTML.Attribute] = [.href(part.address)]
    if isCurrent { attributes.append(.set(.ariaCurrent, "page")) }
    return HTML(.a, attributes, HTML(part.name))
  }
}

struct Notice: WebPage {
  var title: String
  var sentences: [String]

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    HTML(.div, .class("notice")) {
      for sentence in sentences where !sentence.isEmpty { HTML(.p) { sentence } }
      HTML(.p) { HTML(.a, .href(HTML.Address())) { "Back to the reading room" } }
    }
  }
}
