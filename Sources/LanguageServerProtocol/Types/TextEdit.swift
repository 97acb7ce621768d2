package import JSON

/// A replacement of one range by other text.
///
/// Source: LSP 3.17, "TextEdit".
package struct TextEdit: Sendable, Hashable {
  /// The replaced range; empty to insert.
  package var range: LSPRange
  /// The replacement; empty to delete.
  package var newText: String

  /// Puts `newText` in place of `range`.
  package init(range: LSPRange, newText: String) {
    self.range = range
    self.newText = newText
  }
}

extension TextEdit: JSONCodable {
  /// Reads an edit.
  package init(json: JSONValue) throws(JSONDecodingError) {
    range = try json.decode("range")
    newText = try json.decode("newText")
  }

  /// The LSP form.
  package var json: JSONValue { ["range": range.json, "newText": newText.json] }
}
