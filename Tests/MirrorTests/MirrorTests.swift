import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook

@Suite struct MirrorTests {
  @Test func notesAreFilesAndBack() throws {
    let mirror = try MirrorFixture(["# Walden\n\nPond.\n", "# Emma\n"])
    try mirror.sync()
    #expect(try mirror.files == ["Walden.md": "# Walden\n\nPond.\n", "Emma.md": "# Emma\n"])
    try mirror.write("# Walden\n\nWoods.\n", "Walden.md")
    try mirror.save("# Emma\n\nWoodhouse.\n", to: "Emma")
    try mirror.write("# New\n", "whatever.md")
    let report = try mirror.sync()
    #expect((report.saved, report.written, report.created) == (1, 1, 1))
    #expect(report.changedNotes.count == 2)
    let texts = [
      "Walden": "# Walden\n\nWoods.\n", "Emma": "# Emma\n\nWoodhouse.\n", "New": "# New\n",
    ]
    #expect(try mirror.notes == texts)
    #expect(try Set(mirror.files.values) == Set(texts.values))
    #expect(try !mirror.sync().isAnything)
  }

  /// An unchanged mirror is looked at by what the system says of its files alone.
  @Test func anUnchangedMirrorIsNotRead() throws {
    let mirror = try MirrorFixture((0..<20).map { "# Note \($0)\n" })
    #expect(try mirror.sync().written == 20)
    let report = try mirror.sync()
    #expect((report.isAnything, report.readFiles, report.files) == (false, 0, 20))
  }

  /// A file that was written a moment ago could change again and look the same, and is read once more.
  @Test func youngFilesAreReadAgain() throws {
    let mirror = try MirrorFixture(["# A\n"])
    let open = try NoteMirror.open(at: mirror.folder, of: mirror.notebook)
    let now = Date()
    _ = try open.sync(now: now)
    try mirror.write("# B\n", "A.md")
    #expect(try open.sync(now: now).saved == 1)
    #expect(try open.sync(now: now).readFiles == 1)
    let later = Date().addingTimeInterval(60)
    #expect(try open.sync(now: later).readFiles == 1)
    #expect(try open.sync(now: later).readFiles == 0)
  }

