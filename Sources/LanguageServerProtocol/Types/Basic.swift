package import JSON

/// A position between two characters of a document.
///
/// Source: LSP 3.17, "Position".
package struct Position: Sendable, Hashable, Comparable {
  /// The line, counted from 0.
  package var line: UInt32
  /// The column in code units of the session's position encoding, counted from 0. A column after
  /// the line's end means the end.
  package var character: UInt32

  package init(line: UInt32, character: UInt32) {
    self.line = line
    self.character = character
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

extension Position: JSONCodable {
  /// The greatest `uinteger` of the protocol.
  private static let greatest: UInt32 = 0x7FFF_FFFF

  /// Numbers above `greatest` become `greatest`.
  package init(json: JSONValue) throws(JSONDecodingError) {
    line = min(try json.decode("line"), Self.greatest)
    character = min(try json.decode("character"), Self.greatest)
  }

  package var json: JSONValue { ["line": line.json, "character": character.json] }
}

/// The text between two positions of a document. A client may send a reversed range.
///
/// Source: LSP 3.17, "Range".
package struct LSPRange: Sendable, Hashable {
  package var start: Position
  /// The position after the last character.
  package var end: Position

  package init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }
}

extension LSPRange: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    start = try json.decode("start")
    end = try json.decode("end")
  }

  package var json: JSONValue { ["start": start.json, "end": end.json] }
}

/// A range in a document.
///
/// Source: LSP 3.17, "Location".
package struct Location: Sendable, Hashable {
  package var uri: String
  package var range: LSPRange

  package init(uri: String, range: LSPRange) {
    self.uri = uri
    self.range = range
  }
}

extension Location: JSONCodable {
  package init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    range = try json.decode("range")
  }

  package var json: JSONValue { ["uri": uri.json, "range": range.json] }
}
