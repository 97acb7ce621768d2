import Base
package import Foundation
import GRDB
package import NotebookFile

/// Makes a notebook from the readable parts of a damaged one, or of one that is refused because of
/// its schema.
///
/// The old file is read without SQLite, so that nothing in it runs and damage in one place hides
/// nothing in another; its full-text index is not read but rebuilt. If all of it can be read, the
/// versions keep their authors and numbers. If anything is lost, or the file contradicts itself,
/// they get new ones (`SalvageAuthor`), so that merging with a backup brings back all that is
/// there, and takes nothing away.
package enum Salvage {
  /// Reads the file at `source` and makes a notebook at `destination`, where nothing may be.
  ///
  /// `source` is not changed. Throws the problem of either: `notANotebook` if `source` has not one
  /// row of a notebook, and `nothingRecovered` if something is lost and no note is left; then
  /// nothing is made. With `other`, a whole copy or a backup of the same notebook, the result has
  /// all of its content, too. Cost: linear in the files, a few seconds for 100 MB.
  package static func run(
    from source: String, to destination: String, with other: String? = nil, now: Date = Date()
  ) throws(NotebookError) -> SalvageReport {
    let source = absolutePath(source)
    let destination = absolutePath(destination)
    guard !destination.contains("\0") else {
      throw .cannotCreate(path: destination, reason: "not a path")
    }
    do {
      let publication = try Publication(to: destination)
      defer { publication.discard() }
      if let other {
        let report = try complete(
          source, with: absolutePath(other), to: publication.temporaryPath, now: now)
        try publication.publish()
        return report
      }
      let report = try collect(from: source, to: publication.temporaryPath, now: now) {
        notebook, report in
        for loss in try notebook.mendValues(now: now) { report.add(loss: loss) }
        if report.isComplete, !isSound(source) {
          report.add(loss: "the file contradicts itself: its versions count as new")
        }
        if !report.isComplete { try notebook.forgetAuthors() }
        for id in try notebook.restoreMetadata(now: now) {
          report.notesRestored += 1
          report.add(loss: "note \(id): title, hashtags and times were derived again from its text")
        }
        try upgrade(notebook.db)
      }
      guard report.rowsKept > 0 else {
        _ = try FileCheck.identity(ofNotebookAt: source)
        throw report.pagesLost > 0
          ? NotebookError.nothingRecovered(path: source) : .notANotebook(path: source)
      }
      guard report.notes > 0 || report.isComplete else {
        throw NotebookError.nothingRecovered(path: source)
      }
      try publication.publish()
      return report
    } catch {
      throw NotebookError(creating: destination, error)
    }
  }
}

extension Salvage {
  /// Whether nothing shows that the file is damaged: it is whole, or refused only because it declares
  /// more than a notebook does.
  private static func isSound(_ path: String) -> Bool {
    FileCheck.isWhole(path) || (try? PageFile(path: path))?.declaresAllOfANotebook ?? false
  }

  /// Takes the app's step to its 2.0 in a notebook made of an older one. The app would not take it,
  /// because the notebook says that it is of that version.
  private static func upgrade(_ db: Database) throws {
    if try !MetadataUpgrade.lacking(db).isEmpty { try MetadataUpgrade.run(in: db) }
  }

  /// Puts the rows of the file at `source` into a notebook at `path`, an empty file, as they are, and
  /// lets `body` do the rest.
  @discardableResult
  static func collect(
    from source: String, to path: String, now: Date,
    _ body: (SalvagedNotebook, inout SalvageReport) throws -> Void = { _, _ in }
  ) throws -> SalvageReport {
    let rows = try SalvageSource(path: source)
    var configuration = Configuration()
    // Authors may come after their values, or be lost.
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    var report = SalvageReport()
    try database.write { db in
      try NotebookSchema.install(in: db)
      let notebook = try SalvagedNotebook(db)
      var done = 0
      try rows.forEachRow(&report) { row in
        done += 1
        Work.step("Saving rows", done)
        try notebook.insert(row)
      }
      if notebook.hasRivals { report.add(loss: "two rows have the same key: both are kept") }
      try notebook.settle()
      report.rowsKept = try notebook.rowCount
      try body(notebook, &report)
      report.notes = try NoteSummary.fetchAll(db).count
    }
    try database.close()
    return report
  }
}

extension Salvage {
  /// Makes a notebook at `path`, an empty file, from the whole one at `other` and the readable
  /// parts of the damaged one at `source`. Versions of `other` stay as they are; those that it has
  /// not seen are brought under new authors, with their times (`SalvagedVersions`).
  static func complete(
    _ source: String, with other: String, to path: String, now: Date
  ) throws -> SalvageReport {
    let file = try ForeignFile.open(other)
    defer { file.close() }
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction { db in
      try file.read { whole in try whole.backup(to: db) }
      try NotebookSchema.bringUpToDate(db)
    }
    guard file.isUnchanged else { throw NotebookError.locked(path: other) }
    // Without a name it is gone when it is closed.
    var report = try collect(from: source, to: "", now: now) { salvaged, _ in
      try database.write { db in
        guard try NotebookIdentity.relation(salvaged.db, db) != .nothing else {
          throw NotebookError.unrelated(path: other, to: source)
        }
        try SalvagedVersions(salvaged.db, unknownTo: db).store(in: db) { _ in }
        try MissingMetadata.restore(in: db, now: now)
        try upgrade(db)
      }
    }
    let salvaged = report.notes
    report.notes = try database.read { try NoteSummary.fetchAll($0).count }
    report.notesCompleted = max(0, report.notes - salvaged)
    try database.close()
    return report
  }
}

/// The result of salvaging a notebook.
package struct SalvageReport: Sendable, Equatable {
  /// Notes in the new notebook, those in the trash included.
  package var notes = 0
  /// Rows of the old file that could be read: values, authors and tombstones.
  package var rowsRead = 0
  /// Rows in the new notebook. The rest was superseded by another that was read, or is refused.
  package var rowsKept = 0
  /// Rows that are no part of any notebook, or cannot be read.
  package var rowsRefused = 0
  /// Pages whose rows could not be read.
  package var pagesLost = 0
  /// Notes whose title, hashtags and times were lost and were derived again from their texts.
  package var notesRestored = 0
  /// Notes that only the other notebook had, with which it was completed.
  package var notesCompleted = 0
  /// The values that were lost or altered, a line each, without text of notes; the first thousand.
  package internal(set) var losses: [String] = []

  /// Whether all that the file held is in the new notebook.
  package var isComplete: Bool { rowsRefused == 0 && pagesLost == 0 && losses.isEmpty }

  /// Adds to `losses`, while there is room.
  mutating func add(loss: String) {
    if losses.count < 1000 { losses.append(loss) }
  }
}
