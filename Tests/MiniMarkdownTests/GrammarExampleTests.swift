import Foundation
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

/// `Grammar/examples/`: texts with their trees. With `COMMONPLACE_REWRITE_EXAMPLES` set, the trees
/// are written again, to be read before they are committed.
@Suite struct GrammarExampleTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var file: String
    var title: String
    var text: String
    var tree: String
    var testDescription: String { "\(file): \(title)" }
  }

  static let folder = Repository.root.appending(path: "Grammar/examples")

  static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?
    .sorted() ?? []

  /// `=== title`, text, `---`, tree; the line end before `---` is not part of the text.
  static func examples(in file: String) -> [Example] {
    let sections = Repository.text(of: "Grammar/examples/\(file)").components(separatedBy: "=== ")
    return sections.dropFirst().map { section in
      let title = String(section.prefix { $0 != "\n" })
      let body = String(section.dropFirst(title.count + 1))
      let parts = body.components(separatedBy: "\n---\n")
      let tree = parts.dropFirst().joined().trimmingCharacters(in: .whitespacesAndNewlines)
      return Example(
        file: file, title: title, text: parts.first ?? "", tree: tree.isEmpty ? "" : tree + "\n")
    }
  }

  @Test func thereAreExamples() {
    #expect(Self.files.count >= 5)
  }

  @Test(arguments: files.flatMap(examples))
  func tree(of example: Example) {
    let snapshot = MiniMarkdownDocument(example.text).snapshot
    #expect(snapshot.treeDescription(grammar: MiniMarkdownGrammar.self) == example.tree)
  }

  @Test func rewrite() throws {
    guard ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil else { return }
    for file in Self.files {
      let old = Repository.text(of: "Grammar/examples/\(file)")
      var new = String(old.components(separatedBy: "=== ").first ?? "")
      for example in Self.examples(in: file) {
        let snapshot = MiniMarkdownDocument(example.text).snapshot
        let tree = snapshot.treeDescription(grammar: MiniMarkdownGrammar.self)
        new += "=== \(example.title)\n\(example.text)\n---\n\(tree)\n"
      }
      new.removeLast()
      try new.write(to: Self.folder.appending(path: file), atomically: true, encoding: .utf8)
    }
  }
}
