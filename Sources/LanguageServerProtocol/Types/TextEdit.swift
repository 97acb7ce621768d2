public import JSON

/// A replacement of one range by other text.
///
/// Source: LSP 3.17, "TextEdit".
public struct TextEdit: Sendable, Hashable {
  /// What is replaced; empty to insert.
  public var range: LSPRange
  /// What comes in its place; empty to delete.
  public var newText: String

  /// Puts `newText` in place of `range`.
  public init(range: LSPRange, newText: String) {
    self.range = range
    self.newText = newText
  }
}

extension TextEdit: JSONCodable {
  /// Reads an edit.
  public init(json: JSONValue) throws(ResponseError) {
    range = try json.decode("range")
    newText = try json.decode("newText")
  }

  /// The LSP form.
  public var json: JSONValue { ["range": range.json, "newText": newText.json] }
}
