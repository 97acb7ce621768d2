import Base
package import Foundation
package import GRDB

/// Authors of versions from a damaged notebook.
///
/// Versions that are salvaged are not handed on as their authors': the version vector would then
/// say that everything else by those authors had been seen, and no merge would bring back a version
/// that was lost. They get a separate author, and keep their times. Its id marks it: a UUID of
/// version 8 (RFC 9562, 5.8) that begins with two bytes FF and “SALV”. Of versions of one time that
/// of the smallest id counts, so that a real one always counts before its salvaged copy.
package enum SalvageAuthor {
  private static let mark = [0xFF, 0xFF] + Array("SALV".utf8)

  /// The time of values that had to be derived again: earlier than that of every version that was
  /// written.
  package static let weakest = "1970-01-01 00:00:00.000"

  /// The time of a value that may belong to another key: it stays, and every other counts before
  /// it.
  package static let doubtful = "1970-01-01 00:00:00.001"

  /// Adds an author who has written once; its id.
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

  /// The author of a version that may belong to another key than its row says, of `author`. It is
  /// marked, and differs from every author that is in the file, so that the version stays beside the
  /// true one.
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
  /// Whether `other`, a version of the same key, makes this one pointless: it was salvaged and says
  /// the same, or was made up because nothing was left.
  func isPointless(beside other: StoredVersion) -> Bool {
    guard SalvageAuthor.isOne(author) else { return false }
    let isMadeUp = timestamp == SalvageAuthor.weakest
    if SalvageAuthor.isOne(other.author) {
      // Of two that could replace each other one stays.
      let isOtherMadeUp = other.timestamp == SalvageAuthor.weakest
      if isMadeUp != isOtherMadeUp { return isMadeUp }
      guard other.author.lexicographicallyPrecedes(author) else { return false }
    }
    return isMadeUp || value.means(other.value)
  }
}
