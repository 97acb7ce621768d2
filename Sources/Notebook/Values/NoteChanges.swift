import Base
import JSON
package import KeyValueStore
import MiniMarkdown

/// The stored values of a note: those in its scope that saving depends on, and those in our scope,
/// such as prompts. For each key, the winning version.
package struct NoteValues: Sendable {
  /// The note's id, which is its scope.
  package let id: String
  /// A value that cannot be read is JSON null.
  package var values: [EntryKey: EntryValue] = [:]

  package init(id: String, values: [EntryKey: EntryValue] = [:]) {
    self.id = id
    self.values = values
  }

  /// The value of `key` in the note's scope.
  subscript(key: String) -> EntryValue { values[EntryKey(scope: id, key: key)] ?? .null }

  package var text: String? { self[".noteText"].text }

  /// Whether the stored text is `text`, byte for byte. In a note with metadata, a missing text
  /// equals an empty one.
  func isText(_ text: String) -> Bool {
    self.text.map { $0.hasBytes(of: text) } ?? (metadata != nil && text.isEmpty)
  }

  /// The members of the note's metadata; nil if the metadata are missing or not an object.
  var metadata: JSONObject? { self[".metadata"].json?.object }
}

/// Collects the changes of a write; `set` skips values that are already stored.
package struct NoteChanges {
  let stored: NoteValues
  /// The values to write, each key once.
  package private(set) var values: [(EntryKey, EntryValue)] = []

  init(of stored: NoteValues) { self.stored = stored }

  mutating func set(_ key: String, to value: EntryValue) {
    set(EntryKey(scope: stored.id, key: key), to: value)
  }

  mutating func set(_ entryKey: EntryKey, to value: EntryValue) {
    guard !value.isWritten(as: stored.values[entryKey] ?? .null) else { return }
    values.append((entryKey, value))
  }

  /// Adds a null value even if the key never had a value, as the app does for new notes.
  mutating func insertNull(_ key: String) {
    insert(.null, at: EntryKey(scope: stored.id, key: key))
  }

  /// Adds a value, regardless of the stored one. The key must not be among `values`.
  mutating func insert(_ value: EntryValue, at entryKey: EntryKey) {
    values.append((entryKey, value))
  }
}

extension EntryValue {
  /// Whether both would be stored as the same bytes. (Swift treats `é` and `e\u{301}` as equal.)
  fileprivate func isWritten(as other: EntryValue) -> Bool {
    if case .json(let json) = self, case .json(let other) = other {
      return json.serialized() == other.serialized()
    }
    return self == other
  }
}
