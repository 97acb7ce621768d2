import Base
package import MiniMarkdown
package import PackratParsing

package enum NoteText {
  /// Returns the text of a new note: a title line, a line of hashtags, and `text` after an empty
  /// line.
  ///
  /// Without a title, the text keeps its first line, so the hashtags come last. Without arguments,
  /// returns an empty title line. White space in a tag becomes `-`.
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

  /// Returns `text` with a paragraph appended after one empty line.
  package static func appending(_ paragraph: String, to text: String) -> String {
    let parts = [text, self.paragraph(paragraph)].map(\.withoutSpaceAtEnd).filter { !$0.isEmpty }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// Returns `text` with `new` instead of the last occurrence of `old`, an appended paragraph.
  /// Returns nil if `old` is not between empty lines or at an end of the text.
  package static func replacing(_ old: String, by new: String, in text: String) -> String? {
    let (old, new) = (paragraph(old).withoutSpaceAtEnd, paragraph(new).withoutSpaceAtEnd)
    let gap = "\n\n"
    let framed = gap + text.withoutSpaceAtEnd + gap
    guard !old.isEmpty, let range = framed.ranges(of: gap + old + gap).last else { return nil }
    let replaced = framed[..<range.lowerBound] + gap + new + gap + framed[range.upperBound...]
    return String(replaced.dropFirst(gap.count)).withoutSpaceAtEnd + "\n"
  }

  /// Returns `text` with `\n` instead of each `\r\n`, and without leading empty lines.
  private static func paragraph(_ text: String) -> String {
    text.withLineFeedsOnly.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
  }

  /// Returns `text` with another title: replaces its first heading, or inserts a heading at the
  /// start if there is none.
  package static func renamed(_ text: String, to title: String) -> String {
    let document = MiniMarkdownDocument(text).snapshot
    return document.text(applying: [titleEdit(document, to: title)])
  }

  package static func titleEdit(_ document: DocumentSnapshot, to title: String) -> ByteEdit {
    let title = line(title)
    guard let range = NoteContent.titleRange(in: document) else {
      return ByteEdit(0..<0, document.count == 0 ? "# \(title)\n" : "# \(title)\n\n")
    }
    return ByteEdit(range, title)
  }

  private static func line(_ title: String) -> String {
    title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
  }

  private static func hashtag(_ tag: String) -> String {
    let words = tag.unicodeScalars.split { !$0.isMiniMarkdownText }.map { String($0) }
    return Hashtag.withNumberSign(words.joined(separator: "-"))
  }
}

extension String {
  fileprivate var withoutSpaceAtEnd: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }

  /// The text with `\n` instead of each `\r\n`: the app supports no other line end.
  package var withLineFeedsOnly: String {
    guard containsBytes(of: "\r") else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      // Also removes several carriage returns before a line feed, so that a second pass changes
      // nothing.
      if byte == UInt8(ascii: "\n") {
        while bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
