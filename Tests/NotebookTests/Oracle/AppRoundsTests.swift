import Base
import Foundation
import JSON
import NotebookTestSupport
import PackratParsing
import SpacedRepetition
import TestSupport
import Testing

@testable import Maintenance
@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookReview

/// The app and this program write one notebook in turn; after each, the app finds all as it makes it.
@Suite(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"), .serialized)
struct AppRoundsTests {
  private static let blocks = [
    "> A quote. (ch. 1)", "?[who?](She) wrote ?[what?](it).", "Q: Why?\nA: Because.",
    "- ?[](item) one",
    "plain words #tag/one", "tl;dr: in short", "> ?[](a) 😀 b", "I love 🇪🇸 ?[the capital](Madrid).",
    "?[h](a) 😀", "?[](e\u{301}) é", "नमस्ते ?[](b) और", "* ?[](x)\n* ?[](y)", "# More #tag",
    "![x](assets/none.png)",
  ]

  private static func text(using random: inout SeededGenerator) -> String {
    let title = "# Note \(Int.random(in: 0...99, using: &random))"
    let chosen = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
      blocks.randomElement(using: &random)
    }
    return ([title] + chosen).joined(separator: "\n\n") + "\n"
  }

  /// The app's values of a note before its first edit lack its section; that is the app's way.
  private static func isOurs(_ fault: String) -> Bool { !fault.contains("bookSection: stored nil") }

  @Test func theyWriteInTurn() throws {
    let oracle = try AppOracle()
    var random = SeededGenerator(seed: 13)
    let device = try Device(notes: ["# First\n\n> A quote.\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    for round in 0..<AppOracle.rounds {
      let label = "round \(round)"
      let ours = try writeHere(notebook, round, &random)
      try notebook.publish()
      #expect(
        try oracle.faults(of: device.path).filter(Self.isOurs) == [], "\(label), \(ours) here")
      let theirs = try writeInApp(oracle, device, notebook, round, &random)
      _ = try notebook.refresh()
      try notebook.publish()
      #expect(
        try oracle.faults(of: device.path).filter(Self.isOurs) == [],
        "\(label), \(theirs) in the app")
    }
    let checkup = try Checkup.run(at: device.path, state: device.state)
    #expect(checkup.findings.filter { $0.severity == .damage } == [])
  }

  private static func time(_ round: Int) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + Double(round) * 7200)
  }

  /// One of our writes; its name.
  private func writeHere(
    _ notebook: Notebook, _ round: Int, _ random: inout SeededGenerator
  ) throws -> String {
    let notes = try notebook.notes.all(includingTrash: true)
    let kind = Int.random(in: 0...9, using: &random)
    guard let note = notes.randomElement(using: &random)?.id, kind > 1 else {
      _ = try notebook.createNote(text: Self.text(using: &random))
      return "create"
    }
    switch kind {
    case 2, 3, 4:
      _ = try notebook.save(text: Self.text(using: &random), note: note, base: nil)
      return "save"
    case 5:
      try notes.first { $0.id == note }?.isTrashed == true
        ? notebook.restore(note) : notebook.trash(note)
      return "folder"
    case 6 where notes.count > 3:
      try notebook.delete(note)
      return "delete"
    case 7:
      let tag = try notebook.tags.all().randomElement(using: &random)?.tag ?? ""
      if let rename = TagRename(tag, to: "#renamed\(round)") {
        _ = try notebook.tags.rename(rename)
      }
      return "rename"
    default:
      let cards = try notebook.reviews.chooseCards(
        .notebook, CardChoice(limit: 3), now: Self.time(round), seed: UInt64(round))
      for card in cards {
        let scheduler = [Scheduler.libraryNotes, .fsrs].randomElement(using: &random) ?? .fsrs
        let ease = [Ease.again, .good].randomElement(using: &random) ?? .good
        let answer = ReviewAnswer(
          prompt: card, date: Self.time(round), ease: ease, answers: .two)
        let recorded = try notebook.reviews.record(answer, scheduler: scheduler)
        if round.isMultiple(of: 5), let recorded { try notebook.reviews.undo(recorded.answer) }
        if round.isMultiple(of: 7) { try notebook.reviews.setSuspended(card, true) }
      }
      return "review"
    }
  }

  /// One of the app's writes, with which a sync program then replaces the file; its name.
  private func writeInApp(
    _ oracle: AppOracle, _ device: Device, _ notebook: Notebook, _ round: Int,
    _ random: inout SeededGenerator
  ) throws -> String {
    let file = device.folder + "/../phone.libnotes"
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: device.path, toPath: file)
    let note = try notebook.notes.all(includingTrash: true).randomElement(using: &random)?.id ?? ""
    // The app cannot write what crashes it.
    var text = Self.text(using: &random)
    while !LibraryNotesPrompts(MiniMarkdownDocument(text).snapshot).crashes.isEmpty {
      text = Self.text(using: &random)
    }
    let book: JSONValue = ["title": "A Book", "authors": ["Jane Q. Author"]]
    let due = try oracle.ask([
      "cmd": "study", "file": .string(file), "date": .string(Timestamps.json(Self.time(round))),
    ])?["due"]?.array?.compactMap(\.string).randomElement(using: &random)
    var command: JSONObject
    switch Int.random(in: 0...8, using: &random) {
    case 0: command = ["cmd": "create", "markdown": .string(text)]
    case 1: command = ["cmd": "create", "markdown": .string(text), "book": book]
    case 2, 3: command = ["cmd": "edit", "id": .string(note), "markdown": .string(text)]
    case 4: command = ["cmd": "book", "id": .string(note), "book": book]
    case 5: command = ["cmd": "folder", "id": .string(note), "folder": "recentlyDeleted"]
    case 6: command = ["cmd": "folder", "id": .string(note)]
    case 7:
      command = [
        "cmd": "image", "id": .string(note),
        "data": .string(Data("image".utf8).base64EncodedString()),
      ]
    default:
      let parts = (due ?? "").split(separator: " ").map(String.init)
      guard parts.count == 3 else { return "nothing" }
      command = [
        "cmd": "answer", "id": .string(parts[0]), "key": .string(parts[1]),
        "index": .integer(Int64(parts[2]) ?? 0), "correct": 1,
        "date": .string(Timestamps.json(Self.time(round))),
      ]
    }
    command["file"] = .string(file)
    let name = command["cmd"]?.string ?? ""
    let answer = try oracle.ask(.object(command))
    #expect(answer != nil && answer?["error"] == nil, "round \(round): \(name) \(answer ?? .null)")
    try device.receive(file)
    return name
  }
}