  @Test func removedFilesAndNotes() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n", "# C\n"])
    try mirror.sync()
    try mirror.remove("A.md")
    try mirror.notebook.trash(try mirror.id("B"))
    let report = try mirror.sync()
    #expect((report.trashed, report.removed) == (1, 1))
    #expect(try mirror.files.keys.sorted() == ["C.md"])
    #expect(try mirror.notes.keys.sorted() == ["C"])
    #expect(try mirror.notebook.notes.all(includingTrash: true).count == 3)
    try mirror.notebook.restore(try mirror.id("A"))
    try mirror.sync()
    #expect(try mirror.files.keys.sorted() == ["A.md", "C.md"])
  }

  @Test func renamedFilesAndTitles() throws {
    let mirror = try MirrorFixture(["# A\n\ntext\n", "# B\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    try mirror.move("A.md", "Other.md")
    try mirror.save("# Bee\n", to: "B")
    try mirror.sync()
    #expect(try mirror.files == ["Other.md": "# Other\n\ntext\n", "Bee.md": "# Bee\n"])
    #expect(try mirror.id("Other") == id)
    #expect(try !mirror.sync().isAnything)
  }

  /// Links follow a note whose file got another name.
  @Test func linksFollowARenamedFile() throws {
    let mirror = try MirrorFixture(["# A\n\ntext\n", "# B\n\n[[A]], [x](A.md#a)\n"])
    try mirror.sync()
    try mirror.move("A.md", "Other: one.md")
    try mirror.sync()
    try mirror.sync()
    #expect(
      try mirror.files == [
        "Other: one.md": "# Other: one\n\ntext\n",
        "B.md": "# B\n\n[[Other: one]], [x](Other%3A%20one.md#a)\n",
      ])
    #expect(try !mirror.sync().isAnything)
  }

  /// An editor goes on with a file whose note was given another title meanwhile.
  @Test func aFileThatComesBackIsItsNote() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    try mirror.save("# Z\n", to: "A")
    try mirror.sync()
    #expect(try mirror.files.keys.sorted() == ["B.md", "Z.md"])
    try mirror.write("# A \n\nedited\n", "A.md")
    let report = try mirror.sync()
    #expect(report.conflicts == 1)
    #expect(try mirror.notebook.conflicts.of(id)?.sides.count == 2)
    #expect(
      try mirror.files == [
        "A.md": "# A \n\nedited\n", "A (conflict).md": "# Z\n", "B.md": "# B\n",
      ])
    #expect(try mirror.notebook.notes.all().count == 2)
  }

  @Test(arguments: ["remove", "resolve", "edit"])
  func bothSidesChanged(_ way: String) throws {
    let mirror = try MirrorFixture(["# A\n\nbase\n", "# B\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    try mirror.save("# A\n\nnotebook\n", to: "A")
    try mirror.write("# A\n\nfile\n", "A.md")
    let report = try mirror.sync()
    #expect(report.conflicts == 1)
    #expect(report.remarks.map(\.file) == ["A.md"])
    #expect(
      try mirror.files == [
        "A.md": "# A\n\nfile\n", "A (conflict).md": "# A\n\nnotebook\n", "B.md": "# B\n",
      ])
    #expect(try !mirror.sync().isAnything)
    switch way {
    case "remove":
      try mirror.write("# A\n\nfile and notebook\n", "A.md")
      try mirror.remove("A (conflict).md")
    case "resolve": try mirror.notebook.conflicts.resolve(in: id, keeping: .text("# A\n\nboth\n"))
    default: try mirror.write("# Its own\n", "A (conflict).md")
    }
    try mirror.sync()
    #expect(try mirror.notebook.conflicts.of(id) == nil)
    let expected =
      switch way {
      case "remove": ["A.md": "# A\n\nfile and notebook\n", "B.md": "# B\n"]
      case "resolve": ["A.md": "# A\n\nboth\n", "B.md": "# B\n"]
      default:
        ["A.md": "# A\n\nfile\n", "A (conflict).md": "# Its own\n", "B.md": "# B\n"]
      }
    #expect(try mirror.files == expected)
    #expect(try !mirror.sync().isAnything)
    #expect(try mirror.notebook.history.of(id).texts.contains { $0.text == "# A\n\nnotebook\n" })
  }

  /// Settling writes the note, and so the next save is one over that.
  @Test func aSaveAfterASettledConflictIsNone() throws {
    let mirror = try MirrorFixture(["# A\n\nbase\n", "# B\n"])
    try mirror.sync()
    try mirror.save("# A\n\nnotebook\n", to: "A")
    try mirror.write("# A\n\nfile\n", "A.md")
    try mirror.sync()
    try mirror.remove("A (conflict).md")
    #expect(try mirror.sync().settled == 1)
    try mirror.write("# A\n\nlater\n", "A.md")
    #expect(try mirror.sync().conflicts == 0)
    #expect(try mirror.files == ["A.md": "# A\n\nlater\n", "B.md": "# B\n"])
  }

  @Test func twoNotesOfOneTitle() throws {
    let mirror = try MirrorFixture(["# A\n\n1\n", "# a\n\n2\n"])
    try mirror.sync()
    #expect(try mirror.files.count == 2)
    #expect(try Set(mirror.files.values) == ["# A\n\n1\n", "# a\n\n2\n"])
    #expect(try mirror.files.keys.contains { $0.hasSuffix(" (2).md") })
    #expect(try !mirror.sync().isAnything)
  }

  @Test func lineEndsAndMarksStay() throws {
    let mirror = try MirrorFixture(["# A\n\nx\n"])
    try mirror.sync()
    try mirror.write("\u{FEFF}# A\r\n\r\ny\r\n", "A.md")
    try mirror.sync()
    #expect(try mirror.notes == ["A": "# A\n\ny\n"])
    #expect(try !mirror.sync().isAnything)
    try mirror.save("# A\n\nz\n", to: "A")
    try mirror.sync()
    #expect(try mirror.data("A.md") == Data("\u{FEFF}# A\r\n\r\nz\r\n".utf8))
  }

  @Test func filesThatCannotBeNotesStay() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n", "# C\n", "# D\n", "# E\n"])
    try mirror.sync()
    let outside = mirror.device.folder + "/outside"
    try Data("# Outside\n".utf8).write(to: URL(fileURLWithPath: outside))
    let files = FileManager.default
    try mirror.remove("A.md")
    try files.createSymbolicLink(atPath: mirror.path("A.md"), withDestinationPath: outside)
    try files.createSymbolicLink(atPath: mirror.path("New.md"), withDestinationPath: "nowhere")
    try Data([0x23, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: mirror.path("B.md")))
    try mirror.remove("C.md")
    try files.createDirectory(atPath: mirror.path("C.md"), withIntermediateDirectories: false)
    try mirror.write("", "D.md")
    #expect(mkfifo(mirror.path("Pipe.md"), 0o600) == 0)
    for title in ["A", "B", "C", "D"] { try mirror.save("# \(title) changed\n", to: title) }
    for _ in 0..<2 {
      let report = try mirror.sync()
      #expect(!report.isAnything)
      #expect(
        report.remarks.map(\.file).sorted()
          == ["A.md", "B.md", "C.md", "D.md", "New.md", "Pipe.md"])
    }
    #expect(try String(contentsOfFile: outside, encoding: .utf8) == "# Outside\n")
    #expect(try mirror.data("B.md") == Data([0x23, 0xFF, 0xFE]))
    #expect(try mirror.notebook.notes.all().count == 5)
    // Once they are gone, the notes are files again.
    try mirror.remove("A.md")
    try mirror.sync()
    #expect(try mirror.data("A changed.md") == Data("# A changed\n".utf8))
  }

  @Test func aFolderThatIsGone() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    try FileManager.default.moveItem(atPath: mirror.folder, toPath: mirror.folder + "-away")
    #expect(throws: MirrorError.vanished(folder: mirror.folder)) { try mirror.sync() }
    // An empty folder at its path, as where a disk is not mounted.
    try FileManager.default.createDirectory(
      atPath: mirror.folder, withIntermediateDirectories: false)
    #expect(throws: MirrorError.self) { try mirror.sync() }
    #expect(try mirror.notes.count == 2)
    try FileManager.default.removeItem(atPath: mirror.folder)
    // It is still the mirror where it was moved.
    #expect(try !mirror.sync(at: mirror.folder + "-away").isAnything)
  }

  @Test func filesRemovedOnPurpose() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    try mirror.remove("A.md")
    try mirror.remove("B.md")
    #expect(throws: MirrorError.emptied(folder: mirror.folder, count: 2, known: 2)) {
      try mirror.sync()
    }
    var options = MirrorOptions()
    options.isForced = true
    #expect(try mirror.sync(options).trashed == 2)
    #expect(try mirror.notes.isEmpty)
  }

  @Test func aFolderIsOfOneNotebook() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    let other = mirror.device.folder + "/other.libnotes"
    try Notebook.create(at: other, notes: ["# B\n"])
    let notebook = try Notebook.open(at: other, state: mirror.device.state)
    #expect(throws: MirrorError.self) { try NoteMirror.open(at: mirror.folder, of: notebook) }
    #expect(throws: MirrorError.self) { try NoteMirror.forget(mirror.folder, of: notebook) }
    try NoteMirror.forget(mirror.folder, of: mirror.notebook)
    _ = try NoteMirror.open(at: mirror.folder, of: notebook).sync()
    #expect(try mirror.files.keys.sorted() == ["A.md", "B.md"])
  }

  @Test func aForgottenMirrorIsKnownAgainByItsTexts() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    try NoteMirror.forget(mirror.folder, of: mirror.notebook)
    #expect(try !mirror.sync().isAnything)
    #expect(try mirror.notes.count == 2)
  }

  /// Nothing is left of an edit that was undone, and a file that was only touched is no edit.
  @Test func touchedFiles() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    let version = try mirror.notebook.note(id: try mirror.id("A")).version
    try mirror.write("# A\n", "A.md")
    let report = try mirror.sync()
    #expect((report.isAnything, report.readFiles) == (false, 1))
    #expect(try mirror.notebook.note(id: try mirror.id("A")).version == version)
  }

  @Test func permissionsStay() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    #expect(chmod(mirror.path("A.md"), 0o640) == 0)
    try mirror.save("# A\n\nx\n", to: "A")
    try mirror.sync()
    let mode = try FileManager.default.attributesOfItem(atPath: mirror.path("A.md"))[
      .posixPermissions]
    #expect(mode as? Int == 0o640)
  }
}
