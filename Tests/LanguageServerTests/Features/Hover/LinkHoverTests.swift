import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// A hover on a link is about the note that it means.
@Suite struct LinkHoverTests {
  @Test(arguments: [
    ("see [[Wal«»den]]", "Walden\nDeep *ponds*.\nAnd woods."),
    ("[[Twi«»ns]]", "This link matches 2 notes:\n- Twins\n- Twins"),
    ("[[Emm«»a]]", "No note matches this link."),
    ("a [[The *Gr«»eat* Gatsby]]", "The *Great* Gatsby"), ("[x](tho«»reau.md)", "Thoreau\nA walk."),
    ("αβ 🗺 [[Tho«»reau]]", "Thoreau\nA walk."), ("α«»β 🗺 [[Thoreau]]", nil),
  ])
  func hover(marked: String, expected: String?) throws {
    let fixture = try HashtagFixture(notes: [
      "# Walden\n\nDeep *ponds*.\n\nAnd woods.\n", "# Twins\n", "# Twins\n\nTwo.\n",
      "# The *Great* Gatsby\n", "---\ntags: [x]\n\nother: y\n---\n# Thoreau\n\nA walk.\n",
    ])
    let params = try fixture.open("file:///a.md", marked)
    let hover = try fixture.ask("textDocument/hover", params)
    #expect(hover["contents"]?["value"] == expected.map { .string($0) })
  }
}
