public import PackratParsing

/// A hashtag where it stands: `#a/hashtag`.
public struct Hashtag: Sendable, Equatable {
  /// What it covers, its `#` included, in UTF-8 bytes from the start of the text.
  public let range: Range<Int>
  /// Its text, which begins with `#`.
  public let text: String

  /// Its segments, in UTF-8 bytes from the start of the document's text.
  public var segments: [Range<Int>] {
    Self.segments(of: text).map {
      range.lowerBound + $0.lowerBound..<range.lowerBound + $0.upperBound
    }
  }

  /// What lies between the slashes of the hashtag `text`, without the `#`, in its UTF-8 bytes; never
  /// empty, though segments may be. A slash that is part of a composed character is none.
  public static func segments(of text: String) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start = 1
    var end = 0
    for character in text {
      if character == "/" {
        segments.append(min(start, end)..<end)
        start = end + 1
      }
      end += character.utf8.count
    }
    segments.append(min(start, end)..<end)
    return segments
  }

  /// Whether `text` is read as one hashtag wherever one can stand, and holds no control character.
  /// Cost: a few parses of it.
  public static func isHashtag(_ text: String) -> Bool {
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

extension DocumentSnapshot {
  /// The hashtag that holds `offset` or ends there. Cost: what stands in its block.
  public func hashtag(at offset: Int) -> Hashtag? {
    for place in [offset, offset - 1] where place >= 0 {
      guard let node = path(to: place).last(where: { $0.kind == .hashtag }) else { continue }
      return Hashtag(range: node.range, text: node.text)
    }
    return nil
  }

  /// All hashtags, in order; what was found so far once they are no longer wanted. Cost: linear.
  public func hashtags(while isWanted: () -> Bool = { true }) -> [Hashtag] {
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
