import Base
package import Foundation
import GRDB
import KeyValueStore
package import Notebook
package import NotebookFile

package struct NotebookStatus: Sendable {
  /// The number of saves that are not published yet; nil if there are some, but the number is
  /// unknown.
  package var unpublishedSaves: Int64? = 0
  /// Why saves are not published, or why the file cannot be used; nil if no problem is known.
  package var problem: NotebookError?
  /// The other device that wrote last; nil if no other device is known to have written.
  package var lastOther: OtherDevice?
  package var conflicts = 0
  /// Whether a newer version of the app or of this program wrote the file, so that it is read-only.
  package var isNewer = false
  package static let format =
    "\(NotebookSchema.application.majorVersion).\(NotebookSchema.application.minorVersion)"

  /// Whether the app can read the published file, as far as `problem` shows.
  package var isReadByApp: Bool {
    switch problem {
    case .missing, .gone, .notSQLite, .notANotebook, .damaged, .unsafeSchema, .notAFile, .walMode,
      .interruptedWrite, .notHereYet:
      false
    default: true
    }
  }
}

extension Notebook {
  /// Cost: linear in the notebook's keys.
  package func status() throws(NotebookError) -> NotebookStatus {
    var status = NotebookStatus()
    status.isNewer = isNewer
    let authors = try read { db in
      status.conflicts = try NoteConflict.notes(db).count
      return try LastWrite.fetchAll(db)
    }
    status.lastOther = lastOther(among: authors)
    status.problem = problem ?? obstacle
    guard let copy = sourceState.withLock({ $0.source.copy }) else { return status }
    do {
      guard try copy.isPending() else { return status }
      let writeCount = try copy.database.readUnlessClosed(WriteCount.fetch)
      let saves = try copy.history.published().map { writeCount.writes - $0.writeCount.writes }
      status.unpublishedSaves = saves.flatMap { $0 > 0 ? $0 : nil }
    } catch {
      // The number of saves is in the history, which may be unusable; there may be some.
      status.unpublishedSaves = nil
    }
    return status
  }

  /// Returns the first of `authors` (the latest first) that is not this machine.
  ///
  /// An author with this machine's name is another device if it wrote after this machine had
  /// started to record its own authors; before that, it may be the program that created the
  /// notebook on this machine.
  private func lastOther(among authors: [LastWrite]) -> OtherDevice? {
    var own: [LastWrite] = []
    var others: [LastWrite] = []
    for author in authors {
      if (try? isOwn(author.id)) == true { own.append(author) } else { others.append(author) }
    }
    let begun = own.map(\.opened).min()
    let last = others.first { author in
      author.name != Author.name || begun.map { author.time > $0 } ?? false
    }
    guard let last else { return nil }
    let isNamesake = last.name == Author.name
    return OtherDevice(
      author: last.name, time: last.time,
      mark: isNamesake ? last.id.prefix(4).hexadecimal : nil)
  }

  /// Why the file cannot be written, judged by permissions; nil if it can.
  private var obstacle: NotebookError? {
    let paths = NotebookPaths(path: path, state: state)
    do throws(NotebookError) {
      try FileRights.check(paths.target, path: path)
    } catch {
      return error
    }
    guard access(paths.folder, F_OK) == 0, access(paths.folder, W_OK) != 0 else { return nil }
    return .notWritable(
      path: path, reason: "is in a folder that you cannot write to",
      advice: "A save creates a new file in the folder: ask the folder's owner for permission.")
  }
}

package struct OtherDevice: Sendable, Equatable {
  /// The device's name, which may be empty.
  package var author: String
  package var time: Date
  /// The beginning of the device's author ID, if the device has this machine's name; nil otherwise.
  package var mark: String?
}

private struct LastWrite {
  var id: Data
  var name: String
  var time: Date
  /// The time when the author opened the notebook; if unknown, the time of its last write.
  var opened: Date

  /// Returns the last writes of all authors with values, the latest first.
  static func fetchAll(_ db: Database) throws -> [LastWrite] {
    let sql = """
      SELECT CAST(authorId AS BLOB), max(timestamp) FROM entry GROUP BY authorId ORDER BY 2 DESC
      """
    return try Row.fetchAll(db, sql: sql).compactMap { row in
      guard let id = row.data(at: 0), let time = row.text(at: 1).flatMap(Timestamps.date(row:))
      else {
        return nil
      }
      // Notebooks of the app's first versions have no times of authors.
      let sql = "SELECT * FROM author WHERE id = ?"
      let author = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id])
      let begun = author.flatMap { $0.count > 3 ? $0.text(at: 3) : nil }
      return LastWrite(
        id: id, name: try Author.name(of: id, in: db), time: time,
        opened: begun.flatMap(Timestamps.date(row:)) ?? time)
    }
  }
}
