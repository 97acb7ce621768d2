import Foundation
import Notebook
import NotebookFile
import TestSupport
import Testing

/// A text in a file or a pipe is the text, byte by byte; on a terminal, nothing in it is obeyed.
@Suite struct TextOutputTests {
  private static let texts = [
    "# A\u{200F}B\u{202E}C\n\nESC \u{1B}[1m, \u{9B}1m, \u{7F}, \u{7}, \u{B}, \u{2028}.\n",
    "# No line end", "# Two line ends\n\n", "# Line ends\r\n\r\nof another kind\r\n",
    "# e\u{301} and \u{E9}\n",
  ]

  @Test(arguments: texts) func showIsTheText(text: String) throws {
    let session = try CommandSession()
    let path = session.path
    try Notebook.create(at: path + "/one.libnotes", notes: [text])
    let notebook = try Notebook.open(
      at: path + "/one.libnotes", state: StateFolder(path: path + "/state"))
    let note = try #require(try notebook.notes.all().first).id
    // As it is stored: with line feeds.
    let stored = try notebook.note(id: note).text
    try notebook.close()
    for command in ["show \(note)", "show \(note) --at 0s"] {
      let outcome = session.outcome(
        of: "commonplace \(command) --notebook one.libnotes > shown; cat shown")
      #expect(outcome?.status == 0)
      #expect(outcome.map { Array($0.output.utf8) } == Array(stored.utf8), "\(command)")
    }
  }

  @Test func aTerminalObeysNothing() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path(percentEncoded: false)
    try Notebook.create(at: path + "/n.libnotes", notes: ["# A\u{200F}\n\n\u{9B}1mbold"])
    let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)
    let terminal = try #require(
      PseudoTerminal(
        "'\(tool)' show A --notebook n.libnotes; echo after", columns: 40, rows: 10,
        environment: ["HOME": path, "TERM": "dumb", "LANG": "C.UTF-8"], folder: path))
    #expect(terminal.end() == 0)
    #expect(terminal.screen.contains(#"# A\u{200F}"#))
    #expect(terminal.screen.contains(#"\u{9B}1mbold"#))
    #expect(terminal.screen.lines.contains { $0.hasPrefix("after") })
  }

  @Test func quotesAndTreesAreExact() throws {
    let session = try CommandSession()
    let quote = "Right\u{200F} to left"
    try Notebook.create(
      at: session.path + "/one.libnotes", notes: ["# Ti\u{200F}tle\n\n> \(quote)\n"])
    let options = "--notebook one.libnotes"
    #expect(
      session.outcome(of: "commonplace quotes \(options)")?.output
        == "\(quote)\n    — Ti\u{200F}tle\n")
    #expect(
      session.outcome(of: "commonplace quotes \(options) --color always")?.output
        .contains(#"Right\u{200F} to left"#) == true)
    #expect(
      session.outcome(of: "commonplace notes \(options) --format '{title}'")?.output
        == "Ti\u{200F}tle\n")
    #expect(
      session.outcome(of: "commonplace notes \(options)")?.output.contains(#"Ti\u{200F}tle"#)
        == true)
  }
}
