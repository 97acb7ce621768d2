import Foundation
import MiniMarkdown
import Notebook
import NotebookTestSupport
import Testing

/// Hashtags of many segments, as only machines make them.
@Suite struct DeepHashtagTests {
  private static func tag(_ segments: Int, _ segment: String = "a") -> String {
    "#" + Array(repeating: segment, count: segments).joined(separator: "/")
  }

  @Test(arguments: [
    // The number of segments that are written, and of those that are distinguished.
    (1, 1), (31, 31), (32, 32), (33, 32), (10_000, 32),
  ])
  func belowADepthItIsOneSegment(written: Int, depth: Int) {
    let path = HashtagPath(Self.tag(written))
    #expect(path.depth == depth && path.ancestors.count == depth - 1)
    #expect(path.parent?.tag == path.ancestors.last?.tag)
    #expect(path.ancestors.allSatisfy { $0.contains(path) })
    #expect(Hashtag.segments(of: path.tag).last?.upperBound == path.tag.utf8.count)
  }

  @Test func behindManyBytesItIsOneSegment() {
    let long = String(repeating: "x", count: 1000)
    #expect(HashtagPath("#" + long + "/a/b").depth == 1)
    #expect(HashtagPath("#a/" + long + "/b").ancestors.map(\.tag) == ["#a"])
    #expect(!HashtagPath("#" + long).contains(HashtagPath("#" + long + "/a")))
    // Not in the middle of a character.
    let letters = String(repeating: "é/", count: 600) + "é"
    #expect(HashtagPath("#" + letters).ancestors.last?.tag.hasSuffix("é") == true)
  }

  /// The list is as long as the tag, not as its square, and lists and counts agree.
  @Test func isListedOnceBelowTheOthers() throws {
    let fixture = try NotebookFixture()
    let deep = [Self.tag(10_000), Self.tag(10_000) + "/b", Self.tag(40)]
    try fixture.putNote("A", text: "A", tags: deep)
    try fixture.putNote("B", text: "B", tags: [Self.tag(32), Self.tag(3)])
    let notebook = try fixture.open()
    let tags = try notebook.tags.all()
    #expect(tags.count == 31 + 4)
    #expect(tags.map(\.tag.utf8.count).reduce(0, +) < 50_000)
    for line in tags {
      let notes = try notebook.notes.all(tag: line.tag)
      #expect(notes.count == line.noteCount, "\(line.tag.prefix(80))")
    }
    #expect(tags.filter { !$0.isImplied }.count == 5)
  }

  /// A hashtag of more than 32 segments is renamed as a whole, and a parent takes all of it along.
  @Test func isRenamedWithItsParent() throws {
    let deep = Self.tag(50)
    let fixture = try NotebookFixture(notes: ["# One\n\n\(deep) end"])
    let notebook = try fixture.open()
    let rename = try #require(TagRename("#a", to: "#b"))
    #expect(try notebook.tags.rename(rename).occurrenceCount == 1)
    let text = try #require(
      try notebook.notes.all().first.map { try notebook.note(id: $0.id).text })
    #expect(text == "# One\n\n#b\(deep.dropFirst(2)) end")
    #expect(TagRename("#b", to: Self.tag(33)) == nil && TagRename("#b", to: Self.tag(32)) != nil)
  }
}
