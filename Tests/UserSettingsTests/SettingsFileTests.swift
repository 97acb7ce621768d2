import Base
import Foundation
import JSON
import SpacedRepetition
import TestSupport
import Testing

@testable import UserSettings

/// The settings file: its values, and the problems of a broken one.
@Suite struct SettingsFileTests {
  private struct File {
    let folder: TemporaryFolder
    let path: String

    init(_ bytes: [UInt8]) throws {
      folder = try TemporaryFolder()
      path = folder.path("config.toml")
      try Data(bytes).write(to: URL(filePath: path))
    }

    var read: SettingsFile { SettingsFile(path: path) }
  }

  /// A text, and the settings that differ from the defaults then.
  @Test(
    arguments: [
      ("", [:]),
      ("# only a comment\n", [:]),
      (
        "[review]\nscheduler = \"fsrs\"\nanswers = 4\nnewPerDay = 0\n",
        ["review.scheduler": "fsrs", "review.answers": 4, "review.newPerDay": 0]
      ),
      ("review.limit = 5\r\n", ["review.limit": 5]),
      ("\"review.limit\" = 5", ["review.limit": 5]),
      (
        "review = { limit = 5, desiredRetention = 0.85 }",
        ["review.limit": 5, "review.desiredRetention": 0.85]
      ),
      ("notebook = '~/notes.libnotes'", ["notebook": "~/notes.libnotes"]),
      ("notebook = \"/a/b\"", ["notebook": "/a/b"]),
      (
        "newNote.template = \"\"\"\n# {title}\n\"\"\"\n[diagnostics]\ndisabled = [\n  \"a\", # one\n]",
        ["newNote.template": "# {title}\n", "diagnostics.disabled": ["a"]]
      ),
    ] as [(String, JSONValue)])
  func reads(_ text: String, _ expected: JSONValue) throws {
    let file = try File(Array(text.utf8)).read
    #expect(file.isThere && file.isReadable)
    #expect(file.problems == [])
    let changed = Setting.all.filter {
      $0.value(in: file.settings()) != $0.value(in: Settings())
    }
    let values = changed.map { ($0.name, $0.value(in: file.settings()) as JSONValue?) }
    #expect(JSONValue.object(JSONObject(values)) == expected)
    #expect(changed.allSatisfy(file.sets))
  }

  /// A table on a line, which costs the square of its length to make.
  private static func inlineTable(_ count: Int) -> String {
    "a = {" + (0..<count).map { "k\($0) = 1" }.joined(separator: ", ") + "}"
  }

  /// A text with a mistake, the line of the mistake, and the beginning of its message. The other
  /// values count.
  @Test(
    arguments: [
      ("review.answers = 4\nreview.limit = 0", 2, "review.limit: expected a whole number"),
      ("review.answers = 4\n\n[review]x", 3, "cannot be parsed: "),
      ("[review]\nanswers = 4\n\nlimt = 3", 4, "unknown setting “review.limt”"),
      ("review.answers = 4\nsurprise = 1979-05-27", 2, "cannot be parsed: "),
      ("review.answers = 4\n[a.b.c]\nd = 1", 3, "unknown setting “a.b.c.d”"),
      ("review.answers = 4\nreview.limit = [}", 2, "cannot be parsed: expected a value"),
      ("review.answers = 4\nreview.limit = 1e99", 2, "review.limit: expected"),
      ("review.answers = 4\nnotebook = 'notes.libnotes'", 2, "notebook: expected a path"),
      ("review.answers = 4\nreview.answers = 2", 2, "cannot be parsed: "),
    ] as [(String, Int, String)])
  func aMistakeIsReportedWithItsLine(_ text: String, _ line: Int, _ message: String) throws {
    let file = try File(Array(text.utf8)).read
    let problem = try #require(file.problems.first)
    #expect(problem.message.hasPrefix(message), "\(problem)")
    #expect(!problem.advice.isEmpty)
    #expect(problem.line == line)
    #expect(file.settings().reviewAnswers == (file.isReadable ? .four : .two))
    #expect(file.settings().notebook == nil)
  }

