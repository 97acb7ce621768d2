package import JSON

/// The parameters of `textDocument/inlayHint`.
///
/// Source: LSP 3.17, "InlayHintParams".
package struct InlayHintParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The visible range.
  package var range: LSPRange
}

extension InlayHintParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decode("range")
  }
}

/// A text that a client shows within a line, but that is not part of the document.
///
/// Source: LSP 3.17, "InlayHint".
package struct InlayHint: Sendable, Hashable {
  package var position: Position
  /// Not empty.
  package var label: String
  package var paddingLeft: Bool

  package init(position: Position, label: String, paddingLeft: Bool = false) {
    self.position = position
    self.label = label
    self.paddingLeft = paddingLeft
  }
}

extension InlayHint: JSONEncodable {
  package var json: JSONValue {
    [
      "position": position.json, "label": label.json,
      "paddingLeft": paddingLeft ? true.json : nil,
    ]
  }
}
