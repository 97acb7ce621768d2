import ArgumentParser
import Books
import JSON
import Notebook

struct Tag: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add hashtags to a note, or remove them.",
    usage: "commonplace tag <note> (+<hashtag> | -<hashtag>) …",
    discussion: """
      “commonplace tag walden +books/2021 -stoic” adds #books/2021 to the text and removes \
      #stoic from it. New hashtags go to the last line that has only hashtags, or else to a new \
      line at the end. Removing #books does not remove #books/2021. “commonplace tags rename” \
      renames a hashtag in all notes.

      EXAMPLES:
        commonplace tag walden +philosophy -books/essays
      """)

  static let optionsWithValue: Set = ["--notebook"]

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @Argument(
    help: ArgumentHelp(
      "+ and a hashtag to add, or - and a hashtag to remove.", valueName: "+hashtag|-hashtag"),
    completion: NotebookCompletion.tagChange)
  var changes: [String]

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let change = try change()
    try options.change { notebook in
      let note = try options.find(note, in: notebook)
      var outcome = change.applied(to: try notebook.note(id: note.id).text)
      if !outcome.isUnchanged {
        _ = try notebook.edit(note.id) { text in
          outcome = change.applied(to: text)
          return outcome.isFaithful ? outcome.text : text
        }
      }
      guard outcome.isFaithful else {
        throw CommandFailure(
          .badData,
          "cannot change only these hashtags in “\(note.title.listed)”, because of the characters "
            + "next to them",
          "change them with “commonplace edit”")
      }
      try announce(outcome, note, in: notebook)
    }
  }

  private func change() throws -> TagChange {
    var change = TagChange(adding: [], removing: [])
    for word in changes {
      guard let sign = word.first, "+-".contains(sign) else {
        throw CommandFailure(
          .usage, "“\(word)” does not begin with + or -",
          "use +\(word) to add it, -\(word) to remove it")
      }
      let name = String(word.dropFirst())
      guard TagRename.isName(name) else { throw CommandFailure(noHashtag: name) }
      if sign == "+" {
        change.added.append(HashtagPath(name))
      } else {
        change.removed.append(HashtagPath(name))
      }
    }
    if let both = change.added.first(where: change.removed.contains) {
      throw CommandFailure(.usage, "cannot both add and remove \(both)", "choose one")
    }
    return change
  }

  private func announce(
    _ outcome: TagChange.Outcome, _ note: NoteSummary, in notebook: Notebook
  ) throws {
    if json {
      let action = outcome.isUnchanged ? NoteAction.unchanged : .tagged
      var object = try notebook.summary(of: note.id)?.json(after: action).object ?? [:]
      object["added"] = outcome.added.json
      object["removed"] = outcome.removed.map(\.tag).json
      object["present"] = outcome.present.json
      object["absent"] = outcome.absent.json
      return try StandardOutput.write(JSONValue.object(object).line)
    }
    try options.announce(
      outcome.isUnchanged ? .unchanged : .tagged, note.id, in: notebook, json: false)
    for tag in outcome.added { try StandardOutput.write("  + \(tag)".terminalSafeLine) }
    for removed in outcome.removed {
      let occurrences = removed.occurrences > 1 ? " (\(removed.occurrences) times)" : ""
      try StandardOutput.write("  - \(removed.tag)\(occurrences)".terminalSafeLine)
    }
    for tag in outcome.present {
      try StandardOutput.write("  \(tag) is already in the text".terminalSafeLine)
    }
    for tag in outcome.absent {
      let isOfBook = note.book?.tags.contains { HashtagPath($0) == HashtagPath(tag) } ?? false
      let words = isOfBook ? "is not in the text, but in the book's record" : "is not in the text"
      try StandardOutput.write("  \(tag) \(words)".terminalSafeLine)
    }
  }
}
