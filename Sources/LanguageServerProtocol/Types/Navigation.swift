public import JSON

/// A place, and what in the asking document leads there.
///
/// Source: LSP 3.17, "LocationLink".
public struct LocationLink: Sendable, Hashable {
  /// What is a link in the asking document; nil for the word at the cursor.
  public var originSelectionRange: LSPRange?
  /// The document it leads to.
  public var targetUri: String
  /// All of the target.
  public var targetRange: LSPRange
  /// What to select there, within `targetRange`.
  public var targetSelectionRange: LSPRange

  /// A link from `originSelectionRange` to `target`.
  public init(from originSelectionRange: LSPRange?, to target: Location) {
    self.originSelectionRange = originSelectionRange
    targetUri = target.uri
    targetRange = target.range
    targetSelectionRange = target.range
  }
}

extension LocationLink: JSONEncodable {
  /// The LSP form.
  public var json: JSONValue {
    [
      "originSelectionRange": originSelectionRange?.json, "targetUri": targetUri.json,
      "targetRange": targetRange.json, "targetSelectionRange": targetSelectionRange.json,
    ]
  }
}

/// A range that belongs to what is at the cursor.
///
/// Source: LSP 3.17, "DocumentHighlight".
public struct DocumentHighlight: Sendable, Hashable {
  /// How it is shown.
  public enum Kind: Int, Sendable, JSONCodable {
    case text = 1
    case read, write
  }

  /// The range.
  public var range: LSPRange
  /// How it is shown.
  public var kind: Kind

  /// A highlight of `range`.
  public init(range: LSPRange, kind: Kind = .text) {
    self.range = range
    self.kind = kind
  }
}

extension DocumentHighlight: JSONCodable {
  /// Reads a highlight; without a kind it is a text.
  public init(json: JSONValue) throws(ResponseError) {
    range = try json.decode("range")
    kind = try json.decodeIfPresent("kind") ?? .text
  }

  /// The LSP form.
  public var json: JSONValue { ["range": range.json, "kind": kind.json] }
}

/// Ranges of one text, which are edited together.
///
/// Source: LSP 3.17, "LinkedEditingRanges".
public struct LinkedEditingRanges: Sendable, Hashable {
  /// The ranges; their texts are equal and they do not overlap.
  public var ranges: [LSPRange]
  /// What they may become, a regular expression; as soon as they are anything else, they are edited
  /// one by one.
  public var wordPattern: String?

  /// `ranges` that are edited together.
  public init(ranges: [LSPRange], wordPattern: String? = nil) {
    self.ranges = ranges
    self.wordPattern = wordPattern
  }
}

extension LinkedEditingRanges: JSONCodable {
  /// Reads the ranges and the pattern.
  public init(json: JSONValue) throws(ResponseError) {
    ranges = try json.decode("ranges")
    wordPattern = try json.decodeIfPresent("wordPattern")
  }

  /// The LSP form.
  public var json: JSONValue { ["ranges": ranges.json, "wordPattern": wordPattern?.json] }
}
