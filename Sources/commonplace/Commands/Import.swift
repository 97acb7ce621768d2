import ArgumentParser
import Foundation
import ImportExport
import JSON

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Import notes from files and folders.",
    discussion: """
      Markdown files and folders of them, exports, other notebooks (.libnotes, .kvcrdt) and the \
      app's older databases (.grail, .notedb). Importing twice changes nothing the second time. \
      A note that was changed on both sides keeps both texts: “commonplace conflicts” lists it. \
      A note that was imported and then deleted here for good does not come back, unless its \
      file has changed since.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp("Files and folders to import.", valueName: "file"), completion: .file())
  var files: [String]

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if files.contains(where: \.isEmpty) { throw ValidationError("a path is empty") }
  }

  func run() throws {
    var skipped = 0
    if dryRun {
      skipped = try report(options.open().importNotes(from: files, isDryRun: true))
    } else {
      try options.change { notebook in
        skipped = try report(notebook.importNotes(from: files))
      }
    }
    guard skipped > 0 else { return }
    throw CommandFailure(
      .badData, "\(Counts.of(skipped, "file")) could not be imported",
      "see the reasons above; all other files were processed")
  }

  /// Prints the result, or its preview. Returns the number of files left out.
  private func report(_ report: ImportReport) throws -> Int {
    if json {
      try StandardOutput.write(report.json(isDryRun: dryRun).line)
      return report.skipped.count
    }
    let counts = Counts([
      (report.new, "new"), (report.updated, "updated"), (report.unchanged, "unchanged"),
      (report.deleted, "deleted here before"), (report.conflicts, "changed on both sides"),
      (report.skipped.count, "skipped"),
    ])
    try StandardOutput.write((dryRun ? "Would import: " : "Imported: ") + "\(counts)")
    for remark in report.remarks {
      StandardError.write("commonplace: note: \(remark.file) \(remark.text)".terminalSafeLine)
    }
    for file in report.skipped {
      StandardError.write("commonplace: skipped: \(file.file) \(file.text)".terminalSafeLine)
    }
    return report.skipped.count
  }
}

extension ImportReport {
  fileprivate func json(isDryRun: Bool) -> JSONValue {
    func list(_ remarks: [Remark]) -> JSONValue {
      .array(remarks.map { ["file": $0.file.json, "text": $0.text.json] })
    }
    return [
      "isDryRun": isDryRun.json, "newCount": new.json, "updatedCount": updated.json,
      "unchangedCount": unchanged.json, "deletedCount": deleted.json,
      "conflictCount": conflicts.json, "skipped": list(skipped), "remarks": list(remarks),
    ]
  }
}
