import Foundation
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition
import TestSupport
import Testing

/// Reviewing on a real terminal. Each step types keys and waits for what the screen is to show.
@Suite struct ReviewTerminalTests {
  /// A notebook with one note of one card, and the command on a terminal.
  private struct Story {
    let folder: TemporaryFolder
    let terminal: PseudoTerminal
    var path: String { folder.url.appending(path: "n.libnotes").path(percentEncoded: false) }

    init(
      _ text: String, _ options: String = "", columns: Int = 60, rows: Int = 14,
      environment: [String: String] = [:], isJob: Bool = false
    ) throws {
      folder = try TemporaryFolder()
      let path = folder.url.path(percentEncoded: false)
      try Notebook.create(at: path + "/n.libnotes", notes: [text])
      let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)
      let all = [
        "PATH": "/usr/bin:/bin", "HOME": path, "TERM": "xterm-256color", "LANG": "C.UTF-8",
      ].merging(environment) { $1 }
      let review = "'\(tool)' review --notebook n.libnotes \(options)"
      let job = "set -m; \(review); echo stopped with $?; fg; echo ended with $?"
      terminal = try #require(
        PseudoTerminal(
          isJob ? job : "exec " + review, columns: columns, rows: rows, environment: all,
          folder: path))
    }

    func shows(_ text: String, after keys: String = "") -> Bool {
      terminal.type(keys)
      return terminal.wait { $0.contains(text) }
    }

    /// The lines once they are these, or when they are not; a screen may come in several parts.
    func lines(expecting lines: [String]) -> [String] {
      _ = terminal.wait { $0.lines == lines }
      return terminal.screen.lines
    }

    /// The answers as they are on disk.
    func answers() throws -> [Ease?] {
      let state = StateFolder(
        path: folder.url.appending(path: ".local/state/commonplace").path(percentEncoded: false))
      return try Notebook.open(at: path, state: state).reviews.log().map { $0.details?.ease }
    }
  }

  private static let walden = "# Walden\n\nThoreau lived ?[how long?](two years) at a pond.\n"

  @Test func aSession() throws {
    let story = try Story(Self.walden)
    let front = [
      "  ░░░░░░░░░░░░░░░░░░░░░░░░░░░░  0 of 1", "", "", "  FILL IN THE BLANK", "",
      "  Thoreau lived [how long?] at a pond.", "", "", "", "", "", "", "",
      "  space show  q stop  ? help  u undo  e edit  s suspend",
    ]
    #expect(story.lines(expecting: front) == front)
    #expect(story.shows("2 Right 4 days", after: " "))
    #expect(story.terminal.screen.contains("lived two years at"))
    #expect(story.terminal.screen.contains("—Walden"))
    #expect(try story.answers() == [])
    #expect(story.shows("0 of 1, 1 again", after: "1"))
    #expect(try story.answers() == [.again])
    #expect(story.shows("was undone", after: "u"))
    #expect(try story.answers() == [])
    #expect(story.shows("0 of 1, 1 again", after: "\u{1B}[D"))
    #expect(story.shows("2 Right", after: "\r"))
    #expect(story.shows("Done. 2 answers: 1 right, 1 wrong.", after: "\r"))
    story.terminal.type("q")
    #expect(story.terminal.end() == 0)
    #expect(story.terminal.screen.isGivenBack && story.terminal.isCooked)
    #expect(story.terminal.screen.unknown.isEmpty)
    #expect(try story.answers() == [.again, .good])
  }

  /// A user who stops before the end reads the result of the answers, below the earlier text.
  @Test func stoppingEarly() throws {
    let story = try Story(Self.walden)
    #expect(story.shows("two years", after: " "))
    #expect(story.shows("1 again", after: "1"))
    story.terminal.type("q")
    #expect(story.terminal.end() == 0)
    let end = "Stopped. 1 answer: 0 right, 1 wrong. Everything is saved; 1 card is left."
    #expect(story.terminal.screen.sent.contains(end))
    #expect(try story.answers() == [.again])
  }

  @Test func keysThatDoNothingYet() throws {
    let story = try Story(Self.walden, "--answers 4", columns: 80)
    #expect(story.shows("[how long?]"))
    // Answers before the back is shown, and nothing to undo.
    #expect(story.shows("Nothing to undo", after: "34\u{1B}[Cxu"))
    #expect(story.shows("suspend the card", after: "?"))
    #expect(story.shows("[how long?]", after: " "))
    #expect(story.shows("4 Easy 4 days", after: " "))
    #expect(story.shows("Suspended", after: "s"))
    #expect(story.shows("two years", after: "u"))
    #expect(story.shows("Done.", after: "k"))
    story.terminal.type("\u{1B}")
    #expect(story.terminal.end() == 0)
    #expect(try story.answers() == [])
  }

  /// However it is ended, the terminal is as it was.
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV])
  func aSignalEndsIt(signal: Int32) throws {
    let story = try Story(Self.walden)
    #expect(story.shows("[how long?]"))
    #expect(!story.terminal.isCooked)
    story.terminal.send(signal)
    #expect(story.terminal.end() == 128 + signal)
    #expect(story.terminal.screen.isGivenBack && story.terminal.isCooked)
  }

  /// Though the terminal was opened for reading alone where keys come from.
  @Test func dyingGivesTheScreenBack() throws {
    let story = try Story(Self.walden, "< /dev/tty")
    #expect(story.shows("[how long?]"))
    story.terminal.send(SIGSEGV)
    #expect(story.terminal.end() == 128 + SIGSEGV)
    #expect(story.terminal.screen.isGivenBack && story.terminal.isCooked)
  }

  @Test func controlCEndsIt() throws {
    let story = try Story(Self.walden)
    #expect(story.shows("two years", after: " "))
    #expect(story.shows("1 again", after: "1"))
    story.terminal.type("\u{3}")
    #expect(story.terminal.end() == 130)
    #expect(story.terminal.isCooked)
    #expect(try story.answers() == [.again])
  }

  @Test func aNewSize() throws {
    let story = try Story(Self.walden)
    #expect(story.shows("[how long?]"))
    story.terminal.resize(columns: 20, rows: 10)
    #expect(story.shows("long?] at a pond."))
    #expect(story.terminal.screen.lines.first == "░░░░░░░░░░░░  0 of 1")
    // The rows below are drawn again, though they are the same as before.
    story.terminal.resize(columns: 60, rows: 14)
    #expect(story.shows("q stop  ? help  u undo"))
    #expect(story.terminal.screen.lines[5] == "  Thoreau lived [how long?] at a pond.")
  }

  @Test func stoppingAndGoingOn() throws {
    let story = try Story(Self.walden, isJob: true)
    #expect(story.shows("two years", after: " "))
    story.terminal.type("\u{1A}")
    // The shell has the terminal as it was, and brings the program back.
    #expect(story.terminal.wait { $0.sent.contains("[?1049lstopped with 148") })
    #expect(story.terminal.wait { $0.isAlternate && $0.contains("two years") })
    #expect(!story.terminal.isCooked)
    #expect(story.shows("Done.", after: "2"))
    story.terminal.type("q")
    #expect(story.terminal.wait { $0.contains("ended with 0") })
    #expect(story.terminal.screen.isGivenBack && story.terminal.isCooked)
  }

  /// Without a shell that controls jobs it cannot be stopped, and goes on.
  @Test func withoutAShellItIsNotStopped() throws {
    let story = try Story(Self.walden)
    #expect(story.shows("[how long?]"))
    story.terminal.type("\u{1A}")
    // Keys that are typed before it is there again are dropped.
    #expect(
      story.terminal.wait {
        $0.sent.components(separatedBy: "\u{1B}[?1049h").count > 2 && $0.contains("[how long?]")
      })
    #expect(story.shows("two years", after: " "))
  }

  /// The editor is a script: it changes the note, or dies.
  @Test(arguments: [
    ("sed -i 's/a pond/Walden Pond/'", "at Walden Pond.", "The note is saved."),
    ("sh -c 'kill -9 $$'", "at a pond.", "The editor exited with status 137."),
    ("false", "at a pond.", "The editor exited with status 1. The note is unchanged."),
    ("./missing", "at a pond.", "Cannot run the editor"),
    ("sed -i 2,3d", "No more", "A card was removed"), ("true", "at a pond.", ""),
    ("sed -i d", "at a pond.", "The text is empty"), ("rm -f", "at a pond.", "The file with the"),
  ])
  func editingTheNote(editor: String, text: String, message: String) throws {
    let story = try Story(Self.walden, environment: ["VISUAL": editor])
    #expect(story.shows("[how long?]"))
    story.terminal.type("e")
    let isGone = message == "A card was removed"
    #expect(
      story.terminal.wait {
        $0.sent.components(separatedBy: "\u{1B}[?1049h").count > 2 && $0.contains(message)
          && (isGone || $0.contains(text))
      })
    #expect(!story.terminal.isCooked)
    story.terminal.type("q")
    #expect(story.terminal.end() == 0)
    #expect(story.terminal.isCooked)
  }

  /// A signal that would end the program while the editor runs ends it afterwards.
  @Test func aSignalDuringTheEditorIsKept() throws {
    let story = try Story(Self.walden, environment: ["EDITOR": "kill -TERM $PPID; true"])
    #expect(story.shows("[how long?]"))
    story.terminal.type("e")
    #expect(story.terminal.end() == 143)
    #expect(story.terminal.isCooked)
  }

  @Test func theEditorBeginsAtThePrompt() throws {
    let story = try Story(Self.walden, environment: ["EDITOR": "./vi"])
    try story.folder.addProgram("vi", "echo \"$1\" > line")
    #expect(story.shows("[how long?]"))
    story.terminal.type("e")
    let file = story.folder.url.appending(path: "line")
    #expect(
      story.terminal.wait { _ in (try? String(contentsOf: file, encoding: .utf8)) == "+3\n" })
  }

  /// Keys that are typed while the editor has the screen, or in the same moment before, are no
  /// answers.
  @Test func keysTypedMeanwhileAreDropped() throws {
    let story = try Story(Self.walden, environment: ["EDITOR": "./slow"])
    try story.folder.addProgram("slow", "echo editing\nuntil [ -e end ]; do sleep 0.02; done")
    #expect(story.shows("two years", after: " "))
    story.terminal.type("e1")
    #expect(story.terminal.wait { $0.contains("editing") })
    #expect(!story.terminal.screen.isPasteMarked)
    story.terminal.type("1 2\r\u{1B}]11;rgb:11\u{1B}[200~ 1")
    try Data().write(to: story.folder.url.appending(path: "end"))
    #expect(story.terminal.wait { $0.isAlternate && $0.contains("two years") })
    #expect(story.terminal.screen.isPasteMarked)
    #expect(try story.answers() == [])
    #expect(story.shows("0 of 1, 1 again", after: "1"))
  }

  /// Between keys, terminals send pastes, answers, and more: nothing is answered but by its key, and the
  /// screen is given back. 100 streams a seed.
  @Test(arguments: seeds("COMMONPLACE_SEEDS", 3)) func otherBytesDoNothing(batch: UInt64) throws {
    let prompts = (0..<400).map { "- one ?[](\($0))\n" }.joined()
    let story = try Story("# T\n\n" + prompts, "--limit 400")
    #expect(story.shows("0 of 400"))
    var (isRevealed, answers): (Bool, [Ease]) = (false, [])
    for seed in batch * 100..<(batch + 1) * 100 {
      var stream = TerminalStream(seed: seed, keys: [" ", "1", "2", "x"])
      for piece in stream.pieces() { story.terminal.send(piece) }
      for key in stream.keys where key != "x" {
        if isRevealed { answers.append(key == "1" ? .again : .good) }
        isRevealed = key == " " && !isRevealed
      }
      // Seen once all of that was read.
      let isRead = story.shows("suspend the card", after: "?")
      try #require(isRead, "seed \(seed): \(stream.bytes)")
      story.terminal.type("?")
      let isBack = story.terminal.wait {
        $0.contains("of 400") && !$0.contains("suspend the card")
      }
      try #require(isBack, "seed \(seed): \(stream.bytes)")
    }
    story.terminal.type("q")
    #expect(story.terminal.end() == 0)
    #expect(story.terminal.screen.isGivenBack && story.terminal.isCooked)
    #expect(story.terminal.screen.unknown.isEmpty)
    // The log has no order of answers in the same second.
    let recorded = try story.answers()
    #expect(recorded.count == answers.count && answers.contains(.again))
    #expect(recorded.count { $0 == .again } == answers.count { $0 == .again })
  }

  /// The text of a note is shown, not obeyed; colors only where they are wanted.
  @Test func nothingInANoteIsObeyed() throws {
    let story = try Story(
      "# T\n\na \u{1B}[2J\u{7} ?[\u{1B}x](b\u{9B}c)\n", environment: ["NO_COLOR": "1"])
    #expect(story.shows(#"a \u{1B}[2J\u{07} [\u{1B}x]"#))
    #expect(story.shows(#"b\u{9B}c"#, after: " "))
    #expect(story.terminal.screen.unknown.isEmpty)
    #expect(!story.terminal.screen.sent.contains(#/\x{1B}\[([0-9]+;)*[39][0-7]m/#))
  }

  @Test func aDumbTerminalIsAskedLineByLine() throws {
    let story = try Story(Self.walden, environment: ["TERM": "dumb"])
    #expect(story.shows("(Enter shows the answer, ? shows the keys.)"))
    #expect(story.shows("Thoreau lived [two years] at a pond.", after: "\r"))
    #expect(story.shows("Done. 1 answer: 1 right, 0 wrong.", after: "2\r"))
    #expect(story.terminal.end() == 0)
    #expect(!story.terminal.screen.sent.contains("\u{1B}"))
  }

  /// As on a whole screen, what is to interrupt the editor does not end the review.
  @Test func controlCIsTheEditorsLineByLine() throws {
    let environment = ["TERM": "dumb", "EDITOR": "trap : INT; kill -INT 0; true"]
    let story = try Story(Self.walden, environment: environment)
    #expect(story.shows("(Enter shows the answer"))
    #expect(story.shows("two years", after: "e\r\r"))
    #expect(story.shows("Done.", after: "2\r"))
    #expect(story.terminal.end() == 0)
  }

  @Test func crammingRecordsNothing() throws {
    let story = try Story(Self.walden, "--cram")
    #expect(story.shows("1 Wrong   2 Right", after: " "))
    #expect(story.shows("Done.", after: "2"))
    story.terminal.type("\r")
    #expect(story.terminal.end() == 0)
    #expect(try story.answers() == [])
  }
}
