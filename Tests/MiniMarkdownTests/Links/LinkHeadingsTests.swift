import MiniMarkdown
import PackratParsing
import Testing

/// A link finds a heading by its words, or as a web page names it.
@Suite struct LinkHeadingsTests {
  private static let text = "# Walden\n\n## The *Ponds*\n\n### What's new?\n\n## ???\n\nIn 1854\n"

  @Test(arguments: [
    ("Walden", "# Walden"), ("the  ponds", "## The *Ponds*"), ("the-ponds", "## The *Ponds*"),
    ("the%20ponds", "## The *Ponds*"), ("Walden#The Ponds", "## The *Ponds*"),
    ("whats-new", "### What's new?"), ("???", "## ???"), ("Ponds", nil), ("In 1854", nil),
    ("", nil), ("#", nil),
  ])
  func finds(title: String, line: String?) throws {
    let snapshot = MiniMarkdownDocument(Self.text).snapshot
    #expect(snapshot.headingRange(titled: title).map { snapshot.text(in: $0) } == line)
    #expect(try #require(LinkHeadings(snapshot)).contains(title) == (line != nil))
  }

  @Test func marksOfParagraphsAndLongTextsAreLeftAlone() throws {
    #expect(try #require(LinkHeadings(MiniMarkdownDocument(Self.text).snapshot)).contains("^mark"))
    let many = String(repeating: "# A\n", count: LinkHeadings.most + 1)
    let long = "# A\n" + String(repeating: "a", count: LinkHeadings.longestText)
    for text in [many, long] { #expect(LinkHeadings(MiniMarkdownDocument(text).snapshot) == nil) }
  }
}
