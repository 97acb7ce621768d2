import ArgumentParser
import Foundation
import JSON
import MiniMarkdown
import Notebook
import NotebookIndex
import UserSettings

struct Today: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the note of the day; create it if missing.",
    discussion: """
      On a terminal, the note opens in your editor; otherwise, its ID and title are printed. A \
      new note is created from the template ~/.config/commonplace/templates/day.md \
      ($XDG_CONFIG_HOME replaces ~/.config): {{date}} becomes the date, and your editor opens on \
      the line of {{cursor}}. Without this file, the note has the date as its title, and the \
      hashtag #journal.

      EXAMPLES:
        commonplace today
        commonplace today yesterday
      """)

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON, and do not open the editor.")
  var json = false

  @Argument(
    help: "The day: today, yesterday, tomorrow, or a date such as 2026-11-21.",
    completion: .list(["today", "yesterday", "tomorrow"]),
    transform: { name in
      guard let day = NoteDay(named: name) else {
        throw ValidationError("give today, yesterday, tomorrow, or a date such as 2026-11-21")
      }
      return day
    })
  var day = NoteDay(Date())

  func run() throws {
    let filled = try UserTemplates().filled(for: day)
    try options.change { notebook in
      let (note, isNew) = try notebook.titles.dayNote(filled)
      guard !json, NotebookOptions.isTerminal else {
        let action = isNew ? NoteAction.created : .found
        return try StandardOutput.write(
          json
            ? note.summary.json(after: action).line
            : "\(note.summary.id)  \(note.summary.title.listed)".terminalSafeLine)
      }
      let end = NoteTemplate.Filled(text: note.text).line
      try options.edit(
        note.summary.id, line: isNew ? filled.line : end, in: notebook, json: false)
    }
  }
}

struct UserTemplates {
  private let folder = TemplateFolder(environment: ProcessInfo.processInfo.environment)

  /// Returns the text for a new note of `day`. Throws if the template cannot be read, or if the
  /// filled title does not contain the date.
  func filled(for day: NoteDay) throws -> NoteTemplate.Filled {
    let template = try text(of: TemplateFolder.day).map { NoteTemplate(file: $0) } ?? .day
    guard let filled = template.filled(for: day) else {
      throw CommandFailure(
        .badData, "the title in \(folder.path(of: TemplateFolder.day)) has no {{date}}",
        "add it to the first heading, such as # {{date}}")
    }
    return filled
  }

  /// Throws if the template does not exist or cannot be read.
  func template(of name: String) throws -> String {
    if let text = try text(of: name) { return text }
    let names = folder.names().prefix(20).joined(separator: ", ")
    throw CommandFailure(
      .usage, "no template “\(name.terminalSafeLine)”",
      names.isEmpty ? "create \(folder.path(of: name))" : "choose one of: \(names)")
  }

  private func text(of name: String) throws -> String? {
    do {
      return try folder.text(of: name)
    } catch {
      throw CommandFailure(
        .badData, "\(folder.path(of: name)) \(error.message)", error.advice)
    }
  }

  static let completion = CompletionKind.custom { _, _, _ in
    TemplateFolder(environment: ProcessInfo.processInfo.environment).names()
  }
}
