import Base
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// Prompts that a machine and the phone wrote at once: after a merge each has one version, which the app asks if its
/// words are in the text, and no other.
@Suite struct PromptVersionsTests {
  static let pond = "Q: Which pond?\nA: Walden"
  static let text = "# A\n\n\(pond)\n\n> A quote of its own (p. 3)\n"

  private func pair() throws -> (laptop: ReviewDevice, phone: ReviewDevice, note: String) {
    let laptop = try ReviewDevice(notes: [Self.text])
    try laptop.notebook.publish()
    let note = try #require(try laptop.notebook.notes.all().first).id
    return (laptop, try ReviewDevice(copying: laptop.device.path), note)
  }

  private func exchange(_ one: ReviewDevice, _ other: ReviewDevice) throws {
    try one.merge(other)
    try other.merge(one)
    try one.merge(other)
  }

  /// The answer here, a save of the whole note there: one version has the answer.
  @Test func anAnswerHereAndASaveThere() throws {
    let (laptop, phone, note) = try pair()
    try laptop.answer(Self.pond, .good, at: 24)
    try phone.saveInApp(Self.text + "\nMore.\n", note, at: 25)
    try exchange(laptop, phone)
    for device in [laptop, phone] {
      #expect(
        try device.rows(of: note) == [
          "Q: Which pond?\nA: Walden 1", "> A quote of its own (p. 3) 0",
        ])
      #expect(try device.notebook.conflicts.all().isEmpty)
      #expect(try device.notebook.reviews.settle() == 0)
    }
  }

  @Test func answersOnBothSides() throws {
    let (laptop, phone, note) = try pair()
    let prompt = try laptop.prompt(Self.pond)
    try laptop.answer(Self.pond, .good, at: 24)
    try phone.answerInApp(prompt, isRight: true, at: ReviewDevice.time(400), days: 9)
    try exchange(laptop, phone)
    for device in [laptop, phone] {
      #expect(
        try device.rows(of: note) == [
          "Q: Which pond?\nA: Walden 2", "> A quote of its own (p. 3) 0",
        ])
      #expect(try device.notebook.reviews.settle() == 0)
    }
    #expect(try laptop.dueDates() == phone.dueDates())
  }

  /// Cut here, asked there: the phone asks it no more, and its answer is not lost.
  @Test(arguments: [true, false]) func cutHereAndAnsweredThere(isAnsweredHere: Bool) throws {
    let (laptop, phone, note) = try pair()
    let prompt = try laptop.prompt(Self.pond)
    if isAnsweredHere {
      try laptop.answer(Self.pond, .good, at: 24)
      try exchange(laptop, phone)
    }
    _ = try laptop.notebook.save(
      text: "# A\n\n> A quote of its own (p. 3)\n", note: note, now: ReviewDevice.time(300))
    try phone.answerInApp(prompt, isRight: true, at: ReviewDevice.time(400), days: 9)
    try exchange(laptop, phone)
    for device in [laptop, phone] {
      #expect(try device.rows(of: note) == ["> A quote of its own (p. 3) 0"])
    }
    _ = try laptop.notebook.save(text: Self.text, note: note, now: ReviewDevice.time(500))
    let again = try #require(try laptop.prompts().first { $0.text == Self.pond })
    #expect(again.state.state.reviewCount == (isAnsweredHere ? 2 : 1))
  }

  /// The note was joined to another here: the answer counts there, for the phone at once.
  @Test(arguments: [true, false]) func joinedHereAndAnsweredThere(isAnsweredBefore: Bool) throws {
    let laptop = try ReviewDevice(notes: [Self.text, "# B\n\n> Other\n"])
    if isAnsweredBefore { try laptop.answer(Self.pond, .good, at: 0) }
    try laptop.notebook.publish()
    let phone = try ReviewDevice(copying: laptop.device.path)
    let prompt = try laptop.prompt(Self.pond)
    let target = try laptop.prompt("> Other").note
    _ = try laptop.notebook.notes.join(target, with: prompt.note, now: ReviewDevice.time(300)) {
      _, _ in
    }
    try phone.answerInApp(prompt, isRight: true, at: ReviewDevice.time(400), days: 9)
    try exchange(laptop, phone)
    let count = isAnsweredBefore ? 2 : 1
    for device in [laptop, phone] {
      #expect(try device.rows(of: target).contains("\(Self.pond) \(count)"))
      #expect(try device.notebook.reviews.settle() == 0)
    }
  }

  /// Both changed the text: the app shows the later one, and asks what is in it. What the other one has comes back
  /// with it.
  @Test func textsInConflict() throws {
    let (laptop, phone, note) = try pair()
    try laptop.answer(Self.pond, .good, at: 24)
    let later = "# A\n\n> A quote of its own (p. 3)\n\n> Another one altogether (p. 4)\n"
    _ = try laptop.notebook.save(
      text: "# A, here\n\n\(Self.pond)\n", note: note, now: ReviewDevice.time(300))
    try phone.saveInApp(later, note, at: 400)
    try exchange(laptop, phone)
    for device in [laptop, phone] {
      #expect(try device.notebook.conflicts.all().count == 1)
      let texts = ["> Another one altogether (p. 4) 0", "> A quote of its own (p. 3) 0"]
      #expect(try device.rows(of: note) == texts)
    }
    try laptop.notebook.conflicts.resolve(in: note, keeping: .other, now: ReviewDevice.time(500))
    #expect(try laptop.rows(of: note) == ["Q: Which pond?\nA: Walden 1"])
  }

  /// What the machine and the phone did before they met.
  enum Deed: CaseIterable { case answer, cut, rewords, adds, answersAndCuts, nothing }

  static let damages = Deed.allCases.flatMap { here in Deed.allCases.map { (here, $0) } }

  /// Rows of before, which nothing settled: the files are united value by value.
  @Test(arguments: damages) func damageOfBefore(here: Deed, there: Deed) throws {
    let (laptop, phone, note) = try pair()
    var answers = 0
    func act(_ deed: Deed, _ device: ReviewDevice, at hour: Double) throws {
      if deed == .answer || deed == .answersAndCuts {
        answers += 1
        if device === phone {
          try phone.answerInApp(
            phone.prompt(Self.pond), isRight: true, at: ReviewDevice.time(hour), days: 9)
        } else {
          try device.answer(Self.pond, .good, at: hour)
        }
      }
      guard let text = deed.text else { return }
      if device === phone {
        try phone.saveInApp(text, note, at: hour + 1)
      } else {
        _ = try device.notebook.save(text: text, note: note, now: ReviewDevice.time(hour + 1))
      }
    }
    try act(here, laptop, at: 100)
    try act(there, phone, at: 200)
    try phone.notebook.publish()
    let file = try ForeignFile.open(phone.device.path)
    defer { file.close() }
    try laptop.notebook.write { _, db in
      _ = try file.read { source in try Merge.merge(from: source, into: db) { _ in } }
    }
    _ = try laptop.notebook.write { _, db in try PromptVersions.settleAll(in: db) }
    let shown = try laptop.notebook.note(id: note).text
    let wanted = NoteContent(text: shown).promptCollections.map(\.rawValue.trimmed)
    let rows = try laptop.rows(of: note)
    #expect(rows.map { $0.dropLast(2) }.sorted() == wanted.map { $0[...] }.sorted())
    if wanted.contains(Self.pond) { #expect(rows.contains("\(Self.pond) \(answers)")) }
    #expect(try laptop.notebook.write { _, db in try PromptVersions.settleAll(in: db) } == 0)
    #expect(try laptop.notebook.read { try PromptVersions.notes($0) }.isEmpty)
  }
}

extension PromptVersionsTests.Deed {
  /// What is saved, if anything is.
  fileprivate var text: String? {
    switch self {
    case .answer, .nothing: nil
    case .cut, .answersAndCuts: "# A\n\n> A quote of its own (p. 3)\n"
    case .rewords: PromptVersionsTests.text.replacing("Walden", with: "Walden Pond")
    case .adds: PromptVersionsTests.text + "\n> Another one altogether (p. 4)\n"
    }
  }
}

extension ReviewDevice {
  /// The rows of prompts that the app reads, all versions, by their texts with their numbers of reviews.
  fileprivate func rows(of note: String) throws -> [String] {
    try notebook.read { db in
      let rows = try String.fetchAll(
        db,
        sql: """
          SELECT json FROM entry WHERE scope = ? AND key LIKE 'prompt=%' AND json IS NOT NULL
          """, arguments: [note])
      return rows.compactMap { row in
        guard let json = try? JSONValue(parsing: Array(row.utf8)) else { return nil }
        let count = json["promptStatistics"]?.array?.first?["reviewCount"]?.int ?? -1
        return "\((json["rawValue"]?.string ?? "").trimmed) \(count)"
      }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.reversed()
    }
  }
}
