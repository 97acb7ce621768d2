package import JSON

/// The markup of a text for people.
///
/// Source: LSP 3.17, "MarkupKind".
package enum MarkupKind: String, Sendable, JSONCodable {
  case plainText = "plaintext"
  case markdown
}

/// A text for people.
///
/// Source: LSP 3.17, "MarkupContent".
package struct MarkupContent: Sendable, Hashable {
  package var kind: MarkupKind
  package var value: String

  package init(kind: MarkupKind, value: String) {
    self.kind = kind
    self.value = value
  }
}

extension MarkupContent: JSONCodable {
  /// A bare string is plain text.
  package init(json: JSONValue) throws(JSONDecodingError) {
    if let string = json.string {
      self.init(kind: .plainText, value: string)
    } else {
      self.init(kind: try json.decode("kind"), value: try json.decode("value"))
    }
  }

  package var json: JSONValue { ["kind": kind.json, "value": value.json] }
}

/// The result of `textDocument/hover`.
///
/// Source: LSP 3.17, "Hover".
package struct Hover: Sendable, Hashable {
  package var contents: MarkupContent
  package var range: LSPRange?

  package init(contents: MarkupContent, range: LSPRange? = nil) {
    self.contents = contents
    self.range = range
  }
}

extension Hover: JSONEncodable {
  package var json: JSONValue { ["contents": contents.json, "range": range?.json] }
}
