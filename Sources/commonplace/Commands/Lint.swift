import ArgumentParser
import Base
import Foundation
import JSON
import LanguageServer
import MiniMarkdown
import Notebook
import NotebookFile
import UserSettings

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List text that looks like a prompt or a tag but is not.",
    discussion: """
      One line for each finding, “where:line:column: severity: message [code]”; columns count \
      characters. docs/diagnostics.md explains every code. Of a note, “where” is its id. It \
      says what an editor says; other notes are compared, too, if there is a notebook. A file \
      of a mirror is looked at as its note.

      Exit codes: 0 nothing, or no warnings; 1 warnings.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(
    help: ArgumentHelp(
      "Files, - for standard input, or notes by id or title. Without any, all notes.",
      valueName: "note|file|-"),
    completion: .file())
  var texts: [String] = []

  @Flag(inversion: .prefixedNo, help: "Print hints about weak cards, too.")
  var cardQuality: Bool?

  @Option(
    name: .customLong("disable"),
    help: ArgumentHelp(
      "A diagnostic code to leave out; may be given several times.", valueName: "code"))
  var disabled: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    for code in disabled where NoteDiagnostic.Code(rawValue: code) == nil {
      throw ValidationError(
        "--disable: there is no diagnostic “\(code)”; “lint” prints their codes in brackets")
    }
  }

  func run() throws {
    var settings = CommandSettings.current
    settings.showsCardQuality = cardQuality ?? settings.showsCardQuality
    settings.disabledDiagnostics.formUnion(disabled)
    var printed: [JSONValue] = []
    var hasWarnings = false
    var examiner: TextExaminer?
    try forTexts { notebook, texts in
      var current = examiner ?? TextExaminer(notebook, settings: settings)
      let subjects = try texts.map { text in
        let note = try text.path.flatMap { try current.note(ofFile: $0) } ?? text.note
        return TextExaminer.Subject(text: text.text, note: note?.id, hasBook: note?.book != nil)
      }
      for (text, findings) in zip(texts, try current.findings(in: subjects)) {
        for finding in findings {
          hasWarnings = hasWarnings || ["warning", "error"].contains(finding.severity)
          if json {
            printed.append(finding.json(of: text.name))
          } else {
            try StandardOutput.write(finding.line(of: text.name).terminalSafeLine)
          }
        }
      }
      examiner = current
    }
    if json { try StandardOutput.write(JSONValue.array(printed).line) }
    if hasWarnings { throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue) }
  }

  /// A text, under the name by which it was asked for.
  private struct NamedText {
    var name: String
    var text: String
    /// The note that it is.
    var note: NoteSummary?
    /// The absolute path of the file that it is.
    var path: String?
  }

  /// The number of notes that are read together; of notes, and bytes of text, that are examined together.
  private static let batch = (read: 16, notes: 256, bytes: 8 << 20)

  /// Gives the texts that are meant to `body`, some at a time, with the notebook, if there is one.
  private func forTexts(_ body: (Notebook?, [NamedText]) throws -> Void) throws {
    if texts.isEmpty {
      let notebook = try options.open()
      let notes = try notebook.notes()
      var (read, size) = ([NamedText](), 0)
      for start in stride(from: 0, to: notes.count, by: Self.batch.read) {
        Work.step("Reading notes", start, of: notes.count)
        let some = notes[start..<min(start + Self.batch.read, notes.count)]
        for (note, text) in zip(some, try notebook.texts(of: some.map(\.id))) {
          read.append(NamedText(name: note.id, text: text.text, note: note))
          size += text.text.utf8.count
        }
        if read.count >= Self.batch.notes || size >= Self.batch.bytes {
          try body(notebook, read)
          (read, size) = ([], 0)
        }
      }
      return try body(notebook, read)
    }
    let areFiles = texts.map { $0 == "-" || FileManager.default.fileExists(atPath: $0) }
    // Files are looked at without a notebook, too.
    let notebook =
      areFiles.contains(false) ? try options.open() : try? Notebook.open(options.location)
    for (name, isFile) in zip(texts, areFiles) {
      if isFile {
        let text = String(decoding: try TextInput.bytes(at: name), as: UTF8.self)
        let path = name == "-" ? nil : absolutePath(name)
        try body(notebook, [NamedText(name: name, text: text, path: path)])
      } else if let notebook {
        let note = try notebook.note(id: options.find(name, in: notebook).id)
        try body(
          notebook, [NamedText(name: note.summary.id, text: note.text, note: note.summary)])
      }
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
