import Foundation
import MiniMarkdown
import Testing

@testable import Notebook

/// The starter notes teach by example, so they must have no mistakes.
@Suite struct StarterNotesTests {
  /// False as long as the parser is a stub that derives nothing.
  private static let hasParser = NoteContent(text: "# T\n").title == "T"

  @Test(arguments: StarterNotes.texts) func areTidy(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("# ") == true)
    #expect(lines.last == "" && !text.hasSuffix("\n\n") && !text.contains("\n\n\n"))
    #expect(!text.contains("\r") && !text.contains("\t"))
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.last?.isWhitespace != true)
      // Blocks are apart, but for the two lines of a question and the items of a list.
      let isList = { (line: Substring) in line.first == "-" || line.first?.isNumber == true }
      let belongTogether =
        line.hasPrefix("Q: ") && next.hasPrefix("A: ") || isList(line) && isList(next)
      #expect(line.isEmpty || next.isEmpty || belongTogether, "\(line)")
      #expect(line.hasPrefix("Q: ") == next.hasPrefix("A: "), "\(next)")
    }
  }

  @Test(arguments: StarterNotes.texts) func haveTidyHashtags(text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    for tag in words where tag.hasPrefix("#") && tag.last != "#" {
      #expect(tag.last?.isPunctuation == false, "\(tag)")
    }
  }

  @Test(.enabled(if: hasParser, "the parser is still a stub")) func showEverything() {
    let contents = StarterNotes.texts.map(NoteContent.init(text:))
    #expect(contents.first?.title == "Welcome to your commonplace book")
    #expect(contents.count == 5)
    for content in contents {
      #expect(content.summary?.isEmpty == false)
      #expect(!content.hashtags.isEmpty)
      let kinds = Set(content.promptCollections.map(\.kind))
      #expect(kinds == [.cloze, .quote, .questionAndAnswer], "\(content.title)")
    }
    #expect(contents[0].hashtags == ["#welcome", "#reading/habits", "#mood/🌱"])
  }
}
