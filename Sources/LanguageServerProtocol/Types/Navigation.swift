package import JSON

/// A location, and the range in the requesting document that links to it.
///
/// Source: LSP 3.17, "LocationLink".
package struct LocationLink: Sendable, Hashable {
  /// The range of the link in the requesting document; nil for the word at the cursor.
  package var originSelectionRange: LSPRange?
  package var targetUri: String
  /// The whole range of the target.
  package var targetRange: LSPRange
  /// The range to select, within `targetRange`.
  package var targetSelectionRange: LSPRange

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
  package enum Kind: Int, Sendable, JSONCodable {
    case text = 1
    case read, write
  }

  package var range: LSPRange
  package var kind: Kind

  package init(range: LSPRange, kind: Kind = .text) {
    self.range = range
    self.kind = kind
  }
}

extension DocumentHighlight: JSONEncodable {
  package var json: JSONValue { ["range": range.json, "kind": kind.json] }
}

/// Ranges with equal texts, which are edited together.
///
/// Source: LSP 3.17, "LinkedEditingRanges".
package struct LinkedEditingRanges: Sendable, Hashable {
  /// They do not overlap.
  package var ranges: [LSPRange]
  /// A regular expression for valid texts of the ranges.
  package var wordPattern: String?

  package init(ranges: [LSPRange], wordPattern: String? = nil) {
    self.ranges = ranges
    self.wordPattern = wordPattern
  }
}

extension LinkedEditingRanges: JSONEncodable {
  package var json: JSONValue { ["ranges": ranges.json, "wordPattern": wordPattern?.json] }
}
