import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook

/// The names of files when titles change, and characters on which file systems do not agree.
@Suite struct MirrorNamingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The titles of notes, and those that they are given: `A B` > `B A`.
    var old: String
    var new: String
    /// The names of the files then, in the order of the notes, without `.md`.
    var names: String

    init(_ old: String, _ new: String, _ names: String) {
      (self.old, self.new, self.names) = (old, new, names)
    }

    var testDescription: String { "\(old) > \(new)" }
  }

  /// Two files whose titles are exchanged, one in the file and one in the notebook.
  @Test func eachFileGetsTheTextOfItsNote() throws {
    let mirror = try MirrorFixture(["# T1\n\nfirst\n", "# T2\n\nsecond\n"])
    try mirror.sync()
    try mirror.save("# T1\n\nthird\n", to: "T2")
    try mirror.write("# T2\n\nfourth\n", "T1.md")
    try mirror.sync()
    #expect(
      try mirror.files == ["T1.md": "# T1\n\nthird\n", "T2.md": "# T2\n\nfourth\n"])
    #expect(try !mirror.sync().isAnything)
  }

  @Test(arguments: [
    Case("A", "B", "B"), Case("a", "A", "A"), Case("Walden", "walden", "walden"),
    // Two exchange names, three go round, one makes room for another.
    Case("A B", "B A", "B A"), Case("A B C", "B C A", "B C A"), Case("A B C", "C A B", "C A B"),
    Case("A B C D", "B A D C", "B A D C"), Case("A B", "B C", "B C"),
    Case("A B C", "B C D", "B C D"), Case("A B C", "B B A", "B_(2) B A"),
    Case("A B", "B B", "B_(2) B"),
    Case("A", "A/B", "A-B"), Case("A", "con", "con-"), Case("A", "😀", "😀"),
    Case("e\u{301}", "\u{E9}", "\u{E9}"),
  ])
  func filesFollowTitles(_ test: Case) throws {
    let titles = test.old.split(separator: " ").map(String.init)
    let mirror = try MirrorFixture(titles.enumerated().map { "# \($1)\n\nnote \($0)\n" })
    try mirror.sync()
    let ids = try titles.indices.map { number in
      try #require(
        mirror.notebook.notes.all().first {
          try mirror.notebook.note(id: $0.id).text.hasSuffix("note \(number)\n")
        }?.id)
    }
    for (number, title) in test.new.split(separator: " ").map(String.init).enumerated() {
      _ = try mirror.notebook.save(text: "# \(title)\n\nnote \(number)\n", note: ids[number])
    }
    try mirror.sync()
    let names = test.names.split(separator: " ").map {
      String($0).replacing("_", with: " ") + ".md"
    }
    for (number, name) in names.enumerated() {
      #expect(try mirror.text(name)?.hasSuffix("note \(number)\n") == true, "\(name)")
    }
    #expect(try mirror.files.count == names.count)
    #expect(try !mirror.sync().isAnything)
    // Each file is still its note.
    for (number, name) in names.enumerated() { try mirror.write("# N\n\nedited \(number)\n", name) }
    var watching = MirrorOptions.watching
    watching.quiet = .zero
    #expect(try mirror.sync(watching).saved == names.count)
    for (number, id) in ids.enumerated() {
      #expect(try mirror.notebook.note(id: id).text == "# N\n\nedited \(number)\n")
    }
  }

  /// A file that got another name and another text is still its note, if enough of it is the same.
  @Test func aFileRenamedAndEditedStaysItsNote() throws {
    let text = "# A\n\nI went to the woods because I wished to live deliberately.\n\n> Simplify.\n"
    let other = "# B\n\nAll happy families are alike; every unhappy one is so in its own way.\n"
    let mirror = try MirrorFixture([text, other])
    try mirror.sync()
    let (first, second) = (try mirror.id("A"), try mirror.id("B"))
    // The title is in the name only, or in the text, too.
    try mirror.remove("A.md")
    try mirror.write(text + "More of it.\n", "Walden.md")
    try mirror.remove("B.md")
    try mirror.write(other.replacing("# B", with: "# Anna") + "Indeed.\n", "Tolstoy.md")
    let report = try mirror.sync()
    #expect(report.created == 0 && report.trashed == 0 && report.saved == 2)
    #expect(try mirror.notes.count == 2)
    #expect(
      try mirror.notebook.note(id: first).text
        == text.replacing("# A", with: "# Walden") + "More of it.\n")
    #expect(try mirror.notebook.note(id: second).summary.title == "Anna")
    #expect(try mirror.files.keys.sorted() == ["Anna.md", "Walden.md"])
    #expect(try !mirror.sync().isAnything)
    // A separate text is a separate note.
    try mirror.remove("Walden.md")
    try mirror.write("# Emma\n\nEmma Woodhouse, handsome, clever, and rich.\n", "Emma.md")
    let another = try mirror.sync()
    #expect(another.created == 1 && another.trashed == 1)
    #expect(try mirror.notebook.note(id: first).summary.isTrashed)
  }

  /// Titles of which a name is only a part: long ones, emoji of many scalars, marks upon marks.
  @Test(arguments: [
    String(repeating: "📚", count: 75), String(repeating: "👩‍👩‍👧", count: 17) + "x",
    "Z" + String(repeating: "\u{301}", count: 150), String(repeating: "a", count: 300),
  ])
  func longTitles(_ title: String) throws {
    let mirror = try MirrorFixture(["# \(title)\n\n1\n", "# \(title)\n\n2\n"])
    try mirror.sync()
    #expect(try mirror.files.keys.allSatisfy { $0.utf8.count <= 255 })
    let name = try #require(try mirror.files.first { $0.value.hasSuffix("1\n") }?.key)
    let id = try #require(
      try mirror.notebook.notes.all().first {
        try mirror.notebook.note(id: $0.id).text.hasSuffix("1\n")
      }?.id)
    // In conflict: there is a third name.
    _ = try mirror.notebook.save(text: "# \(title)\n\n3\n", note: id)
    try mirror.write("# \(title)\n\n4\n", name)
    #expect(try mirror.sync().conflicts == 1)
    #expect(try Set(mirror.files.values.map { $0.suffix(2) }) == ["2\n", "3\n", "4\n"])
    #expect(try mirror.files.keys.allSatisfy { $0.utf8.count <= 255 })
    #expect(try !mirror.sync().isAnything)
    // A name by hand can be as long as the system allows.
    let long = String(repeating: "n", count: 252) + ".md"
    try mirror.move(name, long)
    #expect(try mirror.sync().renamed == 1)
    #expect(try mirror.notebook.note(id: id).summary.title == String(long.dropLast(3)))
    #expect(try mirror.files.keys.contains(long))
    #expect(try !mirror.sync().isAnything)
  }

  #if os(Linux)
    /// `é` as one scalar and as two: on Linux, separate files.
    private static let (composed, decomposed) = ("\u{E9}.md", "e\u{301}.md")

    /// A file that another system encoded otherwise is still its note.
    @Test func namesThatAreEncodedOtherwise() throws {
      let mirror = try MirrorFixture(["# \u{E9}\n", "# B\n"])
      try mirror.sync()
      #expect(rename(mirror.path(Self.composed), mirror.path(Self.decomposed)) == 0)
      #expect(try !mirror.sync().isAnything)
      try mirror.save("# \u{E9}\n\nnotebook\n", to: "\u{E9}")
      try mirror.sync()
      #expect(mirror.bytes(Self.decomposed) == "# \u{E9}\n\nnotebook\n")
      #expect(mirror.bytes(Self.composed) == nil)
      try mirror.write("# \u{E9}\n\nfile\n", Self.decomposed)
      #expect(try mirror.sync().saved == 1)
      #expect(try mirror.notes["\u{E9}"] == "# \u{E9}\n\nfile\n")
      #expect(try !mirror.sync().isAnything)
    }

    /// Of two files whose names differ in nothing else, the other one is left and said.
    @Test(arguments: [true, false])
    func twoEncodingsOfOneName(_ isComposedKnown: Bool) throws {
      let mirror = try MirrorFixture(["# \u{E9}\n", "# B\n"])
      try mirror.sync()
      var (known, other) = (Self.composed, Self.decomposed)
      if !isComposedKnown {
        (known, other) = (other, known)
        #expect(rename(mirror.path(Self.composed), mirror.path(Self.decomposed)) == 0)
        try mirror.sync()
      }
      try mirror.write("# Other\n", other)
      for _ in 0..<2 {
        let report = try mirror.sync()
        #expect(!report.isAnything)
        #expect(report.remarks.map { Array($0.file.utf8) } == [Array(other.utf8)])
      }
      try mirror.write("# \u{E9}\n\nedited\n", known)
      #expect(try mirror.sync().saved == 1)
      #expect(mirror.bytes(other) == "# Other\n")
      // Alone, it is a note.
      #expect(unlink(mirror.path(known)) == 0)
      try mirror.sync()
      #expect(try mirror.notes.values.contains("# Other\n"))
    }
  #endif
}

extension MirrorFixture {
  fileprivate func text(_ name: String) throws -> String? {
    try files.first { $0.key.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The text of the file whose name has just these bytes.
  fileprivate func bytes(_ name: String) -> String? {
    let file = open(path(name), O_RDONLY)
    guard file >= 0 else { return nil }
    return (try? FileHandle(fileDescriptor: file, closeOnDealloc: true).readToEnd()).map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
