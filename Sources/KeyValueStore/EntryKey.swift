import Base

/// The key of a value: the scope, which is a note's ID or a special scope, and the key in that
/// scope.
///
/// Keys are compared byte by byte, as in SQLite: as Swift strings, `é` and `e\u{301}` would be
/// equal.
package struct EntryKey: Sendable {
  package var scope: String
  package var key: String

  package init(scope: String, key: String) {
    self.scope = scope
    self.key = key
  }

  /// Whether the key belongs to prompts or their annotations: it contains `prompt=`.
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
