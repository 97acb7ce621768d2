import Foundation
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import commonplace

/// A text in an editor is saved or found again, whenever the terminal closes or the command ends.
///
/// `COMMONPLACE_HANG_UPS` is the number of moments at which the terminal closes: 50 in the long form.
@Suite struct EditorTextTests {
  static let moments: [Int] = {
    let given = ProcessInfo.processInfo.environment["COMMONPLACE_HANG_UPS"].flatMap(Int.init)
    let count = min(max(1, given ?? 6), 50)
    return (1...count).map { $0 * 50 / count }
  }()

  /// A notebook with a note “Walden”, an editor that is a script, and a command on a terminal.
  private struct Editing {
    let folder: TemporaryFolder
    let terminal: PseudoTerminal

    init(_ words: String = "edit Walden", editor: String) throws {
      folder = try TemporaryFolder()
      let path = folder.url.path(percentEncoded: false)
      try Notebook.create(at: path + "/n.libnotes", notes: ["# Walden\n\nFirst.\n"])
      try folder.addProgram("editor", editor)
      terminal = try #require(
        PseudoTerminal(
          "exec '\(Self.tool)' \(words) --notebook n.libnotes", columns: 80, rows: 14,
          environment: Self.environment(path), folder: path))
    }

    private static let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)

    private static func environment(_ path: String) -> [String: String] {
      [
        "PATH": "/usr/bin:/bin", "HOME": path, "TERM": "dumb", "LANG": "C.UTF-8",
        "EDITOR": "./editor", "COMMONPLACE_NOTEBOOK": path + "/n.libnotes",
      ]
    }

    /// Runs another command, without a terminal. Returns what it says.
    func run(_ words: String...) throws -> (status: Int32, output: String) {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(filePath: Self.tool)
      process.arguments = words
      process.environment = Self.environment(folder.url.path(percentEncoded: false))
      process.currentDirectoryURL = folder.url
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// The folders of texts in the state folder.
    var texts: [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path(Self.editing))
      return (names ?? []).map { folder.path(Self.editing + "/" + $0) }
    }

    private static let editing = ".local/state/commonplace/editing"

    /// Waits until the editor has said `word`.
    func wait(for word: String) -> Bool { terminal.wait { $0.sent.contains(word) } }

    /// Waits until there is a file.
    func wait(forFile name: String) -> Bool {
      let deadline = ContinuousClock.now + .seconds(60)
      while ContinuousClock.now < deadline {
        if FileManager.default.fileExists(atPath: folder.path(name)) { return true }
        usleep(10_000)
      }
      return false
    }

    /// Whether the text of the note has `words`, or, if it is offered, gets them.
    func finds(_ words: String, in note: String = "Walden") throws -> Bool {
      if try run("show", note).output.contains(words) { return true }
      let status = try run("status").output
      guard status.contains("not saved"), status.contains("edit --recover"),
        try run("notes").output.contains("a text from your editor was not saved"),
        try run("edit", "--recover").status == 0
      else { return false }
      return try run("show", note).output.contains(words)
    }
  }

  @Test(arguments: moments) func hangUp(moment: Int) throws {
    let editing = try Editing(
      editor: """
        i=0
        while [ $i -lt 45 ]; do i=$((i+1)); echo "line $i." >> "$1"; echo "wrote $i."; done
        echo finished
        """)
    let last = min(moment, 45)
    #expect(editing.wait(for: moment > 45 ? "finished" : "wrote \(last)."))
    #expect(editing.terminal.hangUp() != nil)
    #expect(try editing.finds("line \(last).\n"))
    #expect(try !editing.run("status").output.contains("not saved"))
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalSaves(number: Int32) throws {
    let editing = try Editing(
      editor: "echo 'One more.' >> \"$1\"; echo wrote; exec sleep 1000")
    #expect(editing.wait(for: "wrote"))
    editing.terminal.send(number)
    #expect(editing.terminal.end() == 128 + number)
    #expect(try editing.run("show", "Walden").output == "# Walden\n\nFirst.\nOne more.\n")
    #expect(try !editing.run("status").output.contains("not saved"))
  }

  @Test func ctrlCIsTheEditors() throws {
    let editing = try Editing(
      editor: "echo 'One more.' >> \"$1\"; echo wrote; exec sleep 1000")
    #expect(editing.wait(for: "wrote"))
    editing.terminal.type("\u{3}")
    #expect(editing.terminal.end() == 0)
    #expect(try editing.run("show", "Walden").output.contains("One more."))
  }

  /// Commands, and the note after the last words are saved: each has its words once.
  @Test(arguments: [
    ("edit Walden", "# Walden\n\nFirst.\nOne more.\nLast.\n"),
    ("append Walden", "# Walden\n\nFirst.\n\nOne more.\nLast.\n"),
  ])
  func anEditorThatGoesOnMayWriteAgain(words: String, text: String) throws {
    let editing = try Editing(
      words,
      editor: """
        trap '' HUP TERM
        echo 'One more.' >> "$1"
        echo wrote
        until [ -e go ]; do sleep 0.05; done
        echo 'Last.' >> "$1"
        touch written
        """)
    #expect(editing.wait(for: "wrote"))
    editing.terminal.send(SIGTERM)
    #expect(editing.terminal.end() == 128 + SIGTERM)
    #expect(try editing.run("show", "Walden").output.contains("One more."))
    #expect(try !editing.run("status").output.contains("not saved"))
    try Data().write(to: editing.folder.url.appending(path: "go"))
    #expect(editing.wait(forFile: "written"))
    #expect(try editing.finds("One more.\nLast.\n"))
    #expect(try editing.run("show", "Walden").output == text)
    #expect(editing.texts == [])
  }

  @Test(arguments: [
    ("edit Walden", "# Walden\n\nFirst.\nKilled.\n", "Walden"),
    ("new", "# New\n\nKilled.\n", "New"),
    ("append Walden", "Killed.\n", "Walden"),
  ])
  func aKilledCommandLeavesItsText(words: String, text: String, note: String) throws {
    let editing = try Editing(
      words, editor: "cat > \"$1\" <<'END'\n\(text)END\necho wrote; exec sleep 1000")
    #expect(editing.wait(for: "wrote"))
    editing.terminal.send(SIGKILL)
    #expect(editing.terminal.end() == 128 + SIGKILL)
    // For its user alone.
    let folder = try #require(editing.texts.first)
    #expect(try Self.mode(folder) == 0o700)
    #expect(try Self.mode(folder + "/note.md") == 0o600)
    #expect(try editing.finds("Killed.\n", in: note))
    #expect(editing.texts == [])
    #expect(try editing.run("edit", "--recover").status == 1)
  }

  @Test func aLaterTextIsNotReplaced() throws {
    let editing = try Editing(
      editor: "echo 'Killed.' >> \"$1\"; echo wrote; exec sleep 1000")
    #expect(editing.wait(for: "wrote"))
    editing.terminal.send(SIGKILL)
    _ = editing.terminal.end()
    #expect(try editing.run("rename", "Walden", "Later").status == 0)
    #expect(try editing.run("edit", "--recover").status == 0)
    #expect(try editing.run("show", "Later").output == "# Later\n\nFirst.\nKilled.\n")
  }

  @Test func aTextThatIsEditedIsNotOffered() throws {
    let editing = try Editing(
      editor: "echo 'One more.' >> \"$1\"; echo wrote; read line; exit 0")
    #expect(editing.wait(for: "wrote"))
    #expect(try !editing.run("status").output.contains("not saved"))
    #expect(try editing.run("edit", "--recover").status == 1)
    editing.terminal.type("\n")
    #expect(editing.terminal.end() == 0)
    #expect(try editing.run("show", "Walden").output.contains("One more."))
  }

  /// A command that recovers a text holds it, so that no other saves it too.
  @Test func aTextIsRecoveredByOneCommand() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("n.libnotes")
    try Notebook.create(at: path, notes: ["# Walden\n"])
    let notebook = try Notebook.open(at: path, state: StateFolder(path: folder.path("state")))
    defer { try? notebook.close() }
    let file = try EditorText.begin("", as: .newNote, in: notebook).path
    try "# New\n".write(toFile: file, atomically: false, encoding: .utf8)
    let held = EditorText.left(in: notebook)
    #expect(held.map(\.path) == [file])
    #expect(EditorText.left(in: notebook).isEmpty)
    withExtendedLifetime(held) {}
  }

  private static func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? Int ?? 0) & 0o777
  }
}
