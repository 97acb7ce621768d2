internal import Base
internal import MiniMarkdown

/// Makes the texts of notes.
package enum NoteText {
  /// The text of a new note: a title line, a line of hashtags, and `text` after an empty line.
  ///
  /// Without a title the text keeps its first line, so that the hashtags come last. Without any
  /// argument it is an empty title line, to be typed into. White space in a tag becomes `-`.
  package static func new(title: String? = nil, text: String? = nil, tags: [String] = []) -> String
  {
    let text = (text ?? "").withLineFeedsOnly
    let hashtags = tags.map(hashtag).filter { $0 != "#" }.joined(separator: " ")
    guard title == nil, !text.isEmpty else {
      var head = "# \(line(title ?? ""))\n"
      if !hashtags.isEmpty { head += hashtags + "\n" }
      return text.isEmpty ? head : head + "\n" + text
    }
    guard !hashtags.isEmpty else { return text }
    let gap = text.hasSuffix("\n\n") ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return text + gap + hashtags + "\n"
  }

  /// `text` with a paragraph at its end, after one empty line.
  package static func appending(_ paragraph: String, to text: String) -> String {
    let lines = paragraph.withLineFeedsOnly.split(separator: "\n", omittingEmptySubsequences: false)
    let paragraph = lines.drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    let parts = [text, paragraph].map(\.withoutSpaceAtEnd).filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// `text` with another title: in the place of that of its first heading, or, in a note without
  /// one, in a heading in front of it.
  package static func renamed(_ text: String, to title: String) -> String {
    let title = line(title)
    guard let range = NoteContent.titleRange(in: text) else {
      return text.isEmpty ? "# \(title)\n" : "# \(title)\n\n" + text
    }
    let bytes = Array(text.utf8)
    return String(
      decoding: bytes[..<range.lowerBound] + Array(title.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }

  /// On one line, without white space around it.
  private static func line(_ title: String) -> String {
    title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
  }

  private static func hashtag(_ tag: String) -> String {
    let words = tag.unicodeScalars.split { !$0.isMiniMarkdownText }.map { String($0) }
    return HashtagPath.withNumberSign(words.joined(separator: "-"))
  }
}

extension String {
  /// The text without white space at its end.
  fileprivate var withoutSpaceAtEnd: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }

  /// The text with `\n` as its only line end, the only one that the app understands.
  package var withLineFeedsOnly: String {
    guard containsBytes(of: "\r") else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      // All returns in front of a line feed, so that nothing is left to do the next time.
      if byte == UInt8(ascii: "\n") {
        while bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
