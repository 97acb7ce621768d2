import ArgumentParser
import Foundation
import ImportExport
import JSON

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write all notes as Markdown files.",
    discussion: """
      One file a note, with YAML before the text for its other fields, and images beside them. \
      Data without a place in Markdown, such as the statistics of prompts, goes to the folder \
      commonplace-data, so that “commonplace import” gets everything back. Files in the folder \
      that are not exports, or were changed since, are left as they are.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp("The folder. It is made if missing.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder's path is empty") }
  }

  func run() throws {
    let notebook = try options.open()
    let report = try Interruption.finishing(
      "the files that were written stay; the same command goes on"
    ) { try notebook.export(to: folder) }
    if json {
      try StandardOutput.write(report.json(folder: folder).line)
    } else {
      try tell(report)
    }
    if !report.skipped.isEmpty {
      throw CommandFailure(
        .badData, "\(Counts.of(report.skipped.count, "note")) could not be exported",
        "import the changed files first, or choose another folder")
    }
  }

  private func tell(_ report: ExportReport) throws {
    let counts = Counts([
      (report.new, "new"), (report.updated, "updated"), (report.unchanged, "unchanged"),
      (report.skipped.count, "left as they are"),
    ])
    try StandardOutput.write("Exported to \(folder): \(counts)".terminalSafeLine)
    for file in report.skipped {
      StandardError.write("commonplace: note: \(file.file) \(file.reason)".terminalSafeLine)
    }
    if report.unreadable > 0 {
      StandardError.write(
        "commonplace: note: \(Counts.of(report.unreadable, "value")) cannot be read; they are not "
          + "in the export")
    }
  }
}

extension ExportReport {
  fileprivate func json(folder: String) -> JSONValue {
    [
      "folder": folder.json, "newCount": new.json, "updatedCount": updated.json,
      "unchangedCount": unchanged.json, "assetCount": assets.json,
      "unreadableCount": unreadable.json,
      "skipped": .array(skipped.map { ["file": $0.file.json, "text": $0.reason.json] }),
    ]
  }
}
