import MiniMarkdown
import Testing

@testable import Notebook

@Suite struct NoteTextTests {
  @Test(
    arguments: [
      (nil, nil, [], "# \n"), ("Title", nil, [], "# Title\n"),
      ("Title", nil, ["#a", "b/c"], "# Title\n#a #b/c\n"), (nil, nil, ["a"], "# \n#a\n"),
      (" two\r\nlines ", nil, [], "# two lines\n"), ("Title", "Text\r\n", [], "# Title\n\nText\n"),
      ("Title", "Q: a\nA: b", ["x y", " ", "#"], "# Title\n#x-y\n\nQ: a\nA: b"),
      (nil, "# Own\nText", [], "# Own\nText"), (nil, "# Own\nText", ["a"], "# Own\nText\n\n#a\n"),
      (nil, "Text\n", ["a"], "Text\n\n#a\n"), (nil, "Text\n\n", ["a"], "Text\n\n#a\n"),
    ] as [(String?, String?, [String], String)])
  func isMade(title: String?, text: String?, tags: [String], expected: String) {
    let made = NoteText.new(title: title, text: text, tags: tags)
    #expect(made == expected)
    let hashtags = NoteContent(text: made).hashtags
    #expect(hashtags.count == tags.filter { $0 != " " && $0 != "#" }.count)
  }

  @Test(arguments: [
    ("# Old\nText", "# New\nText"), ("# Old", "# New"), ("#   Old \n", "# New\n"),
    ("# \n", "# New\n"), ("Text\n\n## Old *title*\n- a", "Text\n\n## New\n- a"),
    ("Text", "# New\n\nText"), ("", "# New\n"), ("#tag\n", "# New\n\n#tag\n"),
    ("#\u{3000}Öld\r\nText", "#\u{3000}New\r\nText"),
  ])
  func isRenamed(text: String, expected: String) {
    let renamed = NoteText.renamed(text, to: " New\n")
    #expect(renamed == expected || renamed == expected.withLineFeedsOnly)
    #expect(NoteContent(text: renamed).title == "New")
  }

  @Test(arguments: [
    ("", "a", "a\n"), ("a", "b", "a\n\nb\n"), ("a\n\n\n", "\n\nb\n\n", "a\n\nb\n"),
    ("# T\n", "b\r\nc", "# T\n\nb\nc\n"), ("a\n", "  - b", "a\n\n  - b\n"),
    ("- a \n", "b", "- a\n\nb\n"),
  ])
  func getsAParagraph(text: String, paragraph: String, expected: String) {
    #expect(NoteText.appending(paragraph, to: text) == expected)
  }

  /// A text with the paragraph “One.\nMore.”, appended by an editor that went on.
  @Test(arguments: [
    ("# T\n\nOne.\n", "# T\n\nOne.\nMore.\n"), ("One.\n", "One.\nMore.\n"),
    ("# T\n\nOne.\n\nAfter.\n", "# T\n\nOne.\nMore.\n\nAfter.\n"),
    ("One.\n\nTwo\n\nOne.\n\n", "One.\n\nTwo\n\nOne.\nMore.\n"),
    ("# T\n\nOne. Two.\n", nil), ("# T\n\nNoOne.\n", nil), ("", nil),
  ])
  func replacesAParagraph(text: String, expected: String?) {
    #expect(NoteText.replacing("One.\n", by: "One.\nMore.\n", in: text) == expected)
    #expect(NoteText.replacing(" \n", by: "One.\n", in: text) == nil)
  }

  @Test(arguments: [
    ("a\r\nb\r\n", "a\nb\n"), ("a\r\r\nb", "a\nb"), ("a\rb\r", "a\rb\r"), ("\r\n", "\n"),
    ("", ""), ("é\r\n\u{301}", "é\n\u{301}"),
  ])
  func hasLineFeedsOnly(text: String, expected: String) {
    #expect(Array(text.withLineFeedsOnly.utf8) == Array(expected.utf8))
  }
}
