import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile

/// All stored values of a note, or of a scope that is not a note: for each key all versions, the
/// winning one first.
struct PortableNote: Equatable, Sendable {
  var id: String
  var versions: [EntryKey: [EntryVersion]]
  /// The number of rows that could not be read.
  var unreadable = 0
}

extension PortableNote {
  /// Reads the scope `id` and, for a note, our values about it. Cost: linear in these values.
  static func fetch(_ db: Database, _ id: String) throws -> PortableNote {
    var note = PortableNote(id: id, versions: try EntryVersion.fetch(db, scope: id))
    let sql = "SELECT count(*) FROM entry WHERE scope = ?"
    let rows = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [id]) ?? 0
    note.unreadable = rows - note.versions.values.reduce(0) { $0 + $1.count }
    guard id != EntryKey.ourScope else { return note }
    let keys = try db.cachedStatement(
      sql: "SELECT DISTINCT key FROM entry WHERE scope = ? AND key >= ? AND key < ?")
    let ours = try Row.fetchAll(keys, arguments: [EntryKey.ourScope, "\(id);", "\(id)<"])
    for key in ours.compactMap({ $0.text(at: 0) }) {
      let entryKey = EntryKey(scope: EntryKey.ourScope, key: key)
      if entryKey.isOfReplacedValues { continue }
      note.versions[entryKey] = try EntryVersion.fetch(db, entryKey)
    }
    return note
  }

  subscript(key: String) -> EntryValue { self[EntryKey(scope: id, key: key)] }

  subscript(key: EntryKey) -> EntryValue { versions[key]?.first?.value ?? .null }

  /// The note's metadata; nil if this is not a note.
  var metadata: JSONObject? {
    guard let json = self[".metadata"].json, NoteMetadata(json: json.stored) != nil else {
      return nil
    }
    return json.object
  }

  var text: String { self[".noteText"].text ?? "" }

  /// The unsupported lines of front matter that are stored next to the text.
  var frontMatterRest: [String] {
    guard let text = self[frontMatterKey].json?.string, !text.isEmpty else { return [] }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
  }

  var hasBlobs: Bool {
    versions.values.contains { versions in
      versions.contains { if case .blob = $0.value { true } else { false } }
    }
  }

  var size: Int {
    versions.values.joined().reduce(0) { size, version in
      switch version.value {
      case .text(let text): size + text.utf8.count
      case .blob(_, let data): size + data.count
      default: size
      }
    }
  }

  var isAnything: Bool {
    versions.values.contains { $0.contains { $0.value != .null } }
  }
}

extension PortableNote {
  var frontMatterKey: EntryKey { EntryKey(scope: EntryKey.ourScope, key: "\(id);frontMatter") }

  /// The key of the record of the note's last import (`ImportRecord`).
  var recordKey: EntryKey { EntryKey(scope: EntryKey.ourScope, key: "\(id);imported") }
}
