import ArgumentParser
import Foundation
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import commonplace

/// Completion of titles, ids and hashtags in real shells.
@Suite struct ShellCompletionTests {
  /// Titles that shells could take for something else, one of them for a command to run.
  private static let hostile = #"It's a "test"; # & (more\less)!"#

  /// A hashtag whose quotation marks are one `Character` with the mark after them.
  private static let joined = "a'\u{301}$(touch${IFS}hacked)'\u{301}"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Notebook.create(
      at: folder.path("n.libnotes"),
      notes: [
        "# Meditations\n\nThe emperor. #books/philosophy\n",
        "# Henry Thoreau: Walden\n\nThe pond. #books/nature\n",
        "# \(Self.hostile)\n\nThe trap. #odd\n",
        "# Sum $(touch hacked) `touch hacked`\n\nThe other trap.\n",
        "# Pipe '\u{301}$(touch hacked)'\u{301}\n\nA mark that joins. #\(Self.joined)\n",
      ])
  }

  private static func path(of shell: String) -> String? {
    Program.path(of: shell, in: "/usr/bin:/bin:/usr/local/bin")
  }

  private var tool: String {
    BuiltProducts.executable("commonplace").path(percentEncoded: false)
  }

  /// An interactive shell that has the completions.
  private func shell(_ command: String, _ setup: String) throws -> PseudoTerminal {
    let path = folder.url.path(percentEncoded: false)
    try setup.write(toFile: path + "/setup", atomically: true, encoding: .utf8)
    let bin = URL(filePath: tool).deletingLastPathComponent().path(percentEncoded: false)
    let terminal = try #require(
      PseudoTerminal(
        command, columns: 200, rows: 24,
        environment: [
          "PATH": bin + ":/usr/bin:/bin:/usr/local/bin", "HOME": path, "TERM": "dumb",
          "LANG": "C.UTF-8", "PS1": "ready> ", "PAGER": "cat",
        ], folder: path))
    #expect(terminal.wait { $0.contains("ready>") })
    terminal.type("source ./setup; echo set-up\n")
    #expect(terminal.wait { screen in screen.lines.contains { $0.hasPrefix("set-up") } })
    return terminal
  }

  private func expect(_ terminal: PseudoTerminal, typing keys: String, shows text: String) {
    terminal.type(keys)
    // The completion comes from a program; a line that is sent too soon would not have it.
    let isShown = terminal.wait { text.isEmpty || $0.contains(text) }
    #expect(isShown, "\(keys): \(terminal.screen.sent.suffix(500))")
  }

  private static let stories: [(typed: String, completed: String, result: String)] = [
    ("commonplace show Med\t", "show Meditations", "The emperor."),
    ("commonplace show Hen\t", "Walden", "The pond."),
    ("commonplace show It\t", "less", "The trap."),
    ("commonplace show Sum\t", "show Sum", ""),
    ("commonplace show Pipe\t", "show Pipe", ""),
    ("commonplace tags rename '#a\t", "rename '#a", ""),
    (
      "commonplace notes --format 'found:{tags}' --tag books/n\t", "books/nature",
      "found:#books/nature"
    ),
  ]

  /// Does what a user does at the prompt of a shell.
  private func play(_ command: String, _ setup: String) throws {
    let terminal = try shell(command, setup)
    for story in Self.stories {
      expect(terminal, typing: story.typed, shows: story.completed)
      expect(terminal, typing: story.result.isEmpty ? "\u{15}" : "\n", shows: story.result)
    }
    terminal.type("exit\n")
    #expect(terminal.end() != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path("hacked")))
  }

  private typealias ShellStart = (command: String, setup: (_ tool: String) -> String)

  private static var shells: (bash: ShellStart, zsh: ShellStart, fish: ShellStart) {
    (
      (
        "bash --norc --noprofile -i",
        { tool in
          "bind 'set enable-bracketed-paste off'; source <('\(tool)' --generate-completion-script bash)"
        }
      ),
      (
        "zsh -f -i",
        { tool in
          "autoload -U compinit; compinit -D; source =('\(tool)' --generate-completion-script zsh)"
        }
      ),
      (
        "fish --no-config -i -C \"function fish_prompt; echo 'ready> '; end\"",
        { tool in "'\(tool)' --generate-completion-script fish | source" }
      )
    )
  }

  @Test(.enabled(if: path(of: "bash") != nil, "bash is not installed"))
  func bash() throws { try play(Self.shells.bash.0, Self.shells.bash.1(tool)) }

  @Test(.enabled(if: path(of: "zsh") != nil, "zsh is not installed"))
  func zsh() throws { try play(Self.shells.zsh.0, Self.shells.zsh.1(tool)) }

  @Test(.enabled(if: path(of: "fish") != nil, "fish is not installed"))
  func fish() throws { try play(Self.shells.fish.0, Self.shells.fish.1(tool)) }

  /// Has an interactive shell write the candidates for `show t` to the file `out` and print `captured`, and
  /// returns them.
  private func candidates(
    _ start: ShellStart, _ setup: String = "", typing keys: String
  ) throws -> Set<String> {
    let terminal = try shell(start.command, start.setup(tool) + setup)
    expect(terminal, typing: keys, shows: "captured")
    terminal.type("\u{15}exit\n")
    #expect(terminal.end() != nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path("PWN")))
    let text = try Data(contentsOf: folder.url.appending(path: "out"))
    return Set(text.split(separator: 10).map { String(decoding: $0, as: UTF8.self) })
  }

  /// Hostile titles are offered as they are. Instead of what bash could expand in its command line it offers
  /// the id.
  private func expectTitles(_ found: Set<String>, of titles: [String], isBash: Bool = false) {
    let (found, titles) = (Set(found.map { Array($0.utf8) }), Set(titles.map { Array($0.utf8) }))
    let offered = titles.filter { title in !isBash || !title.contains(where: "$`~".utf8.contains) }
    #expect(offered.count > 600)
    #expect(offered.subtracting(found).isEmpty)
    #expect(found.intersection(titles).subtracting(offered).isEmpty)
  }

  private func addHostileTitles() throws -> [String] {
    let titles = HostileTexts.lines.map { "t" + $0 }
    try FileManager.default.removeItem(atPath: folder.path("n.libnotes"))
    try Notebook.create(at: folder.path("n.libnotes"), notes: titles.map { "# \($0)\n" })
    return titles
  }

  @Test(.enabled(if: path(of: "bash") != nil, "bash is not installed"))
  func hostileTitlesInBash() throws {
    let titles = try addHostileTitles()
    let found = try candidates(
      Self.shells.bash,
      typing: """
        COMP_LINE='commonplace show t' COMP_WORDS=(commonplace show t) COMP_CWORD=2 COMP_POINT=18; \
        _commonplace commonplace t show; printf '%s\\n' "${COMPREPLY[@]}" > out; echo capt'ured'\n
        """)
    expectTitles(found, of: titles, isBash: true)
  }

  @Test(.enabled(if: path(of: "zsh") != nil, "zsh is not installed"))
  func hostileTitlesInZsh() throws {
    let titles = try addHostileTitles()
    let capture = """

      compadd() {
        builtin compadd -O found "$@"
        print -rl -- "$found[@]" >> out
        print captured > /dev/tty
      }
      """
    let found = try candidates(Self.shells.zsh, capture, typing: "commonplace show t\t")
    expectTitles(found, of: titles)
  }

  @Test(.enabled(if: path(of: "fish") != nil, "fish is not installed"))
  func hostileTitlesInFish() throws {
    let titles = try addHostileTitles()
    let found = try candidates(
      Self.shells.fish,
      typing:
        "complete -C 'commonplace show t' | string replace -r '\\t.*' '' > out; echo capt'ured'\n")
    expectTitles(found, of: titles)
  }
}
