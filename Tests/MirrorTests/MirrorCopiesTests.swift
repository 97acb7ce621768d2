import Foundation
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook

/// Sync programs put the text of another device beside a note's file: it is the other text of that note.
@Suite struct MirrorCopiesTests {
  /// The names are those of `ConflictCopyName`.
  static let names = [
    "A.sync-conflict-20261101-120000-ABCDEFG.md", "A (Ann's conflicted copy 2026-11-01).md",
    "A (conflicted copy 2026-11-01 120000).md", "A.conflict1.md",
  ]

  private func conflict(_ mirror: MirrorFixture) throws -> [String] {
    try mirror.notebook.conflicts.of(mirror.id("A"))?.sides.compactMap(\.text) ?? []
  }

  @Test(arguments: names) func aCopyIsTheOtherTextOfItsNote(name: String) throws {
    let mirror = try MirrorFixture(["# A\n\nQ: a?\nA: b\n"])
    try mirror.sync()
    try mirror.write("# A\n\nQ: a?\nA: b\n\nmore\n", name)
    let report = try mirror.sync()
    #expect((report.conflicts, report.created, report.written) == (1, 0, 0))
    #expect(report.remarks.map(\.isConflict) == [true])
    // Readers go on to see the file's text.
    let texts = ["# A\n\nQ: a?\nA: b\n", "# A\n\nQ: a?\nA: b\n\nmore\n"]
    #expect(try conflict(mirror) == texts)
    #expect(try mirror.notes == ["A": texts[0]])
    #expect(try mirror.files.keys.sorted() == [name, "A.md"].sorted())
    #expect(try !mirror.sync().isAnything)
  }

  /// It goes once the conflict is settled, in whichever way.
  @Test(arguments: [ConflictChoice.shown, .other, .both]) func settlingRemovesTheCopy(
    choice: ConflictChoice
  ) throws {
    let mirror = try MirrorFixture(["# A\n\none\n"])
    try mirror.sync()
    try mirror.write("# A\n\ntwo\n", Self.names[0])
    try mirror.sync()
    let made = try mirror.notebook.conflicts.resolve(in: mirror.id("A"), keeping: choice)
    try mirror.sync()
    #expect(try !mirror.files.keys.contains(Self.names[0]))
    #expect(try mirror.files["A.md"] == (choice == .other ? "# A\n\ntwo\n" : "# A\n\none\n"))
    #expect(try mirror.files.count == 1 + made.count && made.count == (choice == .both ? 1 : 0))
    #expect(try !mirror.sync().isAnything)
  }

  @Test func removingTheCopySettlesTheConflict() throws {
    let mirror = try MirrorFixture(["# A\n\none\n"])
    try mirror.sync()
    try mirror.write("# A\n\ntwo\n", Self.names[0])
    try mirror.sync()
    try mirror.remove(Self.names[0])
    #expect(try mirror.sync().settled == 1)
    #expect(try mirror.files == ["A.md": "# A\n\none\n"])
  }

  /// Each copy is settled by itself.
  @Test func removingOneOfTwoCopiesSettlesThatOne() throws {
    let mirror = try MirrorFixture(["# A\n\none\n"])
    try mirror.sync()
    try mirror.write("# A\n\ntwo\n", "A.conflict1.md")
    try mirror.write("# A\n\nthree\n", "A.conflict2.md")
    try mirror.sync()
    try mirror.remove("A.conflict1.md")
    #expect(try mirror.sync().settled == 1)
    #expect(try conflict(mirror) == ["# A\n\none\n", "# A\n\nthree\n"])
    try mirror.write("# A\n\nfour\n", "A.md")
    try mirror.sync()
    #expect(try conflict(mirror) == ["# A\n\nfour\n", "# A\n\nthree\n"])
    #expect(try mirror.files.keys.sorted() == ["A.conflict2.md", "A.md"])
  }

  /// The sync program may write the texts in any order, and the folder may be looked at between.
  @Test(arguments: [
    // The file gets the other text, the copy ours.
    ["A.md=theirs", "copy=ours"], ["copy=ours", "A.md=theirs"], ["copy=ours", "-", "A.md=theirs"],
    ["A.md=theirs", "-", "copy=ours"],
    // Ours is renamed, then theirs takes its name.
    ["A.md>copy", "-", "A.md=theirs"], ["A.md>copy", "A.md=theirs"],
    // The file stays, and the copy has the other text.
    ["copy=theirs"],
  ]) func bothTextsStay(steps: [String]) throws {
    let mirror = try MirrorFixture(["# A\n\nours\n"])
    func look() throws {
      // Everything happens within a moment.
      let open = try NoteMirror.open(at: mirror.folder, of: mirror.notebook)
      defer { open.close() }
      _ = try open.sync(now: Date())
    }
    try mirror.sync()
    func name(_ word: Substring) -> String { word == "copy" ? Self.names[0] : String(word) }
    for step in steps + ["-"] {
      if step == "-" {
        try look()
      } else if let index = step.firstIndex(of: "=") {
        try mirror.write(
          "# A\n\n\(step[step.index(after: index)...])\n", name(step[..<index]))
      } else if let index = step.firstIndex(of: ">") {
        try mirror.move(name(step[..<index]), name(step[step.index(after: index)...]))
      }
    }
    #expect(Set(try conflict(mirror)) == ["# A\n\nours\n", "# A\n\ntheirs\n"])
    #expect(try mirror.notes.count == 1)
    #expect(try mirror.files.count == 2)
    try look()
    #expect(try conflict(mirror).count == 2)
  }

  /// A copy with the same text is left for a minute, because the file may be about to get the other text.
  @Test func anEqualCopyGoesAfterAMinute() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    try mirror.write("# A\r\n", Self.names[0])
    let open = try NoteMirror.open(at: mirror.folder, of: mirror.notebook)
    _ = try open.sync(now: Date())
    #expect(try mirror.files.count == 2)
    #expect(try open.sync(now: Date().addingTimeInterval(90)).removed == 1)
    #expect(try mirror.files.keys.sorted() == ["A.md"])
    #expect(try mirror.notebook.conflicts.all().isEmpty)
  }

  /// A user removes the file and leaves the copy.
  @Test func theCopyThatIsLeftIsTheNotesFile() throws {
    let mirror = try MirrorFixture(["# A\n\none\n", "# B\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    try mirror.write("# A\n\ntwo\n", Self.names[0])
    try mirror.remove("A.md")
    try mirror.sync()
    #expect(try mirror.files == ["A.md": "# A\n\ntwo\n", "B.md": "# B\n"])
    #expect(try mirror.notebook.note(id: id).text == "# A\n\ntwo\n")
    #expect(try mirror.notebook.conflicts.all().isEmpty)
    #expect(try !mirror.sync().isAnything)
  }

  /// Sync programs count copies as they like, and no note may have more texts than programs can hold.
  @Test func aHundredCopiesAreEnough() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    for number in 1...110 { try mirror.write("# A\n\n\(number)\n", "A.conflict\(number).md") }
    let report = try mirror.sync()
    #expect(report.conflicts == 99)
    #expect(report.remarks.count { !$0.isConflict } == 11)
    #expect(try mirror.files.count == 111)
    try mirror.notebook.conflicts.resolve(in: mirror.id("A"), keeping: .shown)
    try mirror.sync()
    #expect(try mirror.files.count == 12)
  }
}
