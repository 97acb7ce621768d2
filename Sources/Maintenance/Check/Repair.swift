import Base
package import Foundation
import GRDB
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook
package import NotebookFile

package struct Repair: Sendable, Equatable {
  package var backups: [String] = []
  package var setAside: String?
  /// The path of the damaged working copy, if it was replaced; it is kept for 30 days.
  package var damagedCopy: String?
  package var checkup: Checkup

  package init(none checkup: Checkup) { self.checkup = checkup }
}

extension Repair {
  /// Makes every repair of the notebook at `path` that loses nothing, and publishes the result.
  ///
  /// First backs up the file, and an undamaged working copy, to the folder `backups` in the
  /// notebook's state folder. Backups of the last five repairs and of the last thirty days are
  /// kept. A damaged file is moved away in its folder, and the working copy is published. The
  /// readable parts of a damaged working copy are merged with the file. Throws the error that
  /// prevents the repair.
  package static func run(
    at path: String, state: StateFolder = .user, now: Date = Date()
  ) throws(NotebookError) -> Repair {
    let path = absolutePath(path)
    var repair = Repair(none: try Checkup.run(at: path, state: state))
    var faults = repair.checkup.findings.filter(\.isRepairable)
    guard !faults.isEmpty else { return repair }
    let paths = NotebookPaths(path: path, state: state)
    do {
      try FileRights.check(paths.target, path: path)
      let isCopyDamaged = faults.contains { $0.kind == .workingCopy }
      try repair.backUp(paths, withCopy: !isCopyDamaged, at: now)
      try Self.pruneBackups(of: paths, at: now)
      if faults.contains(where: { $0.kind == .history }) {
        try HistoryFile(path: paths.history).setAside()
      }
      if isCopyDamaged {
        let lock = try FileLock(path: paths.lock, patience: .seconds(10))
        repair.damagedCopy = try WorkingCopy.renew(paths, holding: lock, now: now)
      }
      if faults.contains(where: { $0.kind == .file }) { try repair.setAside(paths, at: now) }
      // The new copy may not have the faults of the damaged one.
      if isCopyDamaged {
        faults = try Checkup.run(at: path, state: state).findings.filter(\.isRepairable)
      }
      let notebook = try Notebook.open(at: path, state: state)
      try notebook.repair(faults, at: now)
      try notebook.close()
    } catch {
      throw NotebookError(saving: path, error)
    }
    repair.checkup = try Checkup.run(at: path, state: state)
    return repair
  }

  private mutating func backUp(
    _ paths: NotebookPaths, withCopy: Bool, at now: Date
  ) throws {
    Work.step("Making a backup")
    let folder = paths.state + "/backups"
    let time = Timestamps.compact(now)
    try SystemCall.makeFolder(paths.state)
    try SystemCall.makeFolder(folder)
    if try SystemCall.status(paths.target) != nil {
      let backup = freePath(folder + "/" + FileName.fitting("\(time) ", paths.name))
      try FileManager.default.copyItem(atPath: paths.target, toPath: backup)
      try SystemCall.synchronize(backup)
      backups.append(backup)
    }
    guard withCopy, let copy = try WorkingCopy.current(paths) else { return }
    defer { copy.close() }
    let backup = freePath(
      folder + "/" + FileName.fitting("\(time) working copy of ", paths.name))
    try SystemCall.makeFile(backup)
    let reader = try copy.reader()
    defer { try? reader.close() }
    let database = try DatabaseQueue(path: backup)
    try reader.read { source in
      try database.writeWithoutTransaction { try source.backup(to: $0) }
    }
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
    }
    try database.close()
    backups.append(backup)
  }

  private static func pruneBackups(of paths: NotebookPaths, at now: Date) throws {
    let folder = paths.state + "/backups"
    let backups = try SystemCall.names(in: folder).filter { name in
      name.utf8.count > 17 && name.wholeMatch(of: #/\d{8}T\d{6}Z .*/#) != nil
    }
    let kept = Set(backups.map { $0.prefix(16) }).sorted().suffix(keptRepairs)
    let oldest = Timestamps.compact(now.addingTimeInterval(-86_400 * Double(keptDays)))
    for name in backups where name.prefix(16) < oldest && !kept.contains(name.prefix(16)) {
      try SystemCall.unlink(folder + "/" + name)
    }
  }

  private static let keptRepairs = 5
  private static let keptDays = 30

  /// Links the damaged file to a second name, then publishes over it as if its state were known.
  private mutating func setAside(_ paths: NotebookPaths, at now: Date) throws {
    guard let copy = try WorkingCopy.current(paths) else { return }
    defer { copy.close() }
    let lock = try FileLock(path: paths.lock, patience: .seconds(10))
    guard let identity = FileIdentity(path: paths.target) else { return }
    let aside = freePath(
      paths.sibling(FileName.fitting("", paths.name, ".damaged-\(Timestamps.compact(now))")))
    do {
      try SystemCall.link(paths.target, aside)
    } catch is SystemError {
      try FileManager.default.copyItem(atPath: paths.target, toPath: aside)
    }
    try SystemCall.synchronizeFolder(paths.folder)
    setAside = aside
    let nothing = WriteCount(authors: 0, writes: 0)
    try copy.history.setPublished(PublishedState(identity: identity, writeCount: nothing))
    if case .supersededByOtherNotebook = try copy.publish(holding: lock) {
      throw NotebookError.replaced(path: paths.path)
    }
  }
}

