package import JSON

/// Lines that can be folded.
///
/// Source: LSP 3.17, "FoldingRange".
package struct FoldingRange: Sendable, Hashable {
  /// The line that stays visible, counted from 0.
  package var startLine: UInt32
  /// The last line that is hidden.
  package var endLine: UInt32

  package init(startLine: UInt32, endLine: UInt32) {
    self.startLine = startLine
    self.endLine = endLine
  }
}

extension FoldingRange: JSONEncodable {
  package var json: JSONValue { ["startLine": startLine.json, "endLine": endLine.json] }
}

/// The parameters of `textDocument/selectionRange`.
///
/// Source: LSP 3.17, "SelectionRangeParams".
package struct SelectionRangeParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The positions at which selections grow; each has a result.
  package var positions: [Position]
}

extension SelectionRangeParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    positions = try json.decode("positions")
  }
}

/// The ranges to which a selection grows, step by step: the first range is the smallest, and each
/// contains the previous one. In the LSP form each has the next as its parent.
///
/// Source: LSP 3.17, "SelectionRange".
package struct SelectionRange: Sendable, Hashable, JSONEncodable {
  /// At least one.
  package var ranges: [LSPRange]

  package init(ranges: [LSPRange]) { self.ranges = ranges }

  package var json: JSONValue {
    ranges.reversed().reduce(JSONValue.null) { parent, range in
      ["range": range.json, "parent": parent == .null ? nil : parent]
    }
  }
}

/// A part of a text that links to a document or an address.
///
/// Source: LSP 3.17, "DocumentLink".
package struct DocumentLink: Sendable, Equatable {
  package var range: LSPRange
  /// Nil until the link is resolved.
  package var target: String?
  /// Only for clients with `tooltipSupport`.
  package var tooltip: String?
  /// The data that the client returns in `documentLink/resolve`.
  package var data: JSONValue?

  package init(
    range: LSPRange, target: String?, tooltip: String? = nil, data: JSONValue? = nil
  ) {
    self.range = range
    self.target = target
    self.tooltip = tooltip
    self.data = data
  }
}

extension DocumentLink: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    range = try json.decode("range")
    target = try json.decodeIfPresent("target")
    tooltip = try json.decodeIfPresent("tooltip")
    data = json["data"]
  }

  package var json: JSONValue {
    ["range": range.json, "target": target?.json, "tooltip": tooltip?.json, "data": data]
  }
}
