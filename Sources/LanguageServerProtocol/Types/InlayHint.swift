public import JSON

/// The parameters of `textDocument/inlayHint`.
///
/// Source: LSP 3.17, "InlayHintParams".
public struct InlayHintParams: Sendable, Hashable {
  /// The document.
  public var textDocument: TextDocumentIdentifier
  /// The part of it that is shown.
  public var range: LSPRange

  /// Asks for the hints in `range`.
  public init(textDocument: TextDocumentIdentifier, range: LSPRange) {
    self.textDocument = textDocument
    self.range = range
  }
}

extension InlayHintParams: JSONCodable {
  /// Reads the document and the range.
  public init(json: JSONValue) throws(ResponseError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }

  /// The LSP form.
  public var json: JSONValue { ["textDocument": textDocument.json, "range": range.json] }
}

/// A text that a client shows within a line, and that does not belong to the document.
///
/// Source: LSP 3.17, "InlayHint".
public struct InlayHint: Sendable, Hashable {
  /// Where it is shown.
  public var position: Position
  /// The text; not empty.
  public var label: String
  /// Whether there is a space in front of it.
  public var paddingLeft: Bool

  /// Shows `label` at `position`.
  public init(position: Position, label: String, paddingLeft: Bool = false) {
    self.position = position
    self.label = label
    self.paddingLeft = paddingLeft
  }
}

extension InlayHint: JSONCodable {
  /// Reads a hint.
  public init(json: JSONValue) throws(ResponseError) {
    position = try json.decode("position")
    label = try json.decode("label")
    paddingLeft = try json.decodeIfPresent("paddingLeft") ?? false
  }

  /// The LSP form.
  public var json: JSONValue {
    [
      "position": position.json, "label": label.json,
      "paddingLeft": paddingLeft ? true.json : nil,
    ]
  }
}
