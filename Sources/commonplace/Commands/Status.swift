import ArgumentParser
import Foundation
import JSON
import Maintenance
import Notebook
import NotebookFile

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the notebook in use, and whether changes are published.",
    discussion: """
      Saved changes that are not published are safe on this machine, but other devices do not \
      see them yet. The next command that changes something publishes them, too.
      """)

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print one short line, for the status line of a shell or an editor.")
  var line = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if line, json { throw ValidationError("use either --line or --json") }
  }

  func run() throws {
    let location = options.location
    let notebook = try options.open(namesLeftTexts: false)
    let report = StatusReport(
      path: notebook.path, location: location, status: try notebook.status(),
      refusal: notebook.refusal, leftTexts: EditorText.left(in: notebook))
    if json { return try StandardOutput.write(report.json.line) }
    if line { return try StandardOutput.write(report.line.terminalSafeLine) }
    let lines = report.lines
    let width = lines.map(\.name.count).max() ?? 0
    for (name, value) in lines {
      let gap = String(repeating: " ", count: width - name.count + 2)
      try StandardOutput.write(name + gap + value.terminalSafeLine)
    }
  }
}

struct StatusReport {
  var path: String
  var location: NotebookLocation
  var status: NotebookStatus
  /// The error for writes to a notebook that was only found in a folder; nil if it may be written.
  var refusal: NotebookError?
  var leftTexts: [EditorText.Left] = []

  var lines: [(name: String, value: String)] {
    let other = status.lastOther.map { other in
      "\(other.time.local()), \(other.author.isEmpty ? "another device" : other.author)"
        + (other.mark.map { ", another device with this name [\($0)]" } ?? "")
    }
    return [
      ("notebook", path),
      ("because", reason),
      ("published", publication),
      ("other device", other.map { "last wrote \($0)" } ?? "never wrote"),
      ("in conflict", conflicts),
      ("phone", phone),
    ] + leftTexts.map { ("not saved", "a text \($0.words): \($0.path)") }
      + (leftTexts.isEmpty
        ? [] : [("", "“commonplace edit --recover” saves \(leftTexts.count > 1 ? "them" : "it")")])
  }

  var line: String { short.text }

  private var short: StatusLine {
    StatusLine(
      path: path, unpublishedSaves: status.unpublishedSaves, conflicts: status.conflicts,
      hasProblem: status.problem != nil)
  }

  private var reason: String {
    switch location.origin {
    case .explicit: "chosen by --notebook"
    case .environment: "chosen by $COMMONPLACE_NOTEBOOK"
    case .settings: "chosen by your settings (“commonplace config”)"
    case .folder:
      "the nearest notebook in or above the current folder"
        + (refusal.map { "; commands do not change it: \(Self.words($0))" } ?? "")
    case .dataFolder: "the default, because no other was chosen or found"
    }
  }

  private var publication: String {
    if status.unpublishedSaves == 0 {
      return status.problem.map { "all changes, but the file has a problem: \(Self.words($0))" }
        ?? "all"
    }
    let cause =
      status.problem.map(Self.words)
      ?? "the next command that changes something publishes them, or an open editor does (for a large "
      + "notebook, this may take some minutes)"
    return "\(short.unpublished) not published yet: \(cause)"
  }

  private var conflicts: String {
    status.conflicts == 0
      ? "none"
      : "\(Counts.of(status.conflicts, "note")): “commonplace conflicts” lists them"
  }

  private var phone: String {
    if !status.isReadByApp { return "the app cannot read the file: see “published”" }
    return status.isNewer
      ? "only a current version of the app can read the file: its format is newer than "
        + NotebookStatus.format
      : "the app can read it: format \(NotebookStatus.format)"
  }

  private static func words(_ error: NotebookError) -> String {
    "\(error.message.asPhrase). \(error.standingAdvice)"
  }

  var json: JSONValue {
    let origin =
      switch location.origin {
      case .explicit: "option"
      case .environment: "environment"
      case .settings: "settings"
      case .folder: "folder"
      case .dataFolder: "default"
      }
    return [
      "notebook": path.json, "origin": origin.json,
      "isPublished": (status.unpublishedSaves == 0).json,
      "unpublishedCount": status.unpublishedSaves.map { Int(clamping: $0).json } ?? .null,
      "problem": status.problem.map { Self.words($0).json } ?? .null,
      "refusal": refusal.map { Self.words($0).json } ?? .null,
      "lastOther": status.lastOther.map { other in
        [
          "author": other.author.json, "written": other.time.ISO8601Format().json,
          "mark": other.mark.json,
        ]
      } ?? .null,
      "conflictCount": status.conflicts.json, "isReadByApp": status.isReadByApp.json,
      "isNewerFormat": status.isNewer.json, "format": NotebookStatus.format.json,
      "leftTexts": leftTexts.map(\.path).json,
    ]
  }
}
