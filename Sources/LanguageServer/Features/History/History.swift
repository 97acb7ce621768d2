import Books
import Foundation
import FrontMatter
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{uri}` -> `{uri, title, state, texts, records, recordVersion?}`: the versions of a note's
  /// text, and of its book record, the newest first.
  static let listHistory = Feature("commonplace/listHistory", queue: .notebook) { _ in
    (["experimental", "commonplace", "listHistory"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    let id = try context.note(named: params.uri)
    let (history, summary, book, path) = try context.notebook.ask {
      (notebook) throws(NotebookError) in
      (
        try notebook.history.of(id), try notebook.summary(of: id),
        try notebook.books.record(of: id),
        notebook.path
      )
    }
    let state = summary.map { $0.isTrashed ? "trashed" : "present" } ?? "deleted"
    let title = history.title(summary)
    return [
      "uri": context.clientNotes.names.uri(of: id, title: title, in: path).json,
      "title": title.json, "state": state.json,
      "texts": .array(history.texts.map { $0.listed(of: id, in: path) }),
      "records": .array(history.records.map { $0.listed(of: id, in: path) }),
      "recordVersion": book?.version.json,
    ]
  }

  /// `{uri, version, baseVersion?}` -> `{uri, title, version, text}`, or `{conflict: {version,
  /// text}}`: restores a version of a note's text or of its book record, by saving it over
  /// `baseVersion`.
  static let restoreText = Feature("commonplace/restoreText", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "restoreText"], true)
  } answer: { (context, params: RestoreTextParams) throws(ResponseError) -> JSONValue in
    guard let version = params.version else { throw .invalidParams("version: expected a string") }
    return try context.notes.restore(params.uri, version, over: params.baseVersion)
  }
}

extension NoteRequests {
  /// Restores a version of a note's text or book record. `base` is the version that the user was
  /// shown; if another is stored, returns a conflict.
  func restore(
    _ uri: String, _ version: String, over base: String?
  ) throws(ResponseError) -> JSONValue {
    let id = try context.note(named: uri)
    if NoteHistory.isRecord(version) { return try restoreRecord(version, of: id, over: base) }
    let (result, path) = try notebook.change { (notebook) throws(NotebookError) in
      (try notebook.history.restore(id, version: version, over: base), notebook.path)
    }
    guard case .saved = result else {
      guard case .conflict(let stored) = result else { return .null }
      return [
        "conflict": ["version": stored?.version.json ?? .null, "text": stored?.text.json ?? .null]
      ]
    }
    let note = try notebook.ask { (notebook) throws(NotebookError) in try notebook.note(id: id) }
    return wasRestored(note, in: path)
  }
}

extension NoteRequests {
  private func restoreRecord(
    _ version: String, of id: String, over base: String?
  ) throws(ResponseError) -> JSONValue {
    let (result, record, path) = try notebook.change { (notebook) throws(NotebookError) in
      (
        try notebook.books.restore(of: id, version: version, shown: base ?? ""),
        try notebook.books.record(of: id), notebook.path
      )
    }
    if let record { memory.records.recordSent(record, version: record.version) }
    guard case .restored(let note) = result else {
      let text = record.map { BookDocument.text(of: $0) }
      return ["conflict": ["version": record?.version.json ?? .null, "text": text?.json ?? .null]]
    }
    return wasRestored(note, in: path)
  }
}

extension NoteHistory.Record {
  var words: String {
    let record = BookRecord(values)
    let title = String((record?.title ?? "").withoutControls.prefix(80))
    return "\(title): \(record?.stateWords ?? "")"
  }

  fileprivate func listed(of note: String, in path: String) -> JSONValue {
    [
      "uri": ViewURI(.text(note: note, version: version), notebookPath: path).text.json,
      "version": version.json, "since": since.ISO8601Format().json,
      "writtenBy": writer?.deviceName.json, "replaced": replaced?.ISO8601Format().json,
      "replacedBy": replacer?.deviceName.json, "words": words.json,
    ]
  }
}

extension NoteHistory {
  /// Returns the note's title; for a deleted note, the first line of its last text, or else its
  /// book's title.
  func title(_ summary: NoteSummary?) -> String {
    let book = records.first.flatMap { BookRecord($0.values) }?.title
    let line = texts.first?.firstLine ?? book ?? ""
    let title = summary?.title ?? line.drop { $0 == "#" || $0 == " " }.description
    return String(title.withoutControls.prefix(200))
  }
}

extension NoteHistory.Text {
  /// The first line that is not blank, within 4000 characters; at most 80 characters, for lists.
  var firstLine: String {
    let line = text.prefix(4000).split(whereSeparator: \.isNewline)
      .first { !$0.allSatisfy(\.isWhitespace) }
    return String((line.map(String.init) ?? "").withoutControls.prefix(80))
  }

  fileprivate func listed(of note: String, in path: String) -> JSONValue {
    [
      "uri": ViewURI(.text(note: note, version: version), notebookPath: path).text.json,
      "version": version.json, "written": written.ISO8601Format().json,
      "writtenBy": writer?.deviceName.json, "replaced": replaced?.ISO8601Format().json,
      "replacedBy": replacer?.deviceName.json, "size": text.utf8.count.json,
      "firstLine": firstLine.json,
    ]
  }
}

struct RestoreTextParams: JSONDecodable {
  var uri: String
  var version: String?
  var baseVersion: String?

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    version = try json.decodeIfPresent("version")
    baseVersion = try json.decodeIfPresent("baseVersion")
  }
}
