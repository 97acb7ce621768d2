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

  @Test(.enabled(if: path(of: "bash") != nil, "bash is not installed"))
  func bash() throws {
    try play(
      "bash --norc --noprofile -i",
      "bind 'set enable-bracketed-paste off'; source <('\(tool)' --generate-completion-script bash)"
    )
  }

  @Test(.enabled(if: path(of: "zsh") != nil, "zsh is not installed"))
  func zsh() throws {
    try play(
      "zsh -f -i",
      "autoload -U compinit; compinit -D; source =('\(tool)' --generate-completion-script zsh)")
  }

  @Test(.enabled(if: path(of: "fish") != nil, "fish is not installed"))
  func fish() throws {
    try play(
      "fish --no-config -i -C \"function fish_prompt; echo 'ready> '; end\"",
      "'\(tool)' --generate-completion-script fish | source")
  }
}

/// The candidates as lines of each shell, and the words of a shell as they are meant.
@Suite struct NotebookCompletionTests {
  @Test func linesOfShells() {
    let candidate = NotebookCompletion.Candidate("It's \\a: b", about: "a note: here")
    #expect(candidate.line(for: .bash) == #"'It'\''s \a: b'"#)
    #expect(candidate.line(for: .zsh) == #"It's \\a\: b:a note: here"#)
    #expect(candidate.line(for: .fish) == "It's \\a: b\ta note: here")
  }

  @Test(arguments: [
    ("plain", "plain"), (#"a\ b"#, "a b"), ("'a b", "a b"), (#""a \"b" c"#, #"a "b c"#),
    (#"It\'s"#, "It's"), ("'It'\\''s'", "It's"), ("", ""), ("\\", ""), ("\"'\"", "'"),
  ])
  func unquotes(word: String, meaning: String) {
    #expect(word.unquoted == meaning)
  }
}
