/// Note ids in commands that users paste.
package enum PlainID {
  /// Maximum length of a plain id, in bytes.
  private static let longest = 200

  /// Whether an id consists of ASCII letters, digits, `-` and `_`, and does not begin like an
  /// option. Ids come from the file, so another person may have chosen one; current programs create
  /// only plain ones.
  package static func isPlain(_ id: String) -> Bool {
    (1...longest).contains(id.utf8.count) && id.utf8.first != UInt8(ascii: "-")
      && id.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
      }
  }

  /// Returns the id for use in a command, or the word NOTE if it is not plain, since a shell would
  /// interpret it.
  package static func inCommand(_ id: some StringProtocol) -> String {
    let id = String(id)
    return isPlain(id) ? id : "NOTE"
  }
}
