import Base
import GRDB
import KeyValueStore
import Notebook
import NotebookFile

extension Importer {
  mutating func merge(_ path: String) throws {
    var isOfSource = true
    do {
      let file = try ForeignFile.open(path)
      defer { file.close() }
      let theirs = Set(try file.read { db in try NoteSummary.fetchAll(db) }.map(\.id))
      isOfSource = false
      let before = Set(try notebook.read { db in try NoteSummary.fetchAll(db) }.map(\.id))
      let merge: (Database) throws -> MergeReport = { [isDryRun, notebook] db in
        try file.read { source in
          do {
            if isDryRun { return try Merge.preview(from: source, into: db) }
            let report = try db.withManyPages {
              try Merge.merge(from: source, into: db) { try notebook.remember($0, in: db) }
            }
            try notebook.settle(after: report, from: source, in: db)
            return report
          } catch {
            let meaning = file.meaning(of: error)
            isOfSource = meaning is NotebookError
            throw meaning
          }
        }
      }
      let merged =
        isDryRun ? try notebook.read(merge) : try notebook.write { _, db in try merge(db) }
      let changed = merged.changedScopes.intersection(theirs)
      report.new += changed.subtracting(before).count
      report.updated += changed.intersection(before).count
      report.unchanged += theirs.subtracting(changed).count
      let differing = merged.newConflictScopes.intersection(before)
      report.conflicts +=
        isDryRun ? differing.count : try notebook.conflicts.notes(among: Array(differing)).count
      if !isDryRun {
        let faults = try notebook.read { try MergeOutcome.faults($0, among: merged.changedKeys) }
        report.remarks += faults.map { fault in
          let text =
            "has \(fault.key.prefix(60)) of note \(fault.note), which was imported, but \(fault.problem)"
          return ImportReport.Remark(file: path, text: text)
        }
      }
      if merged.rowsSkipped > 0 {
        let text = "has \(merged.rowsSkipped.counted("value")) that cannot be read: keep this file"
        report.remarks.append(ImportReport.Remark(file: path, text: text))
      }
    } catch let error as NotebookError where isOfSource {
      skip(path, "is not imported: \(error.description)")
    }
  }

  mutating func importOlderDatabase(_ path: String) throws {
    let (notes, deleted): ([IncomingNote], Int)
    do {
      (notes, deleted) = try LegacyDatabase(path: path).notes()
    } catch {
      return skip(path, "is not imported: \(error.description)")
    }
    for note in notes {
      add(note, file: path)
      try flushIfLarge()
    }
    if deleted > 0 {
      let text = "has \(deleted.counted("deleted note")), not imported"
      report.remarks.append(ImportReport.Remark(file: path, text: text))
    }
  }
}
