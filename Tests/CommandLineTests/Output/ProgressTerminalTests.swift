import Base
import Foundation
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import commonplace

/// The display of commands on a terminal while they work, and when they are interrupted.
@Suite struct ProgressTerminalTests {
  /// A notebook with some notes and a folder of files, and a command on a terminal.
  private struct Story {
    let folder: TemporaryFolder
    let environment: [String: String]

    init(files: Int = 3, slowness: Int = 0, terminal: String = "xterm") throws {
      folder = try TemporaryFolder()
      let path = folder.url.path(percentEncoded: false)
      for name in ["n", "other"] {
        try Notebook.create(
          at: path + "/\(name).libnotes",
          notes: ["# Walden\n\nA ?[](cloze). #books\n", "# Emma\n\n> A quote.\n"])
      }
      let inbox = folder.path("inbox")
      try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
      for number in 0..<files {
        try "# File \(number)\n".write(
          toFile: inbox + "/\(number).md", atomically: false, encoding: .utf8)
      }
      environment = [
        "PATH": "/usr/bin:/bin", "HOME": path, "TERM": terminal, "LANG": "C.UTF-8",
        "COMMONPLACE_PROGRESS_AFTER": "0", "PAGER": "cat", "COMMONPLACE_SLOW_STEPS": "\(slowness)",
      ]
    }

