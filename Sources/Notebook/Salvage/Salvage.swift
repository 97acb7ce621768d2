import Base
package import Foundation
import GRDB
package import NotebookFile

/// Creates a notebook from the readable parts of one that is damaged, or rejected because of its
/// schema.
///
/// Reads the old file without SQLite, so that its schema is not executed, and damage in one part
/// does not hide other parts. Rebuilds the full-text index. If everything can be read, the versions
/// keep their authors and numbers. If anything is lost, or the file is inconsistent, they get new
/// ones (`SalvageAuthor`), so that a merge with a backup restores all its values, and removes none.
package enum Salvage {
  /// Reads the file at `source` and creates a notebook at `destination`, where nothing may exist.
  ///
  /// Does not change `source`. With `other`, an intact copy or a backup of the same notebook, the
  /// result also contains everything in that. Throws the problem of either file. Throws
  /// `notANotebook` if `source` does not contain any valid row of a notebook, `nothingRecovered` if
  /// something is lost and no note is left, and `unrelated` if `other` is not the same notebook.
  /// Then nothing is created. Cost: linear in the files.
  package static func run(
    from source: String, to destination: String, with other: String? = nil, now: Date = Date()
  ) throws(NotebookError) -> SalvageReport {
    let source = absolutePath(source)
    let destination = absolutePath(destination)
    guard !destination.contains("\0") else {
      throw .cannotCreate(path: destination, reason: "it is not a valid path")
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
          report.add(
            loss: "parts of the file contradict each other: a merge treats all its values as new")
        }
        if !report.isComplete { try notebook.forgetAuthors() }
        for id in try notebook.restoreMetadata(now: now) {
          report.notesRestored += 1
          report.add(
            loss: "note \(id): title and hashtags were restored from its text, its times from its "
              + "last save")
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
  /// Whether the file shows no damage: it is intact, or rejected only because it declares more than
  /// a notebook does.
  private static func isSound(_ path: String) -> Bool {
    FileCheck.isWhole(path) || (try? PageFile(path: path))?.declaresAllOfANotebook ?? false
  }

  /// Applies the app's upgrade to 2.0 in a notebook created from an older one. The app would not
  /// apply it, because the new notebook already has the newer format version.
  private static func upgrade(_ db: Database) throws {
    if try !MetadataUpgrade.lacking(db).isEmpty { try MetadataUpgrade.run(in: db) }
  }

  /// Creates a notebook at `path`, an empty file, from the rows of the file at `source`, and makes
  /// these consistent. Then calls `body`, in the same transaction.
  @discardableResult
  static func collect(
    from source: String, to path: String, now: Date,
    _ body: (SalvagedNotebook, inout SalvageReport) throws -> Void = { _, _ in }
  ) throws -> SalvageReport {
    let rows = try SalvageSource(path: source)
    var configuration = Configuration()
    // Authors may be read after their values, or be lost.
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    var report = SalvageReport()
    try database.write { db in
      try NotebookSchema.install(in: db)
      let notebook = try SalvagedNotebook(db)
      var done = 0
      try rows.forEachRow(&report) { row in
        done += 1
        Work.step("Saving values", done)
        try notebook.insert(row)
      }
      if notebook.hasRivals { report.add(loss: "some values have the same key: all are kept") }
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
  /// Creates a notebook at `path`, an empty file, from the intact one at `other` and the readable
  /// parts of the damaged one at `source`. Versions in `other` stay, unless rows of `source` show
  /// that they were superseded. Versions that `other` has not seen are added under new authors,
  /// with their times (`SalvagedVersions`). Throws `unrelated` if both are not the same notebook.
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
    // A database without a name is deleted when closed.
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

package struct SalvageReport: Sendable, Equatable {
  /// Includes the trash.
  package var notes = 0
  /// Number of rows of the old file that could be read: values, authors and tombstones.
  package var rowsRead = 0
  /// Number of rows that were kept, and of authors that were added because their rows were lost.
  /// Other rows were read twice, superseded by rows that were read, or refused.
  package var rowsKept = 0
  /// Number of rows that are invalid or cannot be read, and of tombstones that the file
  /// contradicts.
  package var rowsRefused = 0
  /// Number of unreadable pages in the trees of tables.
  package var pagesLost = 0
  /// Number of notes whose title, hashtags and times were lost, and were derived again.
  package var notesRestored = 0
  /// Number of notes that the other notebook added.
  package var notesCompleted = 0
  /// Descriptions of lost or altered values, one line each, without text of notes; the first
  /// thousand.
  package internal(set) var losses: [String] = []

  package var isComplete: Bool { rowsRefused == 0 && pagesLost == 0 && losses.isEmpty }

  mutating func add(loss: String) {
    if losses.count < 1000 { losses.append(loss) }
  }
}
