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
        kept.contains(where: { $0.properties.isAlphabetic || $0.value > 0x238C })
      else { return nil }
      let tag = String(String.UnicodeScalarView(kept))
      if Self.isColour(tag, before: name.dropFirst(kept.count).first) { return nil }
      let end = hashtag.range.lowerBound + tag.utf8.count
      let mark = String(text.unicodeScalars.dropFirst(kept.count))
      return NoteDiagnostic(
        .hashtagEndsInPunctuation, end..<hashtag.range.upperBound,
        "The tag here is “\(Self.short(text))”, with the “\(Self.short(mark))”: a hashtag takes "
          + "everything up to the next space. Put a space before the “\(Self.short(mark))”.")
    }
  }

  private static func short(_ text: String) -> String {
    text.count > 40 ? text.prefix(39) + "…" : text
  }

  /// `#ff00ff;` or `#0af,` is a colour in a piece of code.
  private static func isColour(_ tag: String, before mark: Unicode.Scalar?) -> Bool {
    let digits = tag.dropFirst()
    return [3, 6, 8].contains(digits.count) && digits.allSatisfy(\.isHexDigit)
      && (mark == ";" || digits.contains(where: \.isNumber))
  }

  private static let sentencePunctuation = Set(
    ".,;:!?)]}>\"'”’»›…、。，．！？；：）］｝」』】〉》".unicodeScalars)
}
