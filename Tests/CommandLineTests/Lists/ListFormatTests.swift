import DisplayWidth
import Foundation
import Notebook
import NotebookFile
import Terminal
import TestSupport
import Testing

@testable import NotebookSearch
@testable import commonplace

/// Templates of lists, and lists within the width of a terminal.
@Suite struct ListFormatTests {
  private static let note: NoteSummary? = {
    guard let folder = try? TemporaryFolder(),
      (try? Notebook.create(
        at: folder.path("n.libnotes"), notes: ["# A {title}\tof\u{1B}[1m note\n\n#a #b\n"])) != nil,
      let notebook = try? Notebook.open(
        at: folder.path("n.libnotes"), state: StateFolder(path: folder.path("state")))
    else { return nil }
    return try? notebook.notes.all().first
  }()

  @Test(arguments: [
    (#"{title}\t{tags}"#, "A {title}\\tof\\u{1B}[1m note\t#a #b\n"),
    (#"\{title}: {section}\n-\\"#, "{title}: \n-\\\n"), ("ids", "ID\n"), ("{short}", "ID8\n"),
    ("{line}:{column}:{text}", "3:4:some text\n::other\n"), ("{book}x{authors}", "x\n"),
  ])
  func fillsTemplates(template: String, expected: String) throws {
    let note = try #require(Self.note)
    let format = try ListFormat(argument: template)
    let list = PrintedNotes(format: format, output: ListOutput(color: .always, width: 10))
    let passages = [
      FoundPassage(
        snippet: "some text", highlights: [0..<4], line: 2, columns: 3..<4, scalarColumns: 3..<4),
      FoundPassage(snippet: "other", highlights: []),
    ]
    let text = list.text(PrintedNotes.Item(note: note, passages: passages, passageCount: 2))
      .replacing(note.id, with: "ID").replacing(note.id.prefix(8), with: "ID8")
    #expect(text == expected)
  }

  @Test(arguments: ["short", "full", "ids", "tsv"])
  func knowsPresets(name: String) throws {
    #expect(throws: Never.self) { try ListFormat(argument: name) }
  }

  @Test(arguments: ["", "long", "{titel}", "{title", "{", #"{id}\x"#, #"{id}\"#])
  func refusesOthers(text: String) {
    #expect(throws: (any Error).self) { try ListFormat(argument: text) }
  }

  /// No line is wider than the terminal, whatever the title, and a wide character is whole or left out.
  @Test(arguments: [1, 2, 12, 20, 39, 40, 41, 80])
  func fitsTheWidth(columns: Int) throws {
    for title in [
      "short", String(repeating: "日本語", count: 30),
      "👩‍👩‍👧 é\u{301} " + String(repeating: "x", count: 90),
    ] {
      for tags in [[], ["#a"], ["#科学/物理", "#" + String(repeating: "t", count: 50)]] {
        let note = NoteSummary(id: "A", title: title, tags: tags)
        let passage = FoundPassage(
          snippet: title + " " + title, highlights: [0..<(title.first?.utf16.count ?? 0)], line: 9,
          columns: 0..<1, scalarColumns: 0..<1)
        for format in [ListFormat.short, .full] {
          let list = PrintedNotes(
            format: format, output: ListOutput(color: .never, width: columns))
          for passages in [[], [passage]] {
            let item = PrintedNotes.Item(
              note: note, passages: passages, passageCount: passages.count)
            let lines = list.text(item).split(separator: "\n")
            // Wide characters need two cells; of one column nothing can be made.
            let most = format == .short && passages.isEmpty ? columns : max(columns, 4)
            #expect(lines.allSatisfy { $0.displayWidth <= most }, "\(columns) \(lines)")
            #expect(!lines.joined().contains("\u{FFFD}"))
          }
        }
      }
    }
  }

  @Test(
    arguments: [("less -S", "less -S"), ("  ", nil), ("cat", nil), ("", nil)] as [(String, String?)]
  )
  func pagersOfTheEnvironment(variable: String, command: String?) {
    #expect(Pager(environment: ["PAGER": variable])?.command == command)
  }
}