extension Notebook {
  fileprivate func repair(_ faults: [Finding], at now: Date) throws {
    let kinds = Set(faults.map(\.kind))
    try write { author, db in
      try Self.repairTables(db, kinds)
      if kinds.contains(.promptVersions) { try PromptVersions.settleAll(in: db) }
      for note in Self.notes(faults, .metadata) {
        try repairMetadata(of: note, in: db, author: &author, at: now)
      }
      for note in Self.notes(faults, .orphan) {
        try clearPrompts(ofDeleted: note, in: db, author: &author, at: now)
      }
      let texts = Set(
        Self.notes(faults, .lineEnds) + Self.notes(faults, .orphan) + Self.notes(faults, .prompts))
      for (done, note) in texts.sorted().enumerated() where try !Self.wasDeleted(note, in: db) {
        Work.step("Repairing notes", done, of: texts.count)
        guard let text = try NoteValues.fetch(db, note: note).text else { continue }
        _ = try saveNote(text, note, base: nil, in: db, author: &author, at: now)
      }
    }
    try publish()
    // A repair may not change any versions, so the working copy is not pending although it differs
    // from the file.
    guard let copy = sourceState.withLock({ $0.source.copy }) else { return }
    try copy.markPending()
    try publish()
  }

  private static func wasDeleted(_ note: String, in db: Database) throws -> Bool {
    let versions = try StoredVersion.fetch(db, EntryKey(scope: note, key: ".metadata"))
    return !versions.isEmpty && versions.allSatisfy { $0.value.value == .null }
  }

  private func clearPrompts(
    ofDeleted note: String, in db: Database, author: inout Author, at now: Date
  ) throws {
    guard try Self.wasDeleted(note, in: db) else { return }
    let keys = try NoteValues.fetchLiveKeys(db, note: note)
      .filter { $0.isLeftByDeletion(of: note) }
    try author.write(keys.map { ($0, .null) }, at: now, superseding: .all, in: db)
  }

  private static func notes(_ faults: [Finding], _ kind: Finding.Kind) -> [String] {
    faults.filter { $0.kind == kind }.compactMap(\.note)
  }

  private static func repairTables(_ db: Database, _ kinds: Set<Finding.Kind>) throws {
    if kinds.contains(.pages) {
      Work.step("Rebuilding indexes")
      for table in ["author", "entry", "tombstone"] { try db.execute(sql: "REINDEX \(table)") }
    }
    if kinds.contains(.migrations) {
      for migration in NotebookSchema.migrations {
        let sql = "INSERT OR IGNORE INTO grdb_migrations VALUES (?)"
        try db.execute(sql: sql, arguments: [migration])
      }
    }
    // Upgrade before the application's row says that the file needs no upgrade.
    if !kinds.isDisjoint(with: [.application, .notUpgraded]) { try MetadataUpgrade.run(in: db) }
    if kinds.contains(.application) {
      let application = NotebookSchema.application
      try db.execute(
        sql:
          "DELETE FROM applicationIdentifier; INSERT INTO applicationIdentifier VALUES (?, ?, ?, ?)",
        arguments: [
          application.id, application.majorVersion, application.minorVersion,
          application.description,
        ])
    }
    if kinds.contains(.authorMissing) || kinds.contains(.authorBehind) {
      try db.execute(sql: authors)
    }
    if kinds.contains(.searchIndex) {
      Work.step("Rebuilding the full-text index")
      try db.execute(sql: "INSERT INTO entryFullText(entryFullText) VALUES ('rebuild')")
    }
  }

  /// SQL that adds missing authors, and raises the recorded number of writes where it is too low.
  private static let authors = """
    INSERT INTO author (id, name, usn)
    SELECT id, '', max(usn) FROM (
      SELECT authorId AS id, usn FROM entry WHERE \(VersionVector.isVersion("authorId", "usn"))
      UNION ALL SELECT authorId, 0 FROM tombstone
      UNION ALL SELECT deletingAuthorId, 0 FROM tombstone)
    WHERE typeof(id) = 'blob' AND length(id) = 16 GROUP BY id
    ON CONFLICT (id) DO UPDATE SET usn = max(usn, excluded.usn)
    """

  /// Makes a note's metadata readable again. Does nothing if its book cannot be read.
  private func repairMetadata(
    of note: String, in db: Database, author: inout Author, at now: Date
  ) throws {
    guard let metadata = try MendedMetadata(of: note, in: db, at: now), metadata.isWhole else {
      return
    }
    let metadataKey = EntryKey(scope: note, key: ".metadata")
    try author.write([(metadataKey, metadata.value)], at: now, superseding: .winners, in: db)
  }
}
