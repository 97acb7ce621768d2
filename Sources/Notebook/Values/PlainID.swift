/// Ids of notes in commands that a user pastes.
package enum PlainID {
  /// The longest id that counts as plain, in bytes.
  private static let longest = 200

  /// Whether an id is made of ASCII letters, digits, `-` and `_`, and does not begin like an option. An id is a
  /// text of the file, which another person may have made; programs of today make no others.
  package static func isPlain(_ id: String) -> Bool {
    (1...longest).contains(id.utf8.count) && id.utf8.first != UInt8(ascii: "-")
      && id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  /// The id as a word of a command to paste, or the word NOTE if it is not plain: a shell would run what it says.
  package static func inCommand(_ id: some StringProtocol) -> String {
    let id = String(id)
    return isPlain(id) ? id : "NOTE"
  }
}
