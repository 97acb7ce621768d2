import ArgumentParser
import JSON
import Notebook
import NotebookIndex
import Terminal

struct Links: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List links to and from a note.",
    discussion: """
      Notes link to each other with [[Title]] and [[Title#Heading|words]], or with paths as in \
      Markdown. Each sentence with a link begins with the line and the column of the link, both \
      counted from 1, in the note that contains the link. “commonplace search” finds notes by \
      their links: links-to:TITLE, linked-from:TITLE, orphan: and unlinked:TITLE.
      """)

  @OptionGroup var options: NotebookOptions

  @Argument(help: NotebookOptions.noteHelp, completion: NotebookCompletion.note)
  var note: String

  @OptionGroup var printing: PrintingOptions

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    let note = try options.find(note, in: notebook)
    let found = try notebook.links.surroundings(of: note.id)
    if json {
      var object = note.nameJSON.object ?? [:]
      object["pointing"] = .array(found.pointing.map(\.json))
      object["pointedAt"] = .array(found.pointedAt.map(\.json))
      object["missing"] = .array(
        found.missing.map { name, position in
          var object = position.json.object ?? [:]
          object["name"] = name.json
          return .object(object)
        })
      try StandardOutput.write(JSONValue.object(object).line)
    } else {
      try show(found)
    }
    guard found.isEmpty else { return }
    let problem =
      note.isTrashed
      ? "“\(note.title.listed)” is in the trash, so its links are not listed"
      : "no links to or from “\(note.title.listed)”"
    throw CommandFailure(
      .nothingFound, problem,
      note.isTrashed
        ? "“commonplace restore” restores it" : "link to it with [[its title]] in another note")
  }

  private func show(_ found: NoteSurroundings) throws {
    let output = ListOutput(printing)
    let list = PrintedNotes(format: .short, output: output)
    func part(_ title: String, _ notes: [LinkedNote]) -> String {
      guard !notes.isEmpty else { return "" }
      return output.rendered([Line(title)])
        + notes.map { note in
          list.text(PrintedNotes.Item(note: note.note))
            + output.rendered(note.positions.flatMap { $0.lines(to: output.width) })
        }.joined()
    }
    var parts = [
      part("Linked from \(Counts.of(found.pointing.count, "note")):", found.pointing),
      part("Links to \(Counts.of(found.pointedAt.count, "note")):", found.pointedAt),
    ]
    if !found.missing.isEmpty {
      let count = found.missing.count
      let title = count == 1 ? "1 link to a missing note:" : "\(count) links to missing notes:"
      parts.append(
        output.rendered(
          [Line(title)] + found.missing.flatMap { $0.position.lines(to: output.width) }))
    }
    try output.write(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }
}

extension LinkPosition {
  fileprivate func lines(to cells: Int?) -> [Line] {
    let spans = [
      Span("\(line + 1):\(column + 1)", TextStyle(.green)), Span(": "),
      Span(sentence.terminalSafeLine),
    ]
    return (cells.map { Line.wrapped(spans, to: max(2, $0 - 2)) } ?? [Line(spans)])
      .map { $0.indented(by: 2) }
  }

  fileprivate var json: JSONValue {
    ["line": (line + 1).json, "column": (column + 1).json, "text": sentence.json]
  }
}

extension LinkedNote {
  fileprivate var json: JSONValue {
    var object = note.nameJSON.object ?? [:]
    object["places"] = .array(positions.map(\.json))
    return .object(object)
  }
}
