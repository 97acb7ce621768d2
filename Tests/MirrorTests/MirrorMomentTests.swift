import Dispatch
import Foundation
import NotebookFile
import NotebookTestSupport
import TestSupport
import Testing

@testable import Mirror
@testable import Notebook

/// Changes that editors, version control and killed programs make to a folder between two looks.
@Suite struct MirrorMomentTests {
  /// Files that are no notes, though editors put them beside those.
  static let others = [
    ".A.md.swp", "A.md~", "4913", "#A.md#", ".A.md.kate-swp", "A.md.orig", "A.md.tmp.1",
    "A.md___jb_tmp___", ".goutputstream-XYZ123", "A.md.bak", "~A.txt", ".hidden.md",
    ".syncthing.A.md.tmp", "A.markdown", "md", ".md",
  ]

  @Test func otherFilesAreLeft() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    for name in Self.others { try mirror.write("# \(name)\n", name) }
    try FileManager.default.createSymbolicLink(
      atPath: mirror.path(".#A.md"), withDestinationPath: "user@host.1234")
    let report = try mirror.sync()
    #expect(!report.isAnything && report.remarks.isEmpty)
    #expect(try mirror.notes == ["A": "# A\n"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: mirror.folder).count
        == Self.others.count + 2)
  }

  /// Editors take a file away before they write it: Vim and Emacs make it a backup. A look in between
  /// changes nothing.
  @Test(arguments: ["look", "looks", "no look"])
  func aFileThatIsReplaced(_ way: String) throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    let open = try NoteMirror.open(at: mirror.folder, of: mirror.notebook)
    let now = Date().addingTimeInterval(60)
    func look(_ seconds: Double) throws -> MirrorReport {
      try open.sync(.watching, now: now.addingTimeInterval(seconds))
    }
    try mirror.move("A.md", "A.md~")
    if way != "no look" { #expect(try !look(0).isAnything) }
    if way == "looks" { #expect(try look(1).trashed == 1) }
    try mirror.write("# A\n\nedited\n", "A.md")
    #expect(try look(2).saved == 1)
    // Even where it was in the trash for a moment, it is the same note.
    #expect(try mirror.id("A") == id)
    #expect(try mirror.notes == ["A": "# A\n\nedited\n", "B": "# B\n"])
    #expect(try mirror.notebook.notes.all(includingTrash: true).count == 2)
  }

  /// A file that an editor has open is not taken over until the editor could say that it saved it.
  @Test func anOpenFileIsFirstItsEditors() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    let version = try mirror.notebook.note(id: mirror.id("A")).version
    try mirror.write("# A\n\nedited\n", "A.md")
    let open = try NoteMirror.open(at: mirror.folder, of: mirror.notebook)
    func look(after seconds: Double) throws -> MirrorReport {
      try open.sync(now: Date().addingTimeInterval(seconds), base: { _ in version })
    }
    let early = try look(after: 0)
    #expect(early.saved == 0 && !early.isComplete)
    #expect(try look(after: 3).saved == 1)
  }

  /// An editor writes a file twice and says both times that it saved it, while the first text is about to
  /// be taken over from the file. It is not kept beside the second one.
  @Test func anOlderTextThanTheEditors() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    let (path, notebook) = (mirror.path("A.md"), mirror.notebook)
    let id = try mirror.id("A")
    let version = try notebook.note(id: id).version
    try mirror.write("# A\n\none\n", "A.md")
    let open = try NoteMirror.open(at: mirror.folder, of: notebook)
    let (isWriting, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let report = try open.sync(
      now: Date().addingTimeInterval(3),
      base: { _ in
        Thread.detachNewThread {
          try? notebook.writingNotes { author, db in
            isWriting.signal()
            _ = try notebook.saveNote(
              "# A\n\none\n", id, base: version, in: db, author: &author, at: Date())
            // The mirror is to wait for this transaction, with a text that it has read.
            Thread.sleep(forTimeInterval: 0.1)
            try Data("# A\n\ntwo\n".utf8).write(to: URL(fileURLWithPath: path))
            _ = try notebook.saveNote(
              "# A\n\ntwo\n", id, base: nil, in: db, author: &author, at: Date())
          }
          isDone.signal()
        }
        isWriting.wait()
        return version
      })
    isDone.wait()
    #expect(report.conflicts == 0 && !report.isComplete)
    #expect(try notebook.conflicts.of(id) == nil)
    #expect(try mirror.notes == ["A": "# A\n\ntwo\n"])
  }

  /// The same text comes from the file and from its editor, whose next save replaces it.
  @Test func aTextThatTheEditorSavedJustBefore() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    let version = try mirror.notebook.note(id: id).version
    try mirror.write("# A\n\none\n", "A.md")
    let open = try NoteMirror.open(at: mirror.folder, of: mirror.notebook)
    var saved: String?
    _ = try open.sync(
      now: Date().addingTimeInterval(3),
      base: { _ in
        saved = try? mirror.notebook.conflicts.saveKeepingOthers(
          text: "# A\n\none\n", note: id, base: version
        ).version
        return version
      })
    let last = try mirror.notebook.conflicts.saveKeepingOthers(
      text: "# A\n\ntwo\n", note: id, base: saved)
    #expect(saved != nil && last.other == .none)
    #expect(try mirror.notes == ["A": "# A\n\ntwo\n"])
  }

  /// Files that were removed and come back are the notes that they were, under any name: moved into a
  /// folder and out of it, or by `git checkout` of an older state and back.
  @Test(arguments: ["A.md", "Other.md"])
  func filesThatComeBack(_ name: String) throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n", "# C\n"])
    try mirror.sync()
    let id = try mirror.id("A")
    try FileManager.default.createDirectory(
      atPath: mirror.path("inner"), withIntermediateDirectories: false)
    try mirror.move("A.md", "inner/A.md")
    #expect(try mirror.sync().trashed == 1)
    #expect(try mirror.notes.keys.sorted() == ["B", "C"])
    try mirror.move("inner/A.md", name)
    let report = try mirror.sync()
    #expect((report.saved, report.created) == (1, 0))
    #expect(try mirror.id("A") == id)
    #expect(try mirror.notes.count == 3)
    #expect(FileManager.default.fileExists(atPath: mirror.path(name)))
    #expect(try !mirror.sync().isAnything)
  }

  /// Files that are given each other's names are still their notes.
  @Test(arguments: [
    ("A>x B>A x>B", ["A": "2", "B": "1", "C": "3"]),
    ("A>x B>A C>B x>C", ["A": "2", "B": "3", "C": "1"]),
  ])
  func filesThatExchangeNames(_ moves: String, _ notes: [String: String]) throws {
    let mirror = try MirrorFixture(["# A\n\n1\n", "# B\n\n2\n", "# C\n\n3\n"])
    try mirror.sync()
    let ids = try mirror.notes.keys.map { (id: try mirror.id($0), end: try mirror.notes[$0]) }
    for move in moves.split(separator: " ") {
      let names = move.split(separator: ">").map { mirror.path("\($0).md") }
      #expect(rename(names[0], names[1]) == 0)
    }
    try mirror.sync()
    let texts = notes.mapValues { $0 + "\n" }
    #expect(
      try mirror.notes == texts.reduce(into: [:]) { $0[$1.key] = "# \($1.key)\n\n\($1.value)" })
    #expect(try mirror.files.keys.sorted() == ["A.md", "B.md", "C.md"])
    for (id, text) in ids {
      #expect(try mirror.notebook.note(id: id).text.suffix(2) == text?.suffix(2))
    }
    #expect(try !mirror.sync().isAnything)
  }

  /// A file that replaces another is that one's new text.
  @Test func aFileThatIsMovedOverAnother() throws {
    let mirror = try MirrorFixture(["# A\n\n1\n", "# B\n\n2\n"])
    try mirror.sync()
    let id = try mirror.id("B")
    #expect(rename(mirror.path("A.md"), mirror.path("B.md")) == 0)
    let report = try mirror.sync()
    #expect((report.saved, report.trashed) == (1, 1))
    #expect(try mirror.notebook.note(id: id).text == "# A\n\n1\n")
    #expect(try mirror.notebook.history.of(id).texts.contains { $0.text == "# B\n\n2\n" })
    #expect(try mirror.files == ["A.md": "# A\n\n1\n"])
  }

  /// As `git checkout` does it: of other files' texts, some older.
  @Test func anOlderStateAndBack() throws {
    let mirror = try MirrorFixture(["# A\n\n1\n", "# B\n"])
    try mirror.sync()
    let old = try mirror.files
    try mirror.write("# A\n\n2\n", "A.md")
    try mirror.write("# C\n", "C.md")
    try mirror.sync()
    let new = try mirror.files
    let ids = try Dictionary(
      uniqueKeysWithValues: ["A", "B", "C"].map { ($0, try mirror.id($0)) })
    for state in [old, new] {
      let present = try mirror.files
      for name in present.keys where state[name] != present[name] { try mirror.remove(name) }
      for (name, text) in state where present[name] != text { try mirror.write(text, name) }
      try mirror.sync()
      #expect(try mirror.files == state)
      #expect(try Set(mirror.notes.values) == Set(state.values))
    }
    for (title, id) in ids { #expect(try mirror.id(title) == id) }
    #expect(try mirror.notebook.notes.all(includingTrash: true).count == 3)
  }

  /// If a disk is not mounted, there is another folder at its path, an empty one: even a single
  /// note stays.
  @Test func anotherFolderAtItsPath() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    try FileManager.default.moveItem(atPath: mirror.folder, toPath: mirror.folder + "-disk")
    try FileManager.default.createDirectory(
      atPath: mirror.folder, withIntermediateDirectories: false)
    for _ in 0..<2 {
      #expect(throws: MirrorError.emptied(folder: mirror.folder, count: 1, known: 1)) {
        try mirror.sync()
      }
    }
    #expect(try mirror.notes.count == 1)
    // A copy of the files is as good as the folder that was there.
    try mirror.write("# A\n\ncopied and edited\n", "A.md")
    #expect(try mirror.sync().saved == 1)
    try mirror.remove("A.md")
    #expect(try mirror.sync().trashed == 1)
  }

  @Test func aMountedDiskComesBack() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    try FileManager.default.moveItem(atPath: mirror.folder, toPath: mirror.folder + "-disk")
    try FileManager.default.createDirectory(
      atPath: mirror.folder, withIntermediateDirectories: false)
    #expect(throws: MirrorError.self) { try mirror.sync() }
    try mirror.save("# A\n\nmeanwhile\n", to: "A")
    #expect(throws: MirrorError.self) { try mirror.sync() }
    try FileManager.default.removeItem(atPath: mirror.folder)
    try FileManager.default.moveItem(atPath: mirror.folder + "-disk", toPath: mirror.folder)
    try mirror.sync()
    #expect(try mirror.files == ["A.md": "# A\n\nmeanwhile\n", "B.md": "# B\n"])
    #expect(try mirror.notes.count == 2)
  }

  /// The files that a killed run left: parts go, whole files go if their text is kept, and a file that
  /// a program wrote in that moment is a note.
  @Test func hiddenFilesOfKilledRuns() throws {
    let mirror = try MirrorFixture(["# A\n", "# B\n"])
    try mirror.sync()
    try mirror.write("# Pa", SandboxedFolder.hiddenName() + SandboxedFolder.partEnding)
    try mirror.write("# A\n", SandboxedFolder.hiddenName())
    try mirror.write("", SandboxedFolder.hiddenName())
    try mirror.write("# Written in that moment\n", SandboxedFolder.hiddenName())
    try Data([0xE9, 0x0A]).write(
      to: URL(fileURLWithPath: mirror.path(SandboxedFolder.hiddenName())))
    try mirror.write("# Somebody's\n", ".other")
    let report = try mirror.sync()
    #expect(report.created == 1)
    #expect(report.remarks.map(\.text) == ["is not in UTF-8"])
    #expect(
      try mirror.files.keys.sorted() == [
        ".other", "A.md", "B.md", "Recovered (2).md", "Recovered.md",
      ])
    #expect(try mirror.notes.keys.sorted() == ["A", "B", "Written in that moment"])
    #expect(try !mirror.sync().isAnything)
  }

  /// The name is taken in the moment in which the file gets it.
  @Test func writtenInThatMoment() throws {
    let mirror = try MirrorFixture(["# A\n"])
    try mirror.sync()
    let folder = try SandboxedFolder(path: mirror.folder)
    let seen = try #require(folder.status("A.md")?.stamp)
    try mirror.write("# Longer than before\n", "A.md")
    #expect(try folder.put(Array("# New\n".utf8), to: "A.md", over: seen, modified: Date()) == nil)
    #expect(try !folder.remove("A.md", seen))
    #expect(try mirror.files == ["A.md": "# Longer than before\n"])
  }
}
