import Base
package import Foundation
package import GRDB

/// Authors of versions from a damaged notebook.
///
/// Salvaged versions do not keep their authors: the version vector would then claim that all other
/// versions by those authors had been seen, and no merge would restore the lost ones. They get a
/// separate author, and keep their times. The author's ID is a UUID of version 8 (RFC 9562, 5.8)
/// that begins with two bytes FF and “SALV”. Of versions with equal times, the one with the
/// smallest author ID wins, so a real version wins over its salvaged copy.
package enum SalvageAuthor {
  private static let mark = [0xFF, 0xFF] + Array("SALV".utf8)

  /// The time of values that were lost and derived again. Every written version is later.
  package static let weakest = "1970-01-01 00:00:00.000"

  /// The time of a value that may belong to another key. The value stays, but every written version
  /// wins over it.
  package static let doubtful = "1970-01-01 00:00:00.001"

  package static func add(to db: Database) throws -> Data {
    let id = newID()
    try db.execute(
      sql: "INSERT INTO author (id, name, usn) VALUES (?, 'commonplace (salvaged)', 1)",
      arguments: [id])
    return id
  }

  @Sendable package static func newID() -> Data {
    var id = Array(Author.randomID())
    id.replaceSubrange(0..<mark.count, with: mark)
    id.makeUUID(version: 8)
    return Data(id)
  }

  /// Returns the author for a version by `author` that may belong to another key than its row
  /// states. The result differs from the authors in the file, so that the version stays next to the
  /// real one.
  package static func doubting(_ author: Data) -> Data {
    var id = author.map { ~$0 }
    guard id.count == 16 else { return newID() }
    id.replaceSubrange(0..<mark.count, with: mark)
    id[6] = id[6] & 0x0F | 0x80
    return Data(id)
  }

  static func isOne(_ id: Data) -> Bool {
    id.count == 16 && id.starts(with: mark) && id[id.startIndex + 6] >> 4 == 8
  }
}

extension StoredVersion {
  /// Whether `other`, a version of the same key, makes this one pointless: this one was salvaged
  /// and has an equal value, or was derived because the original was lost.
  func isPointless(beside other: StoredVersion) -> Bool {
    guard SalvageAuthor.isOne(author) else { return false }
    let isMadeUp = timestamp == SalvageAuthor.weakest
    if SalvageAuthor.isOne(other.author) {
      // Of two versions that make each other pointless, one stays.
      let isOtherMadeUp = other.timestamp == SalvageAuthor.weakest
      if isMadeUp != isOtherMadeUp { return isMadeUp }
      guard other.author.lexicographicallyPrecedes(author) else { return false }
    }
    return isMadeUp || value.means(other.value)
  }
}
