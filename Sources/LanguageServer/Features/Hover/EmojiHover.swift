import MiniMarkdown
import PackratParsing

extension HoverSource {
  static let emoji = HoverSource(kinds: [.emoji]) { request, syntax in
    var start = syntax.range.lowerBound
    for character in syntax.text {
      let end = start + character.utf8.count
      if request.offset < end {
        guard let name = character.unicodeName else { return nil }
        var text = MarkupText()
        text.add(.plain(name))
        return HoverText(range: start..<end, text: text)
      }
      start = end
    }
    return nil
  }
}

extension Character {
  /// The names of the character's first eight parts, as in `grinning face` or `flag DE`; nil if
  /// none has a name.
  var unicodeName: String? {
    let letters = unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      let flags: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"
      return flags ~= scalar ? Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41) : nil
    }
    if letters.count == 2 { return "flag " + String(String.UnicodeScalarView(letters)) }
    // Characters that join others or select a presentation are not named.
    let unnamed: Set<Unicode.Scalar> = ["\u{200D}", "\u{FE0E}", "\u{FE0F}"]
    let names = unicodeScalars.filter { !unnamed.contains($0) }
      .compactMap { $0.properties.name?.lowercased() }
    return names.isEmpty ? nil : names.prefix(8).joined(separator: ", ")
  }
}
