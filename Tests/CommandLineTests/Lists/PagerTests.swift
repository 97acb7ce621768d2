import Foundation
import Notebook
import TestSupport
import Testing

/// Lists on a real terminal: as wide as it is, and through a pager.
@Suite struct PagerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Notebook.create(
      at: folder.path("n.libnotes"),
      notes: [
        "# A title of more than forty cells, which is cut 日本語\n\n> A quote of many words, some of which stand on a second line.\n\n#books/nature\n",
        "# Short\n",
      ])
  }

  private func terminal(_ words: String, columns: Int, pager: String?) throws -> PseudoTerminal {
    let path = folder.url.path(percentEncoded: false)
    var environment = [
      "PATH": "/usr/bin:/bin", "HOME": path, "TERM": "dumb", "LANG": "C.UTF-8",
    ]
    environment["PAGER"] = pager
    let tool = BuiltProducts.executable("commonplace").path(percentEncoded: false)
    return try #require(
      PseudoTerminal(
        "exec '\(tool)' --notebook n.libnotes \(words)", columns: columns, rows: 14,
        environment: environment, folder: path))
  }

  @Test func fortyColumnsAreEnough() throws {
    let terminal = try terminal("notes --sort title", columns: 40, pager: "")
    #expect(terminal.end() == 0)
    let lines = terminal.screen.lines.filter { !$0.isEmpty }
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.contains("…") == true && lines.first?.hasSuffix("#books/na…") == true)
    #expect(lines.last?.hasSuffix("  Short") == true)
  }

  @Test func passagesAreWrapped() throws {
    let terminal = try terminal("search is:quote", columns: 40, pager: "")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.lines.contains { $0.hasPrefix("  3:1: > A quote of many words") })
    #expect(terminal.screen.lines.contains { $0.hasPrefix("  ") && $0.contains("second line.") })
  }

  @Test func aPagerShowsTheList() throws {
    let terminal = try terminal("notes --reverse", columns: 80, pager: "sed 's/^/paged /'")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.lines.filter { $0.hasPrefix("paged ") }.count == 2)
  }

  @Test func aPagerMayEndEarly() throws {
    let terminal = try terminal("notes", columns: 80, pager: "true")
    #expect(terminal.end() == 0)
  }

  @Test func aPagerThatIsMissingIsAnError() throws {
    let terminal = try terminal("notes", columns: 80, pager: "no-such-pager")
    #expect(terminal.end() == 74)
    #expect(terminal.screen.sent.contains("set $PAGER to another program, or to cat"))
  }

  @Test func withoutPager() throws {
    let terminal = try terminal("notes --no-pager", columns: 80, pager: "no-such-pager")
    #expect(terminal.end() == 0)
    #expect(terminal.screen.contains("Short"))
  }
}
