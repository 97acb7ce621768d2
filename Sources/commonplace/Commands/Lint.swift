import ArgumentParser
import Base
import Foundation
import JSON
import MiniMarkdown
import Notebook
import NotebookFile
import TextDiagnostics
import UserSettings

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find broken prompts, hashtags, links and images.",
    discussion: """
      Finds text that looks like a prompt or a hashtag but is not, broken links and more, as an \
      editor does. Prints one line per problem: “where:line:column: severity: message [code]”. \
      “where” is a file or the ID of a note; the column counts characters. docs/diagnostics.md \
      explains each code. If you have a notebook, a file is also compared with its notes. A file \
      of a mirror is checked like its note.

      Exit codes: 0 without warnings, 1 with warnings.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp(
      "Files, - for standard input, or notes by ID or title. Default: all notes.",
      valueName: "note|file|-"),
    completion: .file())
  var texts: [String] = []

  @Flag(inversion: .prefixedNo, help: "Also print hints about weak cards.")
  var cardQuality: Bool?

  @Flag(help: "Check files by the app's rules for notes, as if they were in the notebook.")
  var asNote = false

  @Option(
    name: .customLong("disable"),
    help: ArgumentHelp(
      "A diagnostic code to skip. Can be repeated.", valueName: "code"))
  var disabled: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    for code in disabled where !DiagnosticRule.all.contains(where: { $0.code == code }) {
      throw ValidationError(
        "--disable: unknown diagnostic “\(code)”; “commonplace lint” prints codes in brackets")
    }
  }

  func run() throws {
    var settings = CommandSettings.current
    settings.showsCardQuality = cardQuality ?? settings.showsCardQuality
    settings.disabledDiagnostics.formUnion(disabled)
    var report = Report(isJSON: json)
    if texts.isEmpty {
      var examiner = TextExaminer(try options.open(), settings: settings)
      for (note, findings) in try examiner.findingsInAllNotes() {
        try report.add(findings, in: note.id)
      }
    } else {
      let areFiles = texts.map { $0 == "-" || FileManager.default.fileExists(atPath: $0) }
      // Files can be checked without a notebook.
      let notebook =
        areFiles.contains(false) ? try options.open() : try? Notebook.open(options.location)
      var examiner = TextExaminer(notebook, settings: settings, filesAs: asNote ? .note : .file)
      for (name, isFile) in zip(texts, areFiles) {
        if isFile {
          let text = String(decoding: try TextInput.bytes(at: name), as: UTF8.self)
          let note = name == "-" ? nil : try examiner.note(ofFile: absolutePath(name))
          try report.add(
            examiner.findings(
              in: text, note: note?.id, hasBook: note?.book != nil,
              file: name == "-" ? nil : absolutePath(name)), in: name)
        } else if let notebook {
          let note = try notebook.note(id: options.find(name, in: notebook).id)
          try report.add(
            examiner.findings(
              in: note.text, note: note.summary.id, hasBook: note.summary.book != nil),
            in: note.summary.id)
        }
      }
    }
    try report.end()
  }

  /// Lines are printed as they are added, and JSON at the end.
  private struct Report {
    let isJSON: Bool
    private var values: [JSONValue] = []
    private var hasWarnings = false

    init(isJSON: Bool) { self.isJSON = isJSON }

    mutating func add(_ findings: [TextExaminer.Finding], in name: String) throws {
      for finding in findings {
        hasWarnings = hasWarnings || ["warning", "error"].contains(finding.severity)
        if isJSON {
          values.append(finding.json(of: name))
        } else {
          try StandardOutput.write(finding.line(of: name).terminalSafeLine)
        }
      }
    }

    func end() throws {
      if isJSON { try StandardOutput.write(JSONValue.array(values).line) }
      if hasWarnings { throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue) }
    }
  }
}

extension TextExaminer.Finding {
  fileprivate func line(of name: String) -> String {
    "\(name):\(line):\(column): \(severity): \(message) [\(code)]"
  }

  fileprivate func json(of name: String) -> JSONValue {
    [
      "where": name.json, "line": line.json, "column": column.json, "severity": severity.json,
      "code": code.json, "message": message.json,
    ]
  }
}