  @Test(
    arguments: [
      (Array("review.limit = 3\0".utf8), "cannot be parsed"), ([0xFF, 0xFE], "is not UTF-8"),
      ([UInt8](repeating: 0x0A, count: SettingsFile.mostBytes + 1), "has more than 64 KB"),
      (Array(String(repeating: "[", count: 60_000).utf8), "cannot be parsed"),
      (Array(("a = " + String(repeating: "[", count: 30_000)).utf8), "cannot be parsed"),
      (Array("[é]".utf8), "cannot be parsed"), (Array("[\n".utf8), "cannot be parsed"),
      (Array("[[+1".utf8), "cannot be parsed"), (Array("\u{FEFF}[ {".utf8), "cannot be parsed"),
      (Array("a = 1\u{B}[=".utf8), "cannot be parsed"),
      (Array(inlineTable(1001).utf8), "cannot be parsed: the file has more than 1000 values"),
      (
        Array(("a = [" + String(repeating: "1,", count: 1001) + "]").utf8),
        "cannot be parsed: the file has more than 1000 values"
      ),
      (
        Array((0...1000).map { "[t\($0)]\n" }.joined().utf8),
        "cannot be parsed: the file has more than 1000 values"
      ),
    ] as [([UInt8], String)])
  func anUnreadableFileHasNoValues(_ bytes: [UInt8], _ message: String) throws {
    let file = try File(bytes).read
    #expect(file.isThere && !file.isReadable)
    #expect(file.problems.count == 1)
    #expect(file.problems.first?.message.hasPrefix(message) == true, "\(file.problems)")
    #expect(file.settings() == Settings())
  }

  /// Nothing in a file ends the program: a mistake is reported.
  @Test func noTextIsTooOdd() {
    let parts = [
      "[", "[[", "]", "=", "a", "b.c", "\"", "'", "\n", "\r\n", " ", "\t", "1", "{", "}", ",", "#",
      "é", "+", ".", "\\u", "_", "-", "\u{2028}", "\u{85}", "\u{A0}", "\u{FEFF}", "\u{B}",
      "1979-05-27", "inf",
    ]
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      _ = SettingsFile(path: "config.toml", text: text).settings()
    }
  }

  @Test func aMissingFileIsNoProblem() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path("none"), folder.path("none/config.toml")] {
      let file = SettingsFile(path: path)
      #expect(!file.isThere && file.isReadable && file.problems == [])
    }
  }

  /// Neither a folder nor a pipe without a writer stops anything.
  @Test func anotherKindOfFileIsAProblem() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for path in [folder.url.path(percentEncoded: false), folder.path("pipe")] {
      #expect(SettingsFile(path: path).problems.first?.message == "is not a file")
    }
  }

  @Test func manyProblemsAreCounted() throws {
    let text = (0..<50).map { "x\($0) = 1\n" }.joined()
    let file = try File(Array(text.utf8)).read
    #expect(file.problems.count == 21)
    #expect(file.problems.last?.message == "has 30 more problems")
  }

  @Test(
    arguments: [
      ("review.limt", "review.limit"), ("limit", "review.limit"), ("scheduler", "review.scheduler"),
      ("notebok", "notebook"), ("codelens.book", "codeLens.book"), ("zzzzzz", nil),
      (String(repeating: "a", count: 1000), nil),
    ] as [(String, String?)])
  func theNearestNameIsReported(_ name: String, _ nearest: String?) {
    #expect(Setting.nearest(to: name) == nearest)
  }

  @Test(
    arguments: [
      (["HOME": "/h"], "/h/.config/commonplace"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "/c"], "/c/commonplace"),
      (["HOME": "/h", "XDG_CONFIG_HOME": "relative"], "/h/.config/commonplace"),
      (["HOME": "/h", "XDG_CONFIG_HOME": ""], "/h/.config/commonplace"),
    ] as [([String: String], String)])
  func theFolderFollowsTheEnvironment(_ environment: [String: String], _ folder: String) {
    #expect(SettingsFile.folder(environment) == folder)
  }

  @Test func linesAreThoseOfTheText() throws {
    let text = """
      # review.limit = 1
      notebook = "/n" # here

      [ review ]
      scheduler = "fsrs"
      'limit' = 3
      [newNote]
      template = \"""
      review.order = "mixed"
      \"""
      """
    let lines = try TOMLReader(text).lines
    #expect(lines["notebook"] == 2)
    #expect(lines["review.scheduler"] == 5)
    #expect(lines["review.limit"] == 6)
    #expect(lines["newNote.template"] == 8)
    #expect(lines["newNote.review.order"] == nil)
  }
}
