import ArgumentParser
import Foundation
import JSON
import MiniMarkdown
import PackratParsing

struct Parse: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case tree, nodes, json
  }

  static let configuration = CommandConfiguration(
    abstract: "Print the syntax tree of a text.",
    discussion: """
      For programmers. --format tree is easy to read. nodes prints one line per node, parents \
      first: depth, kind, start, length. json prints one object with nested children. start and \
      length count UTF-16 code units.
      """)

  @Option(help: "Output format.")
  var format = Format.tree

  @Option(
    help: ArgumentHelp(
      "Edits to apply in order before the tree is printed.",
      discussion: """
        A JSON file: [{"location":…,"length":…,"replacement":…}, …], in UTF-16 code units.
        """,
      valueName: "file"))
  var edits: String?

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var file = "-"

  @Flag(help: "Print JSON, as --format json does.")
  var json = false

  func run() throws {
    var document = MiniMarkdownDocument(decoding: try TextInput.bytes(at: file))
    if let edits {
      for edit in try Edit.all(in: TextInput.bytes(at: edits), of: edits) {
        document.replaceUTF16(
          edit.location..<(edit.location + edit.length), with: edit.replacement)
      }
    }
    let snapshot = document.snapshot
    switch json ? .json : format {
    case .tree:
      let tree = snapshot.treeDescription(grammar: MiniMarkdownGrammar.self)
      try StandardOutput.write(text: tree)
    case .nodes:
      let nodes = snapshot.dump(grammar: MiniMarkdownGrammar.self)
      try StandardOutput.write(
        nodes.map { "\($0.depth) \($0.kind) \($0.start) \($0.length)" }.joined(separator: "\n"))
    case .json:
      let nodes = snapshot.dump(grammar: MiniMarkdownGrammar.self)
      try StandardOutput.write(JSONValue(tree: nodes[...]).line)
    }
  }
}

/// One edit of an `--edits` file, in UTF-16 code units.
private struct Edit {
  var location: Int
  var length: Int
  var replacement: String

  static func all(in data: Data, of file: String) throws -> [Edit] {
    let failure = CommandFailure(
      .badData, "\(file) is not a list of edits",
      #"write [{"location": 0, "length": 0, "replacement": "text"}, …]"#)
    guard let list = try? JSONValue(parsing: Array(data)).array else { throw failure }
    return try list.map { item in
      guard let location = item["location"]?.int, let length = item["length"]?.int,
        let replacement = item["replacement"]?.string, location >= 0, length >= 0,
        !location.addingReportingOverflow(length).overflow
      else { throw failure }
      return Edit(location: location, length: length, replacement: replacement)
    }
  }
}

extension JSONValue {
  /// Converts the first of `nodes`, which are in preorder, and all its descendants.
  fileprivate init(tree nodes: ArraySlice<DumpedNode>) {
    guard let root = nodes.first else {
      self = .null
      return
    }
    var object: JSONObject = [
      "kind": root.kind.json, "start": root.start.json, "length": root.length.json,
    ]
    if let text = root.text {
      object["text"] = text.json
    } else {
      var children: [JSONValue] = []
      var rest = nodes.dropFirst()
      while let child = rest.first {
        let end = rest.dropFirst().firstIndex { $0.depth <= child.depth } ?? rest.endIndex
        children.append(JSONValue(tree: rest[rest.startIndex..<end]))
        rest = rest[end...]
      }
      object["children"] = .array(children)
    }
    self = .object(object)
  }
}
