package import JSON

/// The parameters of `textDocument/inlayHint`.
///
/// Source: LSP 3.17, "InlayHintParams".
package struct InlayHintParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The part of it that is shown.
  package var range: LSPRange

  /// Asks for the hints in `range`.
  package init(textDocument: TextDocumentIdentifier, range: LSPRange) {
    self.textDocument = textDocument
    self.range = range
  }
}

extension InlayHintParams: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }

  package var json: JSONValue { ["textDocument": textDocument.json, "range": range.json] }
}

/// A text that a client shows within a line, and that does not belong to the document.
///
/// Source: LSP 3.17, "InlayHint".
package struct InlayHint: Sendable, Hashable {
  /// The place at which it is shown.
  package var position: Position
  /// The text; not empty.
  package var label: String
  /// Whether there is a space in front of it.
  package var paddingLeft: Bool

  /// Shows `label` at `position`.
  package init(position: Position, label: String, paddingLeft: Bool = false) {
    self.position = position
    self.label = label
    self.paddingLeft = paddingLeft
  }
}

extension InlayHint: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    position = try json.decode("position")
    label = try json.decode("label")
    paddingLeft = try json.decodeIfPresent("paddingLeft") ?? false
  }

  package var json: JSONValue {
    [
      "position": position.json, "label": label.json,
      "paddingLeft": paddingLeft ? true.json : nil,
    ]
  }
}
