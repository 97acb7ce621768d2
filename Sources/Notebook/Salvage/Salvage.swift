public import Foundation
internal import GRDB

/// Makes a notebook of what can still be read of one that is damaged, or that is refused because of
/// what it declares.
///
/// The old file is read without SQLite, so that nothing in it runs and damage in one place hides
/// nothing in another; its full-text index is not read but made anew. The versions keep their
/// authors and numbers, so that the new notebook can be merged with copies of the old one. What was
/// lost is in the new notebook's version vector all the same: merging does not bring it back.
public enum Salvage {
  /// Reads the file at `source` and makes a notebook at `destination`, where nothing may be.
  ///
  /// `source` is not changed. Throws what is wrong with either, as `notANotebook` when there is not one
  /// row of a notebook in `source`, and `nothingRecovered` when something is lost and not one note
  /// left; then nothing is made. Cost: linear in the file, a few seconds for 100 MB.
  public static func run(
    from source: String, to destination: String, now: Date = Date()
  ) throws(NotebookError) -> SalvageReport {
    let source = absolutePath(source)
    let destination = absolutePath(destination)
    guard !destination.contains("\0") else {
      throw .cannotCreate(path: destination, reason: "not a path")
    }
    let rows = try SalvageSource(path: source)
    do {
      let publication = try Publication(to: destination)
      defer { publication.discard() }
      let report = try write(rows, to: publication.temporaryPath, now: now)
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
  private static func write(
    _ rows: SalvageSource, to path: String, now: Date
  ) throws -> SalvageReport {
    var configuration = Configuration()
    // Authors may come after their values, or be lost.
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    var report = SalvageReport()
    try database.write { db in
      try NotebookSchema.install(in: db)
      let notebook = try SalvagedNotebook(db)
      try rows.forEachRow(&report, notebook.insert)
      try notebook.settle()
      report.rowsKept = try notebook.rowCount
      for id in try notebook.restoreMetadata(now: now) {
        report.notesRestored += 1
        report.add(loss: "note \(id): title, hashtags and times were made anew from its text")
      }
      report.notes = try NoteSummary.fetchAll(db).count
    }
    try database.close()
    return report
  }
}
