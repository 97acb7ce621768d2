package import JSON

/// The parameters of `textDocument/formatting`, and, with a range, of
/// `textDocument/rangeFormatting`. The options are ignored: the format is fixed.
///
/// Source: LSP 3.17, "DocumentFormattingParams", "DocumentRangeFormattingParams".
package struct FormattingParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// The range to format; nil for the whole document.
  package var range: LSPRange?
}

extension FormattingParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    range = try json.decodeIfPresent("range")
  }
}

/// The parameters of `textDocument/onTypeFormatting`.
///
/// Source: LSP 3.17, "DocumentOnTypeFormattingParams".
package struct OnTypeFormattingParams: Sendable, Hashable {
  /// The document, which contains the character already.
  package var textDocument: TextDocumentIdentifier
  /// The position after the character.
  package var position: Position
  /// The typed character.
  package var ch: String
}

extension OnTypeFormattingParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
    ch = try json.decode("ch")
  }
}
