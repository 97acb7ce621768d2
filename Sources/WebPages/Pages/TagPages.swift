import MiniMarkdown
import Notebook
import NotebookFile

struct TagsPage: WebPage {
  /// The hashtags on this page, parents before children.
  var tags: [TagCount] = []
  var total = 0
  var page = 1

  private static let size = 600

  init(_ visit: Visit) throws(NotebookError) {
    let all = try visit.survey().tags
    total = all.count
    // Pages of `PageLinks.size` entries would divide the tree too often.
    page = min(visit.page, max(1, (total + Self.size - 1) / Self.size))
    tags = Array(all.dropFirst((page - 1) * Self.size).prefix(Self.size))
  }

  var title: String { "Hashtags" }
  var part: SitePart? { .tags }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    if tags.isEmpty { HTML(.p) { "This notebook does not have hashtags yet." } }
    Self.tree(tags)
    if total > Self.size {
      HTML(.nav, .class("pager"), .set(.ariaLabel, "More hashtags")) {
        if page > 1 { link("← Previous", page - 1) }
        if total > page * Self.size { link("More →", page + 1) }
      }
    }
  }

  private func link(_ words: String, _ page: Int) -> HTML {
    HTML(.a, .href(HTML.Address("tags", query: [("page", "\(page)")]))) { words }
  }

  static func tree(_ tags: [TagCount], above depth: Int = 1) -> HTML {
    HTML(.ul, .class("tree")) {
      for tag in tags {
        HTML(.li, .class("in\(min(6, max(0, HashtagPath(tag.tag).depth - depth)))")) {
          NoteParts.tag(tag.tag)
          HTML(.span, .class("facts")) { "\(tag.noteCount)" }
        }
      }
    }
  }
}

/// A hashtag, the hashtags below it, and the notes with any of them.
struct TagPage: WebPage {
  var tag: String
  var below: [TagCount] = []
  var notes: [NoteSummary] = []
  var total = 0
  var page = 1
  var isReadOnly = false

  private static let mostBelow = 200

  /// Nil if no note outside the trash has the hashtag or one below it.
  init?(_ visit: Visit) throws(NotebookError) {
    let path = HashtagPath(visit.value())
    guard path.tag.count > 1 else { return nil }
    let survey = try visit.survey()
    let all = survey.notes.filter { $0.isTagged(path) }
    guard !all.isEmpty else { return nil }
    let lines = survey.tags.filter { path.contains(HashtagPath($0.tag)) }
    tag = lines.first { HashtagPath($0.tag) == path }?.tag ?? path.tag
    below = Array(lines.filter { HashtagPath($0.tag) != path }.prefix(Self.mostBelow))
    total = all.count
    page = visit.page
    notes = Array(PageLinks.slice(all, page: page))
    isReadOnly = visit.site.isReadOnly
  }

  var title: String { tag }
  var part: SitePart? { .tags }

  @HTMLBuilder var main: HTML {
    HTML(.h1, .set(.dir, "auto")) { tag }
    if let parent = HashtagPath(tag).parent {
      HTML(.p) {
        "Part of "
        NoteParts.tag(parent.tag)
      }
    }
    if !below.isEmpty { TagsPage.tree(below, above: HashtagPath(tag).depth + 1) }
    HTML(.section) {
      HTML(.h2) { total == 1 ? "1 note" : "\(total) notes" }
      NoteParts.list(notes)
    }
    PageLinks(page: page, total: total, path: ["tag", String(tag.dropFirst())], query: []).html
    if !isReadOnly {
      FormParts.post(HTML.Path("review")) {
        FormParts.hidden("tag", tag)
        FormParts.button("Review these notes")
      }
    }
  }
}
