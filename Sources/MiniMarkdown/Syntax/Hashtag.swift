package import PackratParsing

/// A hashtag at its position in a text: `#a/hashtag`.
package struct Hashtag: Sendable, Equatable {
  /// The range of the hashtag, its `#` included, in UTF-8 bytes from the start of the text.
  package let range: Range<Int>
  /// The text, which begins with `#`.
  package let text: String

  /// The ranges of the segments, in UTF-8 bytes from the start of the document.
  package var segments: [Range<Int>] {
    Self.segments(of: text).map {
      range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound
    }
  }

  /// Returns `tag` with a `#` in front, which the tags of books lack.
  package static func withNumberSign(_ tag: String) -> String {
    tag.hasPrefix("#") ? tag : "#" + tag
  }

  /// The maximum number of segments, and the maximum length of all segments but the last, in UTF-8
  /// bytes. The rest of a longer hashtag is one segment, including slashes. The index has an entry
  /// for the hashtag up to each segment: without limits, their total length would be quadratic.
  package static let (mostSegments, longestParent) = (32, 1000)

  /// Returns the segments between the slashes of the hashtag `text`, without the `#`, in its UTF-8
  /// bytes. At least one and at most `mostSegments`; segments may be empty. A slash that is part of
  /// a composed character does not separate. Cost: linear.
  package static func segments(of text: String) -> [Range<Int>] {
    let length = text.utf8.count
    var segments: [Range<Int>] = []
    var start = 1
    /// Ends a segment at a slash. Returns false at the limit.
    func part(at slash: Int) -> Bool {
      guard slash <= longestParent, segments.count < mostSegments - 1 else { return false }
      segments.append(min(start, slash)..<slash)
      start = slash + 1
      return true
    }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for (offset, byte) in text.utf8.enumerated() where byte == UInt8(ascii: "/") {
        guard part(at: offset) else { break }
      }
    } else {
      var offset = 0
      for character in text {
        if character == "/", !part(at: offset) { break }
        offset += character.utf8.count
      }
    }
    segments.append(min(start, length)..<length)
    return segments
  }

  /// Returns whether `text` is parsed as one hashtag wherever a hashtag can be, and contains no
  /// control character. Cost: up to six parses.
  package static func isHashtag(_ text: String) -> Bool {
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return false
    }
    return ["", "a "].allSatisfy { before in
      ["", " a", "\n"].allSatisfy { after in
        MiniMarkdownDocument(before + text + after).snapshot.hashtags().map(\.text) == [text]
      }
    }
  }
}

extension Hashtag {
  /// Returns all hashtags of a text, in order. Cost: one parse.
  package static func all(in text: String) -> [Hashtag] {
    MiniMarkdownDocument(text).snapshot.hashtags()
  }
}

extension DocumentSnapshot {
  /// Returns the hashtag that contains `offset` or ends there. Cost: the text of its block.
  package func hashtag(at offset: Int) -> Hashtag? {
    for byteOffset in [offset, offset - 1] where byteOffset >= 0 {
      guard let node = path(to: byteOffset).last(where: { $0.kind == .hashtag }) else { continue }
      return Hashtag(range: node.range, text: node.text)
    }
    return nil
  }

  /// Returns all hashtags, in order; only those found so far if `isWanted` becomes false. Cost:
  /// linear.
  package func hashtags(while isWanted: () -> Bool = { true }) -> [Hashtag] {
    var hashtags: [Hashtag] = []
    for block in blocks {
      guard isWanted() else { break }
      for node in block.nodes where node.kind == .hashtag {
        let start = block.start + Int(node.start)
        let range = start..<start + Int(node.length)
        hashtags.append(Hashtag(range: range, text: block.text(in: range)))
      }
    }
    return hashtags
  }
}
