import ArgumentParser
import Base
import Foundation
import JSON
import MiniMarkdown
import Notebook
import PackratParsing
import UserSettings

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List text that looks like a prompt or a tag but is not.",
    discussion: """
      One line for each finding, “where:line:column: severity: message [code]”; columns count \
      characters. docs/diagnostics.md explains every code. Of a note, “where” is its id. Each \
      note is checked alone; editors also report duplicate questions and missing images.

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
    let settings = CommandSettings.current
    let hasHints = cardQuality ?? settings.showsCardQuality
    let unwanted = settings.unwantedDiagnostics.union(disabled)
    var findings: [JSONValue] = []
    var hasWarnings = false
    try forEachText { name, text, hasBook in
      let hints = hasHints ? text.cardQuality(hasBook: hasBook) : []
      for diagnostic in text.diagnostics() + hints
      where !unwanted.contains(diagnostic.code.rawValue) {
        let finding = LintFinding(diagnostic, in: text, of: name)
        hasWarnings = hasWarnings || diagnostic.severity == .warning
        if json {
          findings.append(finding.json)
        } else {
          try StandardOutput.write(finding.printed.terminalSafeLine)
        }
      }
    }
    if json { try StandardOutput.write(JSONValue.array(findings).line) }
    if hasWarnings { throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue) }
  }

  /// Gives each text that is meant to `body`, with its name, and whether its note is about a book.
  private func forEachText(_ body: (String, DocumentSnapshot, Bool) throws -> Void) throws {
    var opened: Notebook?
    if texts.isEmpty {
      let notebook = try options.open()
      let notes = try notebook.notes()
      for (index, note) in notes.enumerated() {
        Work.step("Reading notes", index, of: notes.count)
        for text in try notebook.texts(of: [note.id]) {
          try body(text.id, MiniMarkdownDocument(text.text).snapshot, note.book != nil)
        }
      }
    }
    for name in texts {
      if name == "-" || FileManager.default.fileExists(atPath: name) {
        try body(name, MiniMarkdownDocument(decoding: TextInput.bytes(at: name)).snapshot, false)
      } else {
        let notebook = try opened ?? options.open()
        opened = notebook
        let note = try notebook.note(id: options.find(name, in: notebook).id)
        try body(
          note.summary.id, MiniMarkdownDocument(note.text).snapshot, note.summary.book != nil)
      }
    }
  }
}

/// A diagnostic with its place as people count: from 1.
private struct LintFinding {
  var name: String
  var line: Int
  var column: Int
  var diagnostic: NoteDiagnostic

  init(_ diagnostic: NoteDiagnostic, in text: DocumentSnapshot, of name: String) {
    let place = text.position(of: diagnostic.range.lowerBound, in: .utf32)
    (line, column) = (place.line + 1, place.column + 1)
    self.diagnostic = diagnostic
    self.name = name
  }

  var printed: String {
    "\(name):\(line):\(column): \(diagnostic.severity): \(diagnostic.message) "
      + "[\(diagnostic.code.rawValue)]"
  }

  var json: JSONValue {
    [
      "where": name.json, "line": line.json, "column": column.json,
      "severity": "\(diagnostic.severity)".json, "code": diagnostic.code.rawValue.json,
      "message": diagnostic.message.json,
    ]
  }
}
