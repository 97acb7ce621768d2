import Foundation
import MiniMarkdown
import PackratParsing
import Testing

/// The texts whose trees the app's own parser gave, node for node.
@Suite struct CorpusTests {
  struct Example: Decodable, CustomTestStringConvertible {
    var name: String
    var text: String
    var nodes: [Node]
    var testDescription: String { name }
  }

  struct EditScript: Decodable, CustomTestStringConvertible {
    struct Edit: Decodable {
      var location: Int
      var length: Int
      var replacement: String
    }
    var name: String
    var start: String
    var edits: [Edit]
    var final: String
    var nodes: [Node]
    var testDescription: String { name }
  }

  /// `[depth, kind, start, length]`, in UTF-16 code units.
  struct Node: Decodable, Equatable, CustomStringConvertible {
    var depth: Int
    var kind: String
    var start: Int
    var length: Int
    var description: String { "\(depth) \(kind) \(start) \(length)" }

    init(_ node: DumpedNode) {
      (depth, kind, start, length) = (node.depth, node.kind, node.start, node.length)
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      depth = try values.decode(Int.self)
      kind = try values.decode(String.self)
      start = try values.decode(Int.self)
      length = try values.decode(Int.self)
    }
  }

  static func corpus<T: Decodable>(_ name: String) throws -> [T] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Corpus/\(name).json")
    return try JSONDecoder().decode([T].self, from: Data(contentsOf: file))
  }

  @Test func hasTheWholeCorpus() throws {
    let trees: [Example] = try Self.corpus("trees")
    let edits: [EditScript] = try Self.corpus("edits")
    #expect(trees.count == 597)
    #expect(edits.count == 88)
  }

  @Test(arguments: try corpus("trees") as [Example])
  func tree(of example: Example) {
    let document = MiniMarkdownDocument(example.text)
    let nodes = document.snapshot.dump(grammar: MiniMarkdownGrammar.self).map(Node.init)
    #expect(nodes == example.nodes)
  }

  @Test(arguments: try corpus("edits") as [EditScript])
  func tree(after script: EditScript) {
    var document = MiniMarkdownDocument(script.start)
    for edit in script.edits {
      document.replaceUTF16(edit.location..<(edit.location + edit.length), with: edit.replacement)
    }
    #expect(document.snapshot.text == script.final)
    let nodes = document.snapshot.dump(grammar: MiniMarkdownGrammar.self).map(Node.init)
    #expect(nodes == script.nodes)
  }
}
