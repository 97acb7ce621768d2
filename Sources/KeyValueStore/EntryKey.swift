import Base

/// A value's place: a note's id, or one of the special scopes, and a key in it.
///
/// Keys are equal if their bytes are, as in SQLite; to Swift's strings `é` and `e\u{301}` are equal.
package struct EntryKey: Sendable {
  package var scope: String
  package var key: String

  package init(scope: String, key: String) {
    self.scope = scope
    self.key = key
  }

  /// Whether prompts, or what is known of them, are stored here.
  var isOfPrompts: Bool {
    key.utf8.contains(UInt8(ascii: "=")) && key.contains(StoredVersion.promptMark)
  }
}

extension EntryKey: Hashable, Comparable {
  package static func == (left: EntryKey, right: EntryKey) -> Bool {
    left.key.hasBytes(of: right.key) && left.scope.hasBytes(of: right.scope)
  }

  package func hash(into hasher: inout Hasher) {
    Self.hash(scope, into: &hasher)
    Self.hash(key, into: &hasher)
  }

  private static func hash(_ text: String, into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }

  package static func < (left: EntryKey, right: EntryKey) -> Bool {
    left.scope.hasBytes(of: right.scope)
      ? left.key.precedesByBytes(right.key) : left.scope.precedesByBytes(right.scope)
  }
}
