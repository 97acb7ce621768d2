import MiniMarkdown
import Notebook
import NotebookIndex
import NotebookTestSupport
import PackratParsing
import Testing

@testable import TextDiagnostics

/// The headings of notes are read as far as links name them, and no further than is allowed.
@Suite struct LinkTargetTests {
  @Test(arguments: [(0, [false, false]), (1, [true, false]), (9, [true, true])])
  func headings(most: Int, areKnown: [Bool]) throws {
    let fixture = try NotebookFixture(notes: [
      "# Emma\n\n## Hartfield\n", "# Walden\n", "# Woods\n",
    ])
    let notebook = try fixture.open()
    var wanted: [[LinkName]: WantedLink] = [:]
    let text = "[[Walden#Ponds]] [[Walden]] [[Emma]] [[Emma#Hartfield]] [[Woods]] [[Nothing#a]]"
    for link in MiniMarkdownDocument(text).snapshot.noteLinks.compactMap(WantedLink.init) {
      wanted.add(link)
    }
    let targets = try notebook.links.targets(of: wanted, mostRead: most)
    let known = ["Emma", "Walden"].map { title in
      targets[LinkName.inBrackets(title)]?.headings != nil
    }
    #expect(known == areKnown)
    let others = ["Woods", "Nothing"].compactMap { targets[LinkName.inBrackets($0)] }
    #expect(others.map(\.count) == [1, 0] && others.allSatisfy { $0.headings == nil })
    try notebook.close()
  }
}
