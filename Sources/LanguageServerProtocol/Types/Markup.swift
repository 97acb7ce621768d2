public import JSON

/// How a text for people is written.
///
/// Source: LSP 3.17, "MarkupKind".
public enum MarkupKind: String, Sendable, JSONCodable {
  case plainText = "plaintext"
  case markdown
}

/// A text for people.
///
/// Source: LSP 3.17, "MarkupContent".
public struct MarkupContent: Sendable, Hashable {
  /// How it is written.
  public var kind: MarkupKind
  /// The text.
  public var value: String

  /// A text of the kind `kind`.
  public init(kind: MarkupKind, value: String) {
    self.kind = kind
    self.value = value
  }
}

extension MarkupContent: JSONCodable {
  /// Reads a text; a bare string is plain text.
  public init(json: JSONValue) throws(ResponseError) {
    if let string = json.string {
      self.init(kind: .plainText, value: string)
    } else {
      self.init(kind: try json.decode("kind"), value: try json.decode("value"))
    }
  }

  /// The LSP form.
  public var json: JSONValue { ["kind": kind.json, "value": value.json] }
}

/// The result of `textDocument/hover`.
///
/// Source: LSP 3.17, "Hover".
public struct Hover: Sendable, Hashable {
  /// What is shown.
  public var contents: MarkupContent
  /// What it is about.
  public var range: LSPRange?

  /// Shows `contents`.
  public init(contents: MarkupContent, range: LSPRange? = nil) {
    self.contents = contents
    self.range = range
  }
}

extension Hover: JSONCodable {
  /// Reads a hover.
  public init(json: JSONValue) throws(ResponseError) {
    contents = try json.decode("contents")
    range = try json.decodeIfPresent("range")
  }

  /// The LSP form.
  public var json: JSONValue { ["contents": contents.json, "range": range?.json] }
}
