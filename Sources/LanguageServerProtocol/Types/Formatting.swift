package import JSON

/// The parameters of `textDocument/formatting`, and, with a range, of
/// `textDocument/rangeFormatting`. The options are ignored: the format is fixed.
///
/// Source: LSP 3.17, "DocumentFormattingParams", "DocumentRangeFormattingParams".
package struct FormattingParams: Sendable, Hashable {
  package var textDocument: TextDocumentIdentifier
  /// Nil for the whole document.
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
  package var textDocument: TextDocumentIdentifier
  /// Not necessarily the position after `ch`: the client may have inserted other characters.
  package var position: Position
  /// The typed character, which is in the document already.
  package var ch: String
}

extension OnTypeFormattingParams: JSONDecodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    textDocument = try json.decode("textDocument")
    position = try json.decode("position")
    ch = try json.decode("ch")
  }
}
