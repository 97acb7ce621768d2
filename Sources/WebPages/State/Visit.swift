import Base
import MiniMarkdown
import Notebook
import NotebookFile
import WebServer

struct Visit: Sendable {
  let site: SiteState
  let request: WebRequest
  /// The values in the address, in the order of the route's pattern.
  let values: [String]

  var notebook: Notebook { site.notebook }

  /// Returns the value in the address at `index`; empty if there is none.
  func value(_ index: Int = 0) -> String { values.indices.contains(index) ? values[index] : "" }

  /// Maximum length of a field that is read, in bytes.
  private static let longestField = 4000

  /// Returns the first field with this name in the address, trimmed; nil if it is missing, empty or
  /// too long.
  func field(_ name: String) -> String? { Self.field(name, in: request.query) }

  /// Returns the first field with this name in the form, trimmed; nil if it is missing, empty or
  /// too long.
  func formField(_ name: String) -> String? { Self.field(name, in: request.form) }

  private static func field(_ name: String, in fields: [WebRequest.Field]) -> String? {
    guard let value = fields.first(where: { $0.name == name })?.value.trimmed, !value.isEmpty,
      value.utf8.count <= longestField
    else { return nil }
    return value
  }

  func has(_ name: String) -> Bool { request.query.contains { $0.name == name } }

  /// The page number of a list, from 1 to 1,000,000; 1 if it is missing or not a number.
  var page: Int { field("page").flatMap { Int($0) }.map { min(max(1, $0), 1_000_000) } ?? 1 }

  func survey() throws(NotebookError) -> Survey { try site.survey.survey(of: notebook) }

  /// Returns the note in the address; nil if it is missing or in the trash.
  func note() throws(NotebookError) -> NoteSummary? {
    guard let note = try notebook.summary(of: value()), !note.isTrashed else { return nil }
    return note
  }

  func show(_ page: any WebPage) -> WebResponse {
    WebResponse(body: site.document(page))
  }

  var missing: WebResponse { site.missing() }

  func go(to path: HTML.Path) -> WebResponse {
    WebResponse(status: 303, location: "/" + site.root + path.text)
  }
}
