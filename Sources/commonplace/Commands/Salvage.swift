import ArgumentParser
import Foundation
import JSON
import Notebook

struct SalvageNotebook: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    abstract: "Recover a new notebook from a damaged or refused one.",
    discussion: """
      Copies the readable parts, and lists the losses. The damaged file is not changed, and no \
      other file is replaced. --with adds the content of a backup, or of another intact copy \
      of the same notebook; later changes are kept if they can be read.
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

  /// Maximum number of losses printed for people.
  private static let shownLosses = 20

  func run() throws {
    let report = try Salvage.run(from: source, to: destination, with: other)
    if json { return try StandardOutput.write(report.json.line) }
    try StandardOutput.write(
      "Created \(destination.terminalSafeLine): \(Counts.of(report.notes, "note")). "
        + "Rows: \(report.rowsRead) read, \(report.rowsKept) kept, \(report.rowsRefused) refused.")
    if let other, report.notesCompleted > 0 {
      try StandardOutput.write(
        "\(Counts.of(report.notesCompleted, "note")) only \(other.terminalSafeLine) had.")
    }
    guard !report.isComplete else { return }
    StandardError.write(
      other.map { "commonplace: note: cannot be read; \($0.terminalSafeLine) may have had it:" }
        ?? "commonplace: note: something was lost or had to be altered:")
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
