import Base
import Books
import Foundation
import FrontMatter
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile
import PackratParsing

extension Feature {
  /// `{uri}` -> `{fields, version, section, isBook}`: the record of a note's book as values, for
  /// forms.
  static let readBook = Feature("commonplace/readBook", queue: .notebook) { _ in
    (["experimental", "commonplace", "readBook"], true)
  } answer: { (context, params: TextDocumentIdentifier) throws(ResponseError) -> JSONValue in
    let id = try context.books.bookNote(named: params.uri)
    let state = try context.notebook.ask { (notebook) throws(NotebookError) in
      try notebook.recordState(of: id)
    }
    context.memory.records.recordSent(state.record, version: state.version)
    return [
      "fields": .object(BookDocument.fields(of: state.record)), "version": state.version.json,
      "section": state.isBook ? state.record.section.rawValue.json : .null,
      "isBook": state.isBook.json,
    ]
  }

  /// `{uri, fields, baseVersion?}` -> `{version}`, or `{conflict}` as in `commonplace/writeNote`.
  /// Sets the named fields; `null` removes a value. Without `baseVersion`, a change is a conflict.
  static let writeBook = Feature("commonplace/writeBook", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "writeBook"], true)
  } answer: { (context, params: WriteBookParams) throws(ResponseError) -> JSONValue in
    let id = try context.books.bookNote(named: params.uri)
    return try context.books.change(id, over: params.baseVersion) {
      record throws(BookDocument.Fault) in
      var fields = BookDocument.fields(of: record)
      for field in params.fields.members { fields[field.key] = field.value }
      return try BookDocument.patched(record, with: fields)
    } merge: { base, stored in
      var fields = BookDocument.fields(of: base)
      for field in params.fields.members { fields[field.key] = field.value }
      return (try? BookDocument.patched(base, with: fields)).flatMap {
        BookDocument.merged(BookDocument.text(of: $0), over: base, with: stored)
      }
    }
  }
}

private struct WriteBookParams: JSONDecodable {
  var uri: String
  var fields: JSONObject
  var baseVersion: String?

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    fields = json["fields"]?.object ?? [:]
    baseVersion = try json.decodeIfPresent("baseVersion")
  }
}

struct BookState: Sendable {
  var record: BookRecord
  var isBook: Bool

  var version: String { record.version + (isBook ? "" : "-new") }
}

extension Notebook {
  /// Returns the record of a note's book, or a proposed one if it has none. Throws `noteNotFound`.
  func recordState(of id: String) throws(NotebookError) -> BookState {
    guard let note = try summary(of: id) else { throw .noteNotFound(id: id, path: path) }
    if let record = try books.record(of: id) { return BookState(record: record, isBook: true) }
    return BookState(record: BookRecord(title: note.title, authors: []), isBook: false)
  }
}

extension BookRequests {
  /// Returns the ID of the note that `uri` names: as a note URI, as a file of a mirror, or as the
  /// URI of its book record.
  func bookNote(named uri: String) throws(ResponseError) -> String {
    if let record = RecordURI(uri) { return record.id }
    return try context.note(named: uri)
  }

  func recordText(
    _ uri: RecordURI
  ) throws(ResponseError) -> (text: String, version: String) {
    let state = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.recordState(of: uri.id)
    }
    memory.records.recordSent(state.record, version: state.version)
    return (BookDocument.text(of: state.record), state.version)
  }

  /// Returns the result of `commonplace/readNote` for a record.
  func readRecord(_ uri: RecordURI) throws(ResponseError) -> JSONValue {
    let (text, version) = try recordText(uri)
    let isReadOnly = notebook.opened?.isNewer == true
    return [
      "text": text.json, "version": version.json, "readOnly": isReadOnly ? true.json : nil,
    ]
  }

  /// Returns the result of `commonplace/writeNote` for a record.
  func write(
    _ text: String, to uri: RecordURI, over base: String?
  ) throws(ResponseError) -> JSONValue {
    let answer = try change(uri.id, over: base) { record throws(BookDocument.Fault) in
      try BookDocument.checkedRecord(from: text, over: record)
    } merge: {
      BookDocument.merged(text, over: $0, with: $1)
    }
    if let version = answer["version"]?.string {
      for document in documents.values where document.name.record?.id == uri.id {
        memory.records.setBase(document.name, to: version)
      }
    }
    return answer
  }

  /// Changes the record of a note. `base` is the version of the record that the client has. If
  /// another version is stored, changes nothing and returns a conflict, unless the edit would not
  /// change the stored record.
  fileprivate func change(
    _ id: String, over base: String?,
    _ edit: (BookRecord) throws(BookDocument.Fault) -> BookRecord,
    merge: (_ base: BookRecord, _ stored: BookRecord) -> String?
  ) throws(ResponseError) -> JSONValue {
    let result = try notebook.change { (notebook) throws(NotebookError) in
      try notebook.change(id, over: base, edit)
    }
    switch result {
    case .saved(let state, let textChanged):
      memory.records.recordSent(state.record, version: state.version)
      if textChanged { server.notesChanged([id]) }
      return ["version": state.version.json]
    case .fault(let fault):
      throw .requestFailed("\(fault.reason.prefix(1).uppercased() + fault.reason.dropFirst()).")
    case .conflict(let state):
      let merged = base.flatMap(memory.records.record).flatMap { merge($0, state.record) }
      memory.records.recordSent(state.record, version: state.version)
      return [
        "conflict": [
          "version": state.version.json, "text": BookDocument.text(of: state.record).json,
          "merged": merged?.json,
          "sides": .array(ConflictList.refused(stored: nil).map { .object($0.json()) }),
        ]
      ]
    }
  }
}

enum RecordChange {
  /// The record is on disk. `textChanged` is whether the note's text also changed, for example its
  /// hashtags.
  case saved(BookState, textChanged: Bool)
  case fault(BookDocument.Fault)
  case conflict(BookState)
}

extension Notebook {
  func change(
    _ id: String, over base: String?,
    _ edit: (BookRecord) throws(BookDocument.Fault) -> BookRecord
  ) throws(NotebookError) -> RecordChange {
    let before = try recordState(of: id)
    let former = try note(id: id).text
    var result = RecordChange.conflict(before)
    let note = try books.edit(of: id) { record in
      // A note without a book has an empty record here.
      let isNew = !before.isBook && record == BookRecord(title: "", authors: [])
      let state = isNew ? before : BookState(record: record, isBook: true)
      do throws(BookDocument.Fault) {
        var edited = try edit(state.record)
        let isSame = edited == state.record && state.isBook
        guard state.version == base || isSame else {
          result = .conflict(state)
          return
        }
        if isNew, edited.added == nil { edited.added = Date() }
        record = edited
        result = .saved(BookState(record: edited, isBook: true), textChanged: false)
      } catch {
        result = state.version == base ? .fault(error) : .conflict(state)
      }
    }
    guard case .saved = result else { return result }
    return .saved(
      try recordState(of: id), textChanged: !note.text.utf8.elementsEqual(former.utf8))
  }
}

extension BookDocument {
  /// Parses the record in `text`. Throws if it is invalid, exceeds `mostBytes`, or has no title.
  static func checkedRecord(
    from text: String, over record: BookRecord
  ) throws(Fault) -> BookRecord {
    guard text.utf8.count <= mostBytes else {
      throw Fault(reason: "the record is larger than 1 MB")
    }
    let read = try self.record(from: text, over: record)
    if read.title.isInvisible { throw Fault(reason: "the record has no title") }
    return read
  }
}
