package import JSON

/// A place, and the range in the requesting document that leads there.
///
/// Source: LSP 3.17, "LocationLink".
package struct LocationLink: Sendable, Hashable {
  /// The range of the link in the requesting document; nil for the word at the cursor.
  package var originSelectionRange: LSPRange?
  /// The document it leads to.
  package var targetUri: String
  /// All of the target.
  package var targetRange: LSPRange
  /// The range to select there, within `targetRange`.
  package var targetSelectionRange: LSPRange

  /// A link from `originSelectionRange` to `target`.
  package init(from originSelectionRange: LSPRange?, to target: Location) {
    self.originSelectionRange = originSelectionRange
    targetUri = target.uri
    targetRange = target.range
    targetSelectionRange = target.range
  }
}

extension LocationLink: JSONEncodable {
  package var json: JSONValue {
    [
      "originSelectionRange": originSelectionRange?.json, "targetUri": targetUri.json,
      "targetRange": targetRange.json, "targetSelectionRange": targetSelectionRange.json,
    ]
  }
}

/// A range that belongs to the symbol at the cursor.
///
/// Source: LSP 3.17, "DocumentHighlight".
package struct DocumentHighlight: Sendable, Hashable {
  /// The kind of highlight.
  package enum Kind: Int, Sendable, JSONCodable {
    case text = 1
    case read, write
  }

  package var range: LSPRange
  /// The kind of highlight.
  package var kind: Kind

  package init(range: LSPRange, kind: Kind = .text) {
    self.range = range
    self.kind = kind
  }
}

extension DocumentHighlight: JSONEncodable {
  package var json: JSONValue { ["range": range.json, "kind": kind.json] }
}

/// Ranges of one text, which are edited together.
///
/// Source: LSP 3.17, "LinkedEditingRanges".
package struct LinkedEditingRanges: Sendable, Hashable {
  /// The ranges; their texts are equal and they do not overlap.
  package var ranges: [LSPRange]
  /// A regular expression for their new text; as soon as it does not match, they are edited one by
  /// one.
  package var wordPattern: String?

  package init(ranges: [LSPRange], wordPattern: String? = nil) {
    self.ranges = ranges
    self.wordPattern = wordPattern
  }
}

extension LinkedEditingRanges: JSONEncodable {
  package var json: JSONValue { ["ranges": ranges.json, "wordPattern": wordPattern?.json] }
}
