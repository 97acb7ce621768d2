import ArgumentParser
import Foundation
import JSON
import Notebook

struct SalvageNotebook: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    abstract: "Recover a damaged or unreadable notebook into a new file.",
    discussion: """
      Copies the readable parts to the new file, and lists the losses. The damaged file is not \
      changed, and existing files are not replaced. --with adds what a backup, or another intact \
      copy of the same notebook, contains. Later changes in the damaged file are kept if they \
      can be read.
      """)

  @Argument(
    help: ArgumentHelp("The notebook to read.", valueName: "file"), completion: .file())
  var source: String

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("Path of the new notebook, which must not exist.", valueName: "new"))
  var destination: String

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp("An intact copy or a backup of the same notebook.", valueName: "other"))
  var other: String?

  @Flag(help: "Print JSON.")
  var json = false

  private static let shownLosses = 20

  func run() throws {
    let report = try Salvage.run(from: source, to: destination, with: other)
    if json { return try StandardOutput.write(report.json.line) }
    try StandardOutput.write(
      "Created \(destination.terminalSafeLine): \(Counts.of(report.notes, "note")). "
        + "Values: \(report.rowsRead) read, \(report.rowsKept) kept, \(report.rowsRefused) skipped."
    )
    if let other, report.notesCompleted > 0 {
      try StandardOutput.write(
        "Found only in \(other.terminalSafeLine): \(Counts.of(report.notesCompleted, "note")).")
    }
    guard !report.isComplete else { return }
    StandardError.write(
      other.map {
        "commonplace: note: these parts cannot be read; \($0.terminalSafeLine) may contain them:"
      }
        ?? "commonplace: note: these parts were lost or changed:")
    for loss in report.losses.prefix(Self.shownLosses) {
      StandardError.write("  " + loss.terminalSafeLine)
    }
    let more = report.losses.count - Self.shownLosses
    if more > 0 { StandardError.write("  … and \(more) more; --json lists them") }
  }
}

extension SalvageReport {
  fileprivate var json: JSONValue {
    [
      "noteCount": notes.json, "readRowCount": rowsRead.json, "keptRowCount": rowsKept.json,
      "refusedRowCount": rowsRefused.json, "lostPageCount": pagesLost.json,
      "restoredNoteCount": notesRestored.json, "completedNoteCount": notesCompleted.json,
      "isComplete": isComplete.json,
      "losses": .array(losses.map(\.json)),
    ]
  }
}
