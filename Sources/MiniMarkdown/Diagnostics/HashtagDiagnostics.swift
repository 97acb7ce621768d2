import PackratParsing

extension Block {
  /// A hashtag takes every character up to the next space, so a sentence's punctuation makes it
  /// another tag. Numbers (`#1,`) are left alone: they are seldom meant as tags.
  func hashtagDiagnostics(in root: Syntax) -> [NoteDiagnostic] {
    root.all(.hashtag).compactMap { hashtag in
      let text = hashtag.text
      let name = text.unicodeScalars
      let kept = name.reversed().drop { Self.sentencePunctuation.contains($0) }.reversed()
      guard kept.count < name.count,
        kept.contains(where: { $0 != "#" && $0.properties.isAlphabetic })
      else { return nil }
      let tag = String(String.UnicodeScalarView(kept))
      let end = hashtag.range.lowerBound + tag.utf8.count
      let mark = String(text.unicodeScalars.dropFirst(kept.count))
      return NoteDiagnostic(
        .hashtagEndsInPunctuation, end..<hashtag.range.upperBound,
        "The tag here is “\(text)”, with the “\(mark)”: a hashtag takes everything up to the next "
          + "space. Put a space before the “\(mark)” to tag with “\(tag)”.")
    }
  }

  private static let sentencePunctuation = Set(
    ".,;:!?)]}>\"'”’»›…、。，．！？；：）］｝」』】〉》".unicodeScalars)
}