    /// Runs a command, after `setup` in the same shell.
    func run(_ words: String, after setup: String = "") throws -> PseudoTerminal {
      let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)
      return try #require(
        PseudoTerminal(
          "\(setup)exec '\(tool)' --notebook n.libnotes \(words)", columns: 80, rows: 14,
          environment: environment, folder: folder.url.path(percentEncoded: false)))
    }

    /// The titles in the published file, read as a stranger would.
    func published() throws -> [String] {
      try Notebook.open(
        at: folder.path("n.libnotes"), state: StateFolder(path: folder.path("elsewhere"))
      ).notes.all().map(\.title)
    }
  }

  /// The commands that can take long, and the work that each shows.
  @Test(
    arguments: [
      ("notes", ["Reading the notebook"]), ("search walden", ["Reading the notebook"]),
      ("tags", ["Reading the notebook"]), ("quotes", ["Reading the notebook"]),
      ("stats", ["Reading the notebook"]), ("status", ["Reading the notebook"]),
      ("review stats", ["Reading the notebook", "Counting cards"]),
      ("check", ["Checking the notebook"]), ("check --repair", ["Checking the notebook"]),
      ("lint", ["Reading notes"]), ("export out", ["Exporting notes"]),
      ("import inbox", ["Importing files", "Publishing the notebook"]),
      ("import --dry-run inbox", ["Importing files"]),
      ("merge other.libnotes", ["Merging changes", "Publishing the notebook"]),
      ("restore --from other.libnotes --all", ["Reading the notebook"]),
      ("tags rename books read", ["Renaming the hashtag", "Publishing the notebook"]),
      ("mirror folder", ["Mirroring files", "Publishing the notebook"]),
      ("trash walden", ["Publishing the notebook"]),
    ])
  func everyLongCommandShowsItsWork(_ words: String, _ work: [String]) throws {
    let story = try Story()
    defer { withExtendedLifetime(story) {} }
    let terminal = try story.run(words)
    #expect(terminal.end() != nil)
    for name in work {
      #expect(terminal.screen.sent.contains(name), "\(terminal.screen.sent.debugDescription)")
    }
    // Nothing of it is left.
    #expect(!terminal.screen.lines.contains { line in work.contains { line.contains($0) } })
    #expect(terminal.screen.unknown.isEmpty)
  }

  @Test func salvageShowsItsWork() throws {
    let story = try Story()
    let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)
    let salvage = try #require(
      PseudoTerminal(
        "exec '\(tool)' salvage n.libnotes --to new.libnotes", columns: 80, rows: 14,
        environment: story.environment, folder: story.folder.url.path(percentEncoded: false)))
    #expect(salvage.end() == 0)
    #expect(salvage.screen.sent.contains("Saving values"))
  }

  /// The line moves though no step is reported: its mark turns.
  @Test func aLongStepMoves() throws {
    let story = try Story(slowness: 1000)
    defer { withExtendedLifetime(story) {} }
    let terminal = try story.run("check")
    #expect(
      terminal.wait { screen in
        ["| Checking", "/ Checking", "- Checking", "\\ Checking"].allSatisfy(screen.sent.contains)
      })
  }

  /// No line is shown if the output goes elsewhere, or to a terminal that can do nothing.
  @Test(arguments: [("export out 2> said", "xterm"), ("export out", "dumb")])
  func elsewhereNothingIsShown(_ words: String, _ kind: String) throws {
    let story = try Story(terminal: kind)
    let terminal = try story.run(words)
    #expect(terminal.end() == 0)
    #expect(!terminal.screen.sent.contains("notes █") && !terminal.screen.sent.contains("\u{1B}[K"))
    let said = try? String(contentsOfFile: story.folder.path("said"), encoding: .utf8)
    #expect((said ?? "") == "")
  }

  /// Saved notes are kept and published, and the same command goes on.
  @Test(arguments: ["\u{3}", ""])
  func anInterruptedImportGoesOn(_ key: String) throws {
    let story = try Story(files: 250, slowness: 10)
    let terminal = try story.run("import inbox")
    let isFar = terminal.wait { screen in
      let counts = screen.sent.matches(of: /Importing files (\d+)/).compactMap { Int($0.1) }
      return (counts.max() ?? 0) > 205
    }
    #expect(isFar)
    if key.isEmpty { terminal.send(SIGTERM) } else { terminal.type(key) }
    #expect(terminal.end() == (key.isEmpty ? 128 + SIGTERM : 128 + SIGINT))
    #expect(terminal.screen.sent.contains("commonplace: stopped at: importing files ("))
    #expect(terminal.screen.sent.contains("changes saved so far"))
    let count = try story.published().count
    #expect(count >= 202 && count < 252, "\(count)")
    #expect(try story.run("import inbox").end() == 0)
    #expect(Set(try story.published()).count == 252)
    #expect(try story.published().count == 252)
  }

  @Test func anInterruptedReaderSaysSo() throws {
    let story = try Story(slowness: 1000)
    defer { withExtendedLifetime(story) {} }
    let terminal = try story.run("check")
    #expect(terminal.wait { $0.contains("Checking the notebook") })
    terminal.type("\u{3}")
    #expect(terminal.end() == 128 + SIGINT)
    #expect(terminal.screen.contains("commonplace: stopped; nothing was changed"))
  }

  /// While an editor or a question has the terminal, the line is away, and Ctrl-C ends the program.
  @Test func aQuestionIsNotDisturbed() throws {
    let story = try Story()
    defer { withExtendedLifetime(story) {} }
    let question = try story.run("trash a")
    #expect(question.wait { $0.contains("Choose a note") || $0.contains("matches") })
    question.type("\u{3}")
    #expect(question.end() == 128 + SIGINT)
  }

  /// A signal that the parent process ignored, as nohup does, is also ignored during a question.
  @Test func anIgnoredSignalStaysIgnored() throws {
    let story = try Story()
    defer { withExtendedLifetime(story) {} }
    let question = try story.run("trash a", after: "trap '' HUP; ")
    #expect(question.wait { $0.contains("Choose a note") || $0.contains("matches") })
    question.send(SIGHUP)
    question.type("1\n")
    #expect(question.end() == 0)
  }

  @Test(
    arguments: [
      (Work.Step(name: "Working", done: 0, total: nil), 0, "| Working"),
      (Work.Step(name: "Working", done: 7, total: nil), 3, "| Working 7, 3 s"),
      (
        Work.Step(name: "Working", done: 1, total: 4), 0,
        "| Working █████░░░░░░░░░░░░░░░ 1 of 4"
      ),
      (
        Work.Step(name: "Working", done: 9, total: 4), 0,
        "| Working ████████████████████ 4 of 4"
      ),
      (
        Work.Step(name: "Working", done: -1, total: .max), 0,
        "| Working ░░░░░░░░░░░░░░░░░░░░ 0 of \(Int.max)"
      ),
    ])
  func theLineSaysHowFarItIs(_ step: Work.Step, _ seconds: Int, _ text: String) {
    #expect(ProgressLine.text(step, frame: 0, seconds: seconds) == text)
  }
}
