package import PackratParsing

/// A hashtag where it stands: `#a/hashtag`.
package struct Hashtag: Sendable, Equatable {
  /// The range of the hashtag, its `#` included, in UTF-8 bytes from the start of the text.
  package let range: Range<Int>
  /// Its text, which begins with `#`.
  package let text: String

  /// Its segments, in UTF-8 bytes from the start of the document's text.
  package var segments: [Range<Int>] {
    Self.segments(of: text).map {
      range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound
    }
  }

  /// `tag` with the `#` that a book's tags lack.
  package static func withNumberSign(_ tag: String) -> String {
    tag.hasPrefix("#") ? tag : "#" + tag
  }

  /// The most segments that are distinguished, and the most UTF-8 bytes of those above the last
  /// one. The rest of a longer hashtag is one segment, slashes and all: each segment is the end of
  /// a hashtag in the index, so that all of them together would be as long as its square.
  package static let (mostSegments, longestParent) = (32, 1000)

  /// The segments between the slashes of the hashtag `text`, without the `#`, in its UTF-8 bytes;
  /// never empty, though segments may be. A slash that is part of a composed character does not
  /// separate. There are `mostSegments` at most. Cost: linear.
  package static func segments(of text: String) -> [Range<Int>] {
    let length = text.utf8.count
    var segments: [Range<Int>] = []
    var start = 1
    /// Takes note of a slash; false once there are to be no more segments.
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

  /// Whether `text` is read as one hashtag at every place where a hashtag can stand, and holds no
  /// control character. Cost: a few parses of it.
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
  /// All hashtags of a text, in order. Cost: one parse.
  package static func all(in text: String) -> [Hashtag] {
    MiniMarkdownDocument(text).snapshot.hashtags()
  }
}

extension DocumentSnapshot {
  /// The hashtag that holds `offset` or ends there. Cost: the text of its block.
  package func hashtag(at offset: Int) -> Hashtag? {
    for place in [offset, offset - 1] where place >= 0 {
      guard let node = path(to: place).last(where: { $0.kind == .hashtag }) else { continue }
      return Hashtag(range: node.range, text: node.text)
    }
    return nil
  }

  /// All hashtags, in order; those found so far once they are no longer wanted. Cost: linear.
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
