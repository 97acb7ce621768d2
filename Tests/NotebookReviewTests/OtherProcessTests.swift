import Foundation
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import ImportExport
@testable import Mirror
@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// Changes by another process while this one has its index of due prompts open: after each command,
/// counts and cards are those of an index that is opened again.
@Suite struct OtherProcessTests {
  /// The actions, by the command that does them.
  enum Command: String, CaseIterable {
    case new, save, tagRename = "tag rename", trash, restore, delete, importing = "import"
    case mirror, merge, conflicts, review, undo, suspend, resume, settle, receive
  }

  private static let notes = [
    "# One\n\n> A\n\n?[](B1) ?[](B2)\n\n#old/x\n", "# Two\n\nQ: C\nA: c\n\n#old\n",
    "# Trash\n\n> T\n\n#old\n",
  ]

  private struct Scene {
    let device: ReviewDevice
    let other: Notebook
    let ids: [String: String]
    let folder: String

    func id(_ title: String) -> String { ids[title] ?? "" }

    /// A device whose notebook was copied from here before what this one does.
    func away(_ body: (ReviewDevice) throws -> Void) throws -> String {
      try other.publish()
      let away = try ReviewDevice(copying: device.device.path)
      try body(away)
      try away.notebook.publish()
      let path = folder + "/away.libnotes"
      try FileManager.default.copyItem(atPath: away.device.path, toPath: path)
      return path
    }
  }

  @Test(arguments: Command.allCases) func countsAreThoseOfANewIndex(after command: Command) throws {
    let device = try ReviewDevice(notes: Self.notes)
    let ids = try Dictionary(
      uniqueKeysWithValues: device.notebook.notes.all().map { ($0.title, $0.id) })
    try device.notebook.trash(ids["Trash"] ?? "")
    let first = try device.answer("> A", .again, at: -20)
    try device.notebook.reviews.setSuspended(try device.prompt("B1", 1), true)
    let other = try device.device.open()
    defer { try? other.close() }
    let folder = URL(filePath: device.device.folder).deletingLastPathComponent()
      .path(percentEncoded: false)
    let scene = Scene(device: device, other: other, ids: ids, folder: folder)
    // From now on the index is open, and knows all of it.
    let before = try Self.answers(of: device.notebook, ids)
    try Self.run(command, scene, first)
    let found = try Self.answers(of: device.notebook, ids)
    #expect(found != before)
    try other.publish()
    let reopened = try Notebook.open(
      at: device.device.path, state: StateFolder(path: folder + "/new"))
    #expect(try Self.answers(of: reopened, ids) == found)
    try reopened.close()
  }

  /// The number of due prompts in each scope, and those that are asked.
  private static func answers(of notebook: Notebook, _ ids: [String: String]) throws -> [String] {
    let scopes: [ReviewScope] =
      [.notebook, .tag("#old"), .tag("#new"), .search("note:one OR c"), .section(nil)]
      + ids.sorted { $0.key < $1.key }.map { .note($0.value) }
    return try scopes.flatMap { scope in
      let now = ReviewDevice.time(1)
      let counts = try notebook.reviews.counts(scope, now: now, calendar: ReviewDevice.calendar)
      let cards = try [false, true].flatMap { isCram in
        try notebook.reviews.chooseCards(
          scope, CardChoice(isCram: isCram), now: now, calendar: ReviewDevice.calendar, seed: 7)
      }
      return ["\(scope) \(counts)"] + cards.map { "\($0)" }
    }
  }

  private static func run(
    _ command: Command, _ scene: Scene, _ first: RecordedAnswer?
  ) throws {
    let (other, now) = (scene.other, ReviewDevice.time(0.5))
    switch command {
    case .new: _ = try other.createNote(text: "> N\n\n#old\n")
    case .save:
      _ = try other.save(text: "# One\n\n> A\n\n> S\n\n#new\n", note: scene.id("One"))
    case .tagRename:
      let rename = try #require(TagRename("#old", to: "#new"))
      #expect(try other.tags.rename(rename).changed.count > 0)
    case .trash: try other.trash(scene.id("One"))
    case .restore: try other.restore(scene.id("Trash"))
    case .delete: try other.delete(scene.id("One"))
    case .importing:
      let file = scene.folder + "/Imported.md"
      try "# I\n\n> I\n\n#old\n".write(toFile: file, atomically: true, encoding: .utf8)
      _ = try other.exchange.importNotes(from: [file])
    case .mirror:
      let mirror = try NoteMirror.open(at: scene.folder + "/mirror", of: other)
      defer { mirror.close() }
      _ = try mirror.sync()
      let file = mirror.folder + "/Two.md"
      try "# Two\n\n> M\n".write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try mirror.sync(now: Date().addingTimeInterval(3600)).saved == 1)
    case .merge, .receive, .settle:
      let away = try scene.away { away in
        try away.answer("Q: C", .good, at: -5)
        try away.answer("> A", .again, at: -4)
        try away.notebook.trash(scene.id("Two"))
      }
      // Neither knows of the other's answer.
      if command == .settle { try scene.device.answer("> A", .good, at: -3) }
      if command == .receive {
        #expect(rename(away, scene.device.device.path) == 0)
        _ = try other.refresh()
      } else {
        _ = try other.merge([away])
      }
      // The merge settled it.
      if command == .settle { #expect(try other.reviews.settle(now: now) == 0) }
    case .conflicts:
      let away = try scene.away { away in
        _ = try away.notebook.save(text: "# Two\n\n> X\n", note: scene.id("Two"))
      }
      _ = try other.save(text: "# Two\n\n> Y\n\n> Z\n", note: scene.id("Two"))
      _ = try other.merge([away])
      let theirs = try #require(try other.conflicts.all().first?.sides.last)
      try other.conflicts.resolve(in: scene.id("Two"), keeping: .side(version: theirs.version))
    case .review:
      let prompt = try scene.device.prompt("Q: C")
      let answer = ReviewAnswer(prompt: prompt, date: now, ease: .good, answers: .two)
      _ = try other.reviews.record(answer, scheduler: .fsrs)
    case .undo: #expect(try other.reviews.undo(#require(first).answer) != nil)
    case .suspend: #expect(try other.reviews.setSuspended(scene.device.prompt("B1"), true))
    case .resume: #expect(try other.reviews.resumeAll() == 1)
    }
  }
}
