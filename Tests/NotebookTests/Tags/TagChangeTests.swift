import MiniMarkdown
import Notebook
import Testing

/// Hashtags are added to a text and taken out of it.
@Suite struct TagChangeTests {
  private func change(_ words: String) -> TagChange {
    let words = words.split(separator: " ").map(String.init)
    func paths(_ sign: String) -> [HashtagPath] {
      words.filter { $0.hasPrefix(sign) }.map { HashtagPath(String($0.dropFirst())) }
    }
    return TagChange(adding: paths("+"), removing: paths("-"))
  }

  @Test(arguments: [
    // Added to the last line of nothing but hashtags,
    ("# T\n#a\n\nText\n", "+b", "# T\n#a #b\n\nText\n"),
    ("#a\n\nText\n\n#b", "+c", "#a\n\nText\n\n#b #c"),
    ("#a  \nText", "+b +c/d", "#a #b #c/d\nText"),
    // or on a new line at the end.
    ("# T\n\nText with #a.\n", "+b", "# T\n\nText with #a.\n\n#b\n"), ("", "+b", "#b\n"),
    ("# T\n\n\n", "+b", "# T\n\n#b\n"), ("Text", "+b", "Text\n\n#b\n"),
    ("- a\n- b", "+c", "- a\n- b\n\n#c\n"), ("> q", "+c", "> q\n\n#c\n"),
    // Taken out with the space before it, or at the start of a line after it,
    ("#a #b #c\n", "-b", "#a #c\n"), ("#a #b\n", "-a", "#b\n"), ("#a #b\n", "-b", "#a\n"),
    ("I read #a daily.\n", "-a", "I read daily.\n"), ("- #a b\n", "-a", "- b\n"),
    ("#A #a/b\n", "-a", "#a/b\n"), ("#a b #a\n\n#a #a", "-a", "b\n"),
    // and with the line, if nothing else is there.
    ("# T\n#a\n\nText\n", "-a", "# T\n\nText\n"), ("Text\n\n#a\n", "-a", "Text\n"),
    ("Text\n\n#a\n\nMore\n", "-a", "Text\n\nMore\n"), ("#a\n\nText", "-a", "Text"),
    ("#a", "-a", ""),
    ("Text\n\n#a #b", "-a -b", "Text\n"),
    // Both at once: the line stays.
    ("Text\n\n#a\n", "+b -a", "Text\n\n#b\n"), ("# T\n#a #b\n", "-a +c -b", "# T\n#c\n"),
    ("#été #x", "-x +ö", "#été #ö"),
    // Hashtags that are not meant stay as they are.
    ("#a\n", "+A", "#a\n"), ("#a/b #ab\n", "-a", "#a/b #ab\n"), ("`#a` a#a\n", "-a", "`#a` a#a\n"),
    ("Text\r\n\r\n#a\r\n", "-a", "Text\r\n"),
  ])
  func isApplied(text: String, words: String, expected: String) {
    let outcome = change(words).applied(to: text)
    #expect(Array(outcome.text.utf8) == Array(expected.utf8), "\(outcome.text)")
    #expect(outcome.isFaithful)
    #expect(outcome.isUnchanged == (text == expected))
    // Once more changes nothing.
    #expect(change(words).applied(to: outcome.text).isUnchanged)
  }

  @Test func saysWhatItDid() {
    let text = "#B\n\nText #x and #X\n"
    let outcome = change("+b +c +B +C +d/e -x -Y -X -y").applied(to: text)
    #expect(outcome.present == ["#B"] && outcome.added == ["#c", "#d/e"])
    #expect(outcome.removed == [TagChange.Removed(tag: "#x", occurrences: 2)])
    #expect(outcome.absent == ["#Y"])
  }

  /// A mark that began before a hashtag would take in the next one.
  @Test func otherHashtagsStay() {
    for text in ["*a #b c* #d\n", "_#a_ #b\n", "a ?[#b](#c) #d\n", "![#a](b) #c"] {
      for tag in ["+x", "-a", "-b", "-c", "-d"] {
        let outcome = change(tag).applied(to: text)
        let former = NoteContent(text: text).hashtags.filter { "-" + $0.dropFirst() != tag }
        let hashtags = NoteContent(text: outcome.text).hashtags.filter { $0 != "#x" }
        #expect(!outcome.isFaithful || hashtags == former, "\(text) \(tag) \(outcome.text)")
      }
    }
  }
}
