import Base
package import MiniMarkdown
package import PackratParsing

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
    let parts = [text, self.paragraph(paragraph)].map(\.withoutSpaceAtEnd).filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// `text` with `new` in the place of `old`, a paragraph that was appended. Returns nil if `old` does not
  /// stand between empty lines or at an end of the text.
  package static func replacing(_ old: String, by new: String, in text: String) -> String? {
    let (old, new) = (paragraph(old).withoutSpaceAtEnd, paragraph(new).withoutSpaceAtEnd)
    let gap = "\n\n"
    let framed = gap + text.withoutSpaceAtEnd + gap
    guard !old.isEmpty, let range = framed.ranges(of: gap + old + gap).last else { return nil }
    let replaced = framed[..<range.lowerBound] + gap + new + gap + framed[range.upperBound...]
    return String(replaced.dropFirst(gap.count)).withoutSpaceAtEnd + "\n"
  }

  /// `text` with `\n` as its only line end, and without empty lines before it.
  private static func paragraph(_ text: String) -> String {
    text.withLineFeedsOnly.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }

  /// `text` with another title: in the place of that of its first heading, or, in a note without
  /// one, in a heading in front of it.
  package static func renamed(_ text: String, to title: String) -> String {
    let document = MiniMarkdownDocument(text).snapshot
    return document.text(applying: [titleEdit(document, to: title)])
  }

  /// The edit of a text by which it has another title.
  package static func titleEdit(_ document: DocumentSnapshot, to title: String) -> ByteEdit {
    let title = line(title)
    guard let range = NoteContent.titleRange(in: document) else {
      return ByteEdit(0..<0, document.count == 0 ? "# \(title)\n" : "# \(title)\n\n")
    }
    return ByteEdit(range, title)
  }

  /// On one line, without white space around it.
  private static func line(_ title: String) -> String {
    title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
  }

  private static func hashtag(_ tag: String) -> String {
    let words = tag.unicodeScalars.split { !$0.isMiniMarkdownText }.map { String($0) }
    return Hashtag.withNumberSign(words.joined(separator: "-"))
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
