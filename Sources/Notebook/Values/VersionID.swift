import Foundation
import KeyValueStore

/// The identity of a version: its author and write number.
struct VersionID: Hashable, Sendable {
  /// The author's id, 16 bytes.
  var author: Data
  var usn: Int64

  init(_ version: StoredVersion) { (author, usn) = (version.author, version.usn) }

  init(author: Data, usn: Int64) { (self.author, self.usn) = (author, usn) }

  /// Parses a version's name, as in `StoredNote.version`. Returns nil if it is not one.
  init?(name: String) {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let usn = Int64(parts[1]) else { return nil }
    let digits = Array(parts[0].utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
      Int(String(decoding: digits[index...(index + 1)], as: UTF8.self), radix: 16)
        .map { UInt8(truncatingIfNeeded: $0) }
    }
    guard bytes.count == 16, digits.count == 32 else { return nil }
    self.init(author: Data(bytes), usn: usn)
  }
}
