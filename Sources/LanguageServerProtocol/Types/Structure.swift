public import JSON

/// Lines that can be folded.
///
/// Source: LSP 3.17, "FoldingRange".
public struct FoldingRange: Sendable, Hashable {
  /// The line that stays, counted from 0.
  public var startLine: UInt32
  /// The last line that is hidden.
  public var endLine: UInt32

  /// The lines from `startLine` to `endLine`.
  public init(startLine: UInt32, endLine: UInt32) {
    self.startLine = startLine
    self.endLine = endLine
  }
}

extension FoldingRange: JSONCodable {
  /// Reads the lines.
  public init(json: JSONValue) throws(ResponseError) {
    startLine = try json.decode("startLine")
    endLine = try json.decode("endLine")
  }

  /// The LSP form.
  public var json: JSONValue { ["startLine": startLine.json, "endLine": endLine.json] }
}

/// The parameters of `textDocument/selectionRange`.
///
/// Source: LSP 3.17, "SelectionRangeParams".
public struct SelectionRangeParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The places where selections grow; each has an answer.
  public var positions: [Position]

  /// Asks for `positions`.
  public init(textDocument: TextDocumentIdentifier, positions: [Position]) {
    self.textDocument = textDocument
    self.positions = positions
  }
}

extension SelectionRangeParams: JSONCodable {
  /// Reads the document and the places.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    positions = try json.decode("positions")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["textDocument": textDocument.json, "positions": positions.json]
  }
}

/// What a selection grows to, step by step: the first range is the smallest, each holds the one
/// before it. In the protocol's form each has the next as its parent.
///
/// Source: LSP 3.17, "SelectionRange".
public struct SelectionRange: Sendable, Hashable, JSONEncodable {
  /// The ranges, at least one.
  public var ranges: [LSPRange]

  /// Grows through `ranges`.
  public init(ranges: [LSPRange]) { self.ranges = ranges }

  /// The LSP form.
  public var json: JSONValue {
    ranges.reversed().reduce(JSONValue.null) { parent, range in
      ["range": range.json, "parent": parent == .null ? nil : parent]
    }
  }
}

/// A part of a text that leads somewhere.
///
/// Source: LSP 3.17, "DocumentLink".
public struct DocumentLink: Sendable, Hashable {
  /// What is shown as a link.
  public var range: LSPRange
  /// Where it leads.
  public var target: String
  /// What is said about it, for clients with `tooltipSupport`.
  public var tooltip: String?

  /// A link from `range` to `target`.
  public init(range: LSPRange, target: String, tooltip: String? = nil) {
    self.range = range
    self.target = target
    self.tooltip = tooltip
  }
}

extension DocumentLink: JSONCodable {
  /// Reads a link.
  public init(json: JSONValue) throws(ResponseError) {
    range = try json.decode("range")
    target = try json.decode("target")
    tooltip = try json.decodeIfPresent("tooltip")
  }

  /// The LSP form.
  public var json: JSONValue {
    ["range": range.json, "target": target.json, "tooltip": tooltip?.json]
  }
}
