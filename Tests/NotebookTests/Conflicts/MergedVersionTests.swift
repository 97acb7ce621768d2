import TestSupport
import Testing

@testable import Notebook

/// Texts of a merge that are not saved yet, and the marker lines in them.
@Suite struct MergedVersionTests {
  private static let names = ConflictMarkers(
    first: "the text in this buffer", second: "phone, 2026-11-21 18:30:05")
  private static let version = String(repeating: "0f", count: 16) + ":7"

  /// The merge of two texts with one overlap at their first line, and its version after it was sent to a
  /// client and back.
  private static func merge(
    _ mine: String, _ theirs: String, from base: String? = nil
  ) throws -> (text: String, version: MergedVersion) {
    let (text, overlaps) = LineMerge.mark(mine, theirs, from: base, as: names)
    let made = MergedVersion(text, of: [version], made: [(names, overlaps)])
    return (text, try #require(MergedVersion(name: made.name)))
  }

  /// Each of the three lines is found alone.
  @Test(arguments: [
    ("<<<<<<< the text in this buffer\nmine\n", 1),
    ("a\nmine\n=======\ntheirs\n", 3),
    ("a\ntheirs\n>>>>>>> phone, 2026-11-21 18:30:05", 3),
    ("a\r\n=======\r\n", 2),
  ])
  func aMarkerThatIsLeftIsFound(text: String, line: Int) throws {
    let merge = try Self.merge("mine\n", "theirs\n")
    #expect(merge.version.markerLeft(in: merge.text) == 1)
    #expect(merge.version.markerLeft(in: text) == line)
  }

  /// Once a merge is saved, an underline of a heading is no marker of it.
  @Test func anUnderlineAfterTheMergeIsText() throws {
    let version = try Self.merge("mine\n", "theirs\n").version
    #expect(version.markerLeft(in: "Chapter\n=======\n", isPast: true) == nil)
    #expect(version.markerLeft(in: "<<<<<<< the text in this buffer\n", isPast: true) == 1)
  }

  /// What other programs and the user write is text.
  @Test(arguments: [
    "", "mine and theirs\n", "<<<<<<< HEAD\na\n>>>>>>> main\n", "========\n", " =======\n",
    "a <<<<<<< the text in this buffer\n", ">>>>>>> phone, 2026-11-21 18:30:06\n",
  ])
  func otherLinesAreNoMarkers(text: String) throws {
    #expect(try Self.merge("mine\n", "theirs\n").version.markerLeft(in: text) == nil)
  }

  /// A note about merges, which has all three lines itself, can be settled, and no marker is left in it.
  @Test func theTextsOwnLinesAreKept() throws {
    let own = """
      <<<<<<< the text in this buffer
      =======
      >>>>>>> phone, 2026-11-21 18:30:05

      """
    let merge = try Self.merge("mine\n\n" + own, "theirs\n\n" + own)
    #expect(merge.version.markerLeft(in: merge.text) != nil)
    #expect(merge.version.markerLeft(in: "both\n\n" + own) == nil)
    #expect(merge.version.markerLeft(in: "both\n=======\n\n" + own) == 2)
  }

  @Test func aTextWithoutOverlapsHasNoMarkers() throws {
    let merge = try Self.merge("b\na\n", "a\nc\n", from: "a\n")
    #expect(merge.text == "b\na\nc\n")
    #expect(merge.version.markerLeft(in: "=======\n<<<<<<< the text in this buffer\n") == nil)
  }

  /// Names of stored versions, and names that a client makes up.
  @Test(arguments: [
    "", version, "merge", "merge;;", "merge;nobody;", "merge;\(version),nobody;a=1",
    "merge;\(version);a=1;", "other;\(version);a=1",
    "merge;" + String(repeating: "a", count: 20_000),
  ])
  func otherNamesAreNone(name: String) { #expect(MergedVersion(name: name) == nil) }

  /// Marks without a count are left out; the versions count all the same.
  @Test func strangeMarksAreNone() throws {
    let merged = try #require(MergedVersion(name: "merge;\(Self.version);=,a,b=-1,c=x"))
    #expect(merged.versions == [Self.version])
    #expect(merged.markerLeft(in: "=======\n") == nil)
  }
}
