import Base
import Dispatch
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookSearch
import WebServer

/// The results of a search, in the query language of the command line and the editors.
struct SearchPage: WebPage {
  var words = ""
  var hits: [SearchHit] = []
  var total = 0
  var totalIsExact = true
  var page = 1
  /// A remark about the query, such as a misspelled filter.
  var remark: String?

  /// Number of hits per page, and the last page: no further hits are searched.
  static let (size, lastPage) = (20, 25)
  private static let mostPassages = 3

  init(_ visit: Visit) throws(NotebookError) {
    words = visit.field("q") ?? ""
    page = min(visit.page, Self.lastPage)
    let query = SearchQuery(parsing: words)
    let results = try visit.notebook.searches.run(query, limit: page * Self.size)
    total = results.total
    totalIsExact = results.totalIsExact
    hits = Array(results.hits.dropFirst((page - 1) * Self.size).prefix(Self.size))
    if !words.isEmpty {
      remark = try visit.notebook.searches.note(on: query, hasHits: !results.hits.isEmpty)
    }
  }

  /// Returns the whole page, or only the results if the address has the field `part`.
  static func answer(_ visit: Visit) throws(NotebookError) -> WebResponse {
    let page = try SearchPage(visit)
    visit.site.words.readiness(of: visit.notebook, patience: .seconds(0))
    guard visit.has("part") else { return visit.show(page) }
    return WebResponse(body: page.results.bytes(below: "/" + visit.site.root))
  }

  var title: String { words.isEmpty ? "Search" : "Search: \(words)" }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { "Search" }
    HTML(
      .form, .class("bar"), .set(.role, "search"), .set(.ariaLabel, "Search with filters"),
      .set(.method, "get"), .action(HTML.Path("search"))
    ) {
      FormParts.text(
        "q", "Words, “phrases”, #hashtags, filters such as author: or is:quote", value: words,
        type: "search", .set(.autocomplete, "off"), .set(.part, "results"))
      FormParts.button("Search")
    }
    HTML(.div, .set(.id, "results"), .set(.ariaLive, "polite")) { results }
  }

  @HTMLBuilder var results: HTML {
    if let remark { HTML(.p, .class("notice")) { remark } }
    if !words.isEmpty { HTML(.p, .class("quiet")) { count } }
    HTML(.ul, .class("hits")) {
      for hit in hits {
        HTML(.li) {
          HTML(.h2) {
            HTML(.a, .href(address(hit.note, hit.line)), .set(.dir, "auto")) {
              Words.short(hit.note.title, 300)
            }
          }
          for passage in hit.passages.prefix(Self.mostPassages) {
            HTML(.p, .set(.dir, "auto")) {
              Snippet.html(passage.snippet, passage.highlights)
              if passage.line > 0 {
                " "
                HTML(.a, .class("quiet"), .href(address(hit.note, passage.line))) {
                  "line \(passage.line + 1)"
                }
              }
            }
          }
          if hit.passageCount > Self.mostPassages {
            HTML(.p, .class("quiet")) {
              "and \((hit.passageCount - Self.mostPassages).counted("more passage"))"
            }
          }
        }
      }
    }
    if total > page * Self.size || page > 1 { more }
  }

  private var count: String {
    if total == 0 { return "Nothing found." }
    let notes = total == 1 ? "1 note" : "\(total) notes"
    return totalIsExact ? "\(notes)." : "At most \(notes)."
  }

  private var more: HTML {
    HTML(.nav, .class("pager"), .set(.ariaLabel, "More results")) {
      if page > 1 { link("← Previous", page - 1) }
      if total > page * Self.size, page < Self.lastPage { link("More →", page + 1) }
    }
  }

  private func link(_ name: String, _ page: Int) -> HTML {
    HTML(.a, .href(HTML.Address("search", query: [("q", words), ("page", "\(page)")]))) { name }
  }

  private func address(_ note: NoteSummary, _ line: Int) -> HTML.Address {
    HTML.Address(
      "note", note.id, query: [("line", "\(line)")], fragment: NoteHTML.markedFragment)
  }

  private enum Snippet {
    static func html(_ text: String, _ highlights: [Range<Int>]) -> HTML {
      let units = Array(text.utf16)
      var result = HTML()
      var end = 0
      for highlight in highlights where highlight.lowerBound >= end {
        let upper = min(highlight.upperBound, units.count)
        guard highlight.lowerBound < upper else { continue }
        result.append(String(decoding: units[end..<highlight.lowerBound], as: UTF16.self))
        result.append(
          HTML(.mark) { String(decoding: units[highlight.lowerBound..<upper], as: UTF16.self) })
        end = upper
      }
      result.append(String(decoding: units[min(end, units.count)...], as: UTF16.self))
      return result
    }
  }
}
