import ArgumentParser
import Foundation
import JSON
import MiniMarkdown
import Notebook
import UserSettings

struct Today: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the note of the day; the first time it is made.",
    discussion: """
      On a terminal it opens in your editor. Elsewhere its id and title are printed. It is made of \
      the template $XDG_CONFIG_HOME/commonplace/templates/day.md (by default in ~/.config), in \
      which {{date}} stands for the date; without such a file, it has the date as its title, and \
      the hashtag #journal.
      """)

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Print JSON, and do not open the editor.")
  var json = false

  func run() throws {
    let day = String(Date().local().prefix(10))
    let text = try DayTemplate.user().text(of: day)
    let title = NoteContent(text: text).title.trimmed
    try options.change { notebook in
      // Of several, such as of two devices, the first: so each device takes the same.
      let known = try notebook.notes().filter { $0.storedTitle.trimmed == title }
        .min { ($0.created, $0.id) < ($1.created, $1.id) }
      let note = try known ?? notebook.createNote(text: text).summary
      let action = known == nil ? NoteAction.created : .found
      guard !json, NotebookOptions.isTerminal else {
        return try StandardOutput.write(
          json ? note.json(after: action).line : "\(note.id)  \(note.title.listed)".terminalSafeLine
        )
      }
      let lines = try notebook.note(id: note.id).text.split(
        separator: "\n", omittingEmptySubsequences: false)
      try options.edit(note.id, line: lines.count, in: notebook, json: false)
    }
  }
}

/// The text of which notes of the day are made.
struct DayTemplate {
  private let template: String
  /// The path of the template; nil for the built-in one.
  private let path: String?

  /// The template without a file.
  static let builtIn = DayTemplate(template: "# {{date}}\n#journal\n\n", path: nil)

  /// The user's, if there is one.
  static func user(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> DayTemplate {
    let path = SettingsFile.folder(environment) + "/templates/day.md"
    guard FileManager.default.fileExists(atPath: path) else { return builtIn }
    return DayTemplate(template: try TextInput.text(at: path), path: path)
  }

  /// The text of a note of the day `day`, such as 2026-11-22. Throws if its title does not say the
  /// day: the note would not be found again, or be that of every day.
  func text(of day: String) throws -> String {
    let text = template.replacingOccurrences(of: "{{date}}", with: day).withLineFeedsOnly
    guard NoteContent(text: text).title.contains(day) else {
      throw CommandFailure(
        .badData, "the title in \(path ?? "") has no {{date}}",
        "write it into the first heading, such as # {{date}}")
    }
    return text
  }
}
