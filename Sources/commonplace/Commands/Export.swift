import ArgumentParser
import Foundation
import ImportExport

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

  @Argument(help: ArgumentHelp("The folder. It is made if missing.", valueName: "folder"))
  var folder: String

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder's path is empty") }
  }

  func run() throws {
    let report = try options.open().export(to: folder)
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
    if !report.skipped.isEmpty {
      throw CommandFailure(
        .badData, "\(Counts.of(report.skipped.count, "note")) could not be exported",
        "import the changed files first, or choose another folder")
    }
  }
}
