import Foundation
import Notebook
import NotebookFile
import TestSupport
import Testing

/// Commands that ask or open an editor, on a real terminal.
@Suite struct EditingTerminalTests {
  /// A notebook with some notes, and a command on a terminal.
  private struct Story {
    let folder: TemporaryFolder
    let terminal: PseudoTerminal

    /// `editor` is a script; its argument is the file. The note `trashed` is in the trash.
    init(
      _ words: String, editor: String = "exit 0", fzf: String? = nil, trashing trashed: String = ""
    ) throws {
      folder = try TemporaryFolder()
      let path = folder.url.path(percentEncoded: false)
      try Notebook.create(
        at: path + "/n.libnotes",
        notes: ["# Walden\n\nFirst.\n", "# Walden again\n\nSecond.\n", "# Emma\n"])
      for note in try Self.notebook(in: folder).notes.all() where note.title == trashed {
        let notebook = try Self.notebook(in: folder)
        try notebook.trash(note.id)
        try notebook.close()
      }
      try folder.addProgram("editor", editor)
      if let fzf { try folder.addProgram("fzf", fzf) }
      let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)
      terminal = try #require(
        PseudoTerminal(
          "exec '\(tool)' --notebook n.libnotes \(words)", columns: 80, rows: 14,
          environment: [
            "PATH": (fzf == nil ? "" : path + ":") + "/usr/bin:/bin", "HOME": path, "TERM": "dumb",
            "LANG": "C.UTF-8", "EDITOR": "./editor",
          ], folder: path))
    }

    /// The titles of the notes, sorted; those in the trash in parentheses.
    func titles() throws -> [String] {
      try notebook().notes.all(includingTrash: true)
        .map { $0.isTrashed ? "(\($0.title))" : $0.title }.sorted()
    }

    func notebook() throws -> Notebook { try Self.notebook(in: folder) }

    private static func notebook(in folder: TemporaryFolder) throws -> Notebook {
      try Notebook.open(
        at: folder.path("n.libnotes"),
        state: StateFolder(path: folder.path(".local/state/commonplace")))
    }
  }

  @Test func newOpensTheEditor() throws {
    let story = try Story("new", editor: "printf '# Made\\n\\nHere.\\n' > \"$1\"")
    #expect(story.terminal.end() == 0)
    #expect(story.terminal.screen.contains("  Made"))
    #expect(try story.titles() == ["Emma", "Made", "Walden", "Walden again"])
  }

  @Test(arguments: ["exit 0", ": > \"$1\"", "printf '\\n \\n' > \"$1\""])
  func newOfNothingMakesNothing(editor: String) throws {
    let story = try Story("new", editor: editor)
    #expect(story.terminal.end() == 65)
    #expect(story.terminal.screen.contains("no note created"))
    #expect(try story.titles().count == 3)
  }

  @Test func appendOpensTheEditor() throws {
    let story = try Story("append emma", editor: "echo Added. > \"$1\"")
    #expect(story.terminal.end() == 0)
    let notebook = try story.notebook()
    let emma = try #require(try notebook.notes.all().first { $0.title == "Emma" })
    #expect(try notebook.note(id: emma.id).text == "# Emma\n\nAdded.\n")
  }

  @Test func todayOpensTheEditorAtItsEnd() throws {
    let story = try Story("today", editor: "echo \"$@\" > line; echo Rain. >> \"$1\"")
    #expect(story.terminal.end() == 0)
    #expect(story.terminal.screen.contains("Saved: "))
    let notes = try story.notebook().notes.all(tag: "journal")
    #expect(notes.count == 1)
    let text = try story.notebook().note(id: notes.first?.id ?? "").text
    #expect(text.hasSuffix("\n#journal\n\nRain.\n"))
  }

  @Test func ofSeveralNotesOneIsChosenByNumber() throws {
    let story = try Story("trash wald")
    #expect(story.terminal.wait { $0.contains("Choose a note (1–2):") })
    #expect(story.terminal.screen.contains("First.") && story.terminal.screen.contains("Second."))
    let second = story.terminal.screen.lines.first { $0.hasPrefix("2") }
    story.terminal.type("2\n")
    #expect(story.terminal.end() == 0)
    let isAgain = second?.contains("Walden again") == true
    #expect(try story.titles().contains(isAgain ? "(Walden again)" : "(Walden)"))
  }

  @Test(arguments: ["3", "0", "x", "", "-1"])
  func anotherAnswerChoosesNone(answer: String) throws {
    let story = try Story("trash wald")
    #expect(story.terminal.wait { $0.contains("Choose a note (1–2):") })
    story.terminal.type(answer + "\n")
    #expect(story.terminal.end() == 1)
    #expect(story.terminal.screen.contains("no note was chosen"))
    #expect(try story.titles() == ["Emma", "Walden", "Walden again"])
  }

  @Test func fzfChooses() throws {
    let story = try Story("trash wald", fzf: "grep again")
    #expect(story.terminal.end() == 0)
    #expect(try story.titles() == ["(Walden again)", "Emma", "Walden"])
  }

  @Test func fzfThatIsLeftChoosesNone() throws {
    let story = try Story("trash wald", fzf: "exit 130")
    #expect(story.terminal.end() == 1)
    #expect(try story.titles() == ["Emma", "Walden", "Walden again"])
  }

  @Test(arguments: [("y", 0, true), ("", 1, false), ("no", 1, false)])
  func mirroringAmongOtherThingsAsks(answer: String, status: Int32, isDone: Bool) throws {
    let story = try Story("mirror .")
    #expect(story.terminal.wait { $0.sent.contains("[y/N]") && $0.sent.contains("2 items") })
    story.terminal.type(answer + "\n")
    #expect(story.terminal.end() == status)
    #expect(FileManager.default.fileExists(atPath: story.folder.path("Emma.md")) == isDone)
  }

  @Test(arguments: [("y", 0, 2), ("YES", 0, 2), ("", 0, 3), ("no", 0, 3)])
  func emptyingTheTrashAsks(answer: String, status: Int32, left: Int) throws {
    let story = try Story("trash --empty", trashing: "Emma")
    #expect(
      story.terminal.wait {
        $0.contains("Permanently delete 1 note? [y/N]") && $0.contains("Emma")
      })
    story.terminal.type(answer + "\n")
    #expect(story.terminal.end() == status)
    #expect(try story.titles().count == left)
  }
}
