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
}

extension EntryKey: Hashable, Comparable {
  package static func == (left: EntryKey, right: EntryKey) -> Bool {
    left.scope.utf8.elementsEqual(right.scope.utf8) && left.key.utf8.elementsEqual(right.key.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in scope.utf8 { hasher.combine(byte) }
    hasher.combine(0 as UInt8)
    for byte in key.utf8 { hasher.combine(byte) }
  }

  package static func < (left: EntryKey, right: EntryKey) -> Bool {
    left.scope.utf8.elementsEqual(right.scope.utf8)
      ? left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
      : left.scope.utf8.lexicographicallyPrecedes(right.scope.utf8)
  }
}
