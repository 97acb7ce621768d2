import ArgumentParser
import Base
import Foundation
import JSON
import Mirror
import Notebook

struct MirrorNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Mirror the notebook as a folder of Markdown files.",
    discussion: """
      Each note is one file, “Title.md”. Changes go both ways: saving a file saves its note, and \
      a change in the notebook rewrites the file. A new file becomes a note. Removing a file \
      moves its note to the trash. Renaming a file changes the title of its note. A note that \
      was changed on both sides keeps both texts: “commonplace conflicts” lists the note, and a \
      second file next to the first contains the other text. Without --watch, the command mirrors \
      once. An editor's server mirrors while it runs. The command asks before it creates a mirror \
      in a folder that already contains files.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp("The folder, created if missing.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Flag(help: "Continue to mirror changes until you press Ctrl-C.")
  var watch = false

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  @Flag(help: "Treat missing files and notes as deleted by you, even if many are missing.")
  var force = false

  @Flag(help: "Stop mirroring the folder; files and notes stay.")
  var forget = false

  @Flag(help: "Do not ask before creating a mirror in a folder that already contains files.")
  var yes = false

  @Flag(help: "Print JSON; with --watch, one line per change.")
  var json = false

  func validate() throws {
    if folder.isEmpty { throw ValidationError("the folder's path is empty") }
    if forget && (watch || dryRun || force || yes) {
      throw ValidationError("--forget can be combined only with --notebook and --json")
    }
    if watch && dryRun { throw ValidationError("--watch and --dry-run cannot be combined") }
  }

  func run() throws {
    if dryRun { return try mirror(in: try options.open()) }
    try options.change { notebook in
      if forget {
        try NoteMirror.forget(folder, of: notebook)
        return try StandardOutput.write(
          json
            ? (["action": "forgotten", "folder": folder.json] as JSONValue).line
            : "No longer mirrored: \(folder)".terminalSafeLine)
      }
      guard try isMeant(in: notebook) else {
        if !json { try StandardOutput.write("Nothing was mirrored.") }
        throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue)
      }
      try mirror(in: notebook)
    }
  }

  /// Returns whether the folder may become a mirror. If it contains other items, asks on a
  /// terminal, because its Markdown files become notes, and throws if it cannot ask. Does not ask
  /// with `yes`.
  private func isMeant(in notebook: Notebook) throws -> Bool {
    let count = yes ? 0 : try NoteMirror.others(in: folder, of: notebook)
    guard count > 0 else { return true }
    let things = count == 1 ? "1 item" : "\(count) items"
    guard TerminalQuestion.isPossible else {
      throw CommandFailure(
        .usage, "\(folder) contains \(things), and is not a mirror yet",
        "use --yes to mirror it, or name an empty folder")
    }
    let answer = TerminalQuestion.ask(
      "\(folder.terminalSafeLine) contains \(things). Write all notes there and import its Markdown "
        + "files? [y/N] ")
    return ["y", "yes"].contains(answer?.lowercased())
  }

  private func mirror(in notebook: Notebook) throws {
    let mirror = try NoteMirror.open(at: folder, of: notebook, isDryRun: dryRun)
    defer { mirror.close() }
    var options = MirrorOptions()
    (options.isDryRun, options.isForced) = (dryRun, force)
    let report = try mirror.sync(options) { Work.step("Mirroring files", $0, of: $1) }
    let prefix = dryRun ? "Would mirror" : "Mirrored"
    try StandardOutput.write(
      json
        ? report.json(folder: folder, isDryRun: dryRun).line
        : "\(prefix) \(folder): \(report.summary)".terminalSafeLine)
    announce(report.remarks)
    guard watch else { return }
    // The command now waits for changes, so the progress line ends.
    ProgressLine.shared.end()
    try watch(mirror, notebook, announced: Set(report.remarks))
  }

  private func watch(
    _ mirror: NoteMirror, _ notebook: Notebook, announced: Set<MirrorReport.Remark>
  ) throws {
    var announced = announced
    var toldError: String?
    var pause = Duration.milliseconds(500)
    while !Interruption.came {
      // A signal interrupts the sleep.
      usleep(UInt32(exactly: min(pause / .microseconds(1), 1e9).rounded()) ?? 500_000)
      let begun = ContinuousClock.now
      // Pauses 20 times as long as the work took, so that a large folder does not keep the machine
      // busy.
      defer { pause = max(.milliseconds(500), (.now - begun) * 20) }
      do {
        _ = try notebook.refresh()
        let report = try mirror.sync(.watching)
        try notebook.publishIfDue()
        if report.isAnything {
          try StandardOutput.write(
            json
              ? report.json(folder: folder, isDryRun: false).line
              : "\(Date().local())  \(report.summary)")
        }
        announce(report.remarks.filter { !announced.contains($0) })
        announced = Set(report.remarks)
        toldError = nil
      } catch let error as OutputError {
        throw error
      } catch {
        if Interruption.came { break }
        // The error may be temporary: a disk may return, or another program may finish.
        let failure = CommandFailure(error).description
        if failure != toldError { StandardError.write(failure) }
        toldError = failure
      }
    }
  }

  private func announce(_ remarks: [MirrorReport.Remark]) {
    for remark in remarks {
      StandardError.write("commonplace: note: \(remark.file) \(remark.text)".terminalSafeLine)
    }
  }
}

extension MirrorReport {
  fileprivate var summary: String {
    let counts = Counts([
      (written, written == 1 ? "file written" : "files written"),
      (removed, removed == 1 ? "file removed" : "files removed"),
      (saved, saved == 1 ? "note saved" : "notes saved"),
      (created, created == 1 ? "new note" : "new notes"), (trashed, "moved to the trash"),
      (renamed, "renamed"),
      (conflicts, conflicts == 1 ? "new conflict" : "new conflicts"),
      (settled, settled == 1 ? "conflict resolved" : "conflicts resolved"),
    ])
    return isAnything ? "\(counts)" : "\(Counts.of(files, "note")), nothing to do"
  }
}

extension MirrorReport {
  fileprivate func json(folder: String, isDryRun: Bool) -> JSONValue {
    [
      "folder": folder.json, "isDryRun": isDryRun.json, "fileCount": files.json,
      "writtenCount": written.json, "removedCount": removed.json, "savedCount": saved.json,
      "createdCount": created.json, "trashedCount": trashed.json, "renamedCount": renamed.json,
      "conflictCount": conflicts.json, "settledCount": settled.json,
      "remarks": .array(remarks.map { ["file": $0.file.json, "text": $0.text.json] }),
    ]
  }
}
