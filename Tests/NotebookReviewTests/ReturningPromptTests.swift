import Base
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// A prompt whose text goes and comes again has what it had.
@Suite struct ReturningPromptTests {
  static let pond = "Q: Which pond?\nA: Walden\n"
  static let quote = "> A quote that nobody else has said (p. 3)\n"
  static let cloze = "The ?[of a country](capital) of ?[country](France) is Paris.\n"

  /// What is saved while the text is away.
  static let ways: [(name: String, text: String, without: String)] = [
    ("a question without its space", pond, "Q:Which pond?\nA: Walden\n"),
    ("a blank line between", pond, "Q: Which pond?\n\nA: Walden\n"),
    ("cut", pond, ""),
    ("a quote that is cut", quote, ""),
    ("a quote without its mark", quote, "A quote that nobody else has said (p. 3)\n"),
    ("an open bracket", cloze, "The ?[of a country(capital) of ?[country](France) is Paris.\n"),
    ("all brackets open", cloze, "The ?[of a country(capital) of ?[country(France) is Paris.\n"),
    ("a cloze cut", cloze, "The ?[of a country](capital) of is Paris.\n"),
  ]

  @Test(arguments: ways) func comesBack(way: (name: String, text: String, without: String)) throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(way.text)"])
    let all = try device.prompts()
    for prompt in all {
      try device.answer(
        prompt.text, .good, at: Double(prompt.prompt.index), index: prompt.prompt.index)
    }
    let before = try device.states()
    let note = try #require(all.first?.prompt.note)
    for _ in 0..<2 {
      try device.save("# A\n\n\(way.without)", note)
      try device.save("# A\n\n\(way.text)", note)
      #expect(try device.states() == before, "\(way.name)")
      #expect(try device.kept() == 0, "\(way.name)")
    }
    let answers = try device.prompts().reduce(0) { sum, prompt in
      try sum + device.notebook.reviews.answers(to: prompt.prompt).count
    }
    #expect(answers == all.count, "\(way.name)")
  }

  /// One of two clozes loses its mark, then the rest is cut; the whole comes back with the answers to both, also those
  /// that the rest was given.
  @Test(
    arguments: [0, 1], ["[of a country(capital)", "[of a country](capital)", "capital"])
  func cutWithAMarkBroken(answered: Int, broken: String) throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(Self.cloze)"])
    let prompt = try #require(try device.prompts().first { $0.prompt.index == answered })
    try device.answer(prompt.text, .good, at: 0, index: answered)
    let note = prompt.prompt.note
    try device.save(
      "# A\n\n" + Self.cloze.replacing("?[of a country](capital)", with: broken), note)
    let rest = try #require(try device.prompts().first)
    try device.answer(rest.text, .good, at: 100, index: 0)
    try device.save("# A\n", note)
    try device.save("# A\n\n\(Self.cloze)", note)
    let counts = try device.prompts().sorted { $0.prompt.index < $1.prompt.index }
      .map(\.state.state.reviewCount)
    #expect(counts == (answered == 0 ? [1, 1] : [0, 2]))
    #expect(try device.kept() == 0)
  }

  /// In another note, in either order; the other note's own prompts stay as they are.
  @Test(arguments: [true, false], [pond, quote, cloze])
  func inAnotherNote(isPastedFirst: Bool, text: String) throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(text)", "# B\n\n> Other\n"])
    try device.answer(text.trimmed, .good, at: 0)
    let state = try device.state(text.trimmed)
    let (from, to) = (try device.prompt(text.trimmed).note, try device.prompt("> Other").note)
    if isPastedFirst { try device.save("# B\n\n> Other\n\n\(text)", to) }
    #expect(try device.prompts().count { $0.state.state.reviewCount > 0 } == 1)
    try device.save("# A\n", from)
    if !isPastedFirst { try device.save("# B\n\n> Other\n\n\(text)", to) }
    #expect(try device.prompt(text.trimmed).note == to)
    #expect(try device.state(text.trimmed) == state)
    #expect(try device.state("> Other").reviewCount == 0)
    #expect(try device.kept() == 0)
    #expect(try device.notebook.reviews.answers(to: device.prompt(text.trimmed)).count == 1)
  }

  /// A copy beside a living original starts as new, also when it is saved again.
  @Test func aCopyIsNew() throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(Self.pond)", "# B\n"])
    try device.answer(Self.pond.trimmed, .good, at: 0)
    let original = try device.prompts()[0].prompt
    let other = try #require(try device.notebook.notes.all().first { $0.id != original.note }).id
    try device.save("# B\n\n\(Self.pond)", other)
    try device.save("# B\n\nMore.\n\n\(Self.pond)", other)
    #expect(try device.prompts().map(\.state.state.reviewCount).sorted() == [0, 1])
    // The copy goes: nothing is kept of it, and nothing taken from the original.
    try device.save("# B\n", other)
    #expect(try device.kept() == 0)
    #expect(try device.state(Self.pond.trimmed).reviewCount == 1)
  }

  /// Suspension and FSRS's memory come back, too.
  @Test func allThatIsKnown() throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(Self.cloze)", "# B\n"])
    try device.answer(Self.cloze.trimmed, .good, at: 0, of: .four, scheduler: .fsrs)
    try device.notebook.reviews.setSuspended(device.prompt(Self.cloze.trimmed, 1), true)
    let before = try device.prompts().map(\.state)
    let from = try device.prompt(Self.cloze.trimmed).note
    let other = try #require(try device.notebook.notes.all().first { $0.id != from }).id
    try device.save("# A\n", from)
    #expect(try device.prompts().isEmpty)
    #expect(
      try device.keys(".commonplace").allSatisfy {
        $0.hasPrefix("removed:") || $0.hasSuffix(";replaced")
      })
    try device.save("# B\n\n\(Self.cloze)", other)
    #expect(try device.prompts().map(\.state) == before)
  }

  /// By deletion for good and a restored text, and by a former text.
  @Test func restoredNotes() throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(Self.pond)\n\(Self.quote)"])
    for text in [Self.pond, Self.quote] { try device.answer(text.trimmed, .good, at: 0) }
    let before = try device.states()
    let note = try device.prompts()[0].prompt.note
    let version = try device.notebook.note(id: note).version
    try device.notebook.delete(note, now: ReviewDevice.time(1))
    #expect(try device.prompts().isEmpty)
    _ = try device.notebook.history.restore(note, version: version, now: ReviewDevice.time(2))
    #expect(try device.states() == before)
    try device.save("# A\n", note)
    _ = try device.notebook.history.restore(note, version: version, now: ReviewDevice.time(4))
    #expect(try device.states() == before)
  }

  /// Cut here and pasted there: each device comes to the same.
  @Test(arguments: [true, false]) func onAnotherDevice(isPastedBeforeMerge: Bool) throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.pond)", "# B\n"])
    try first.answer(Self.pond.trimmed, .good, at: 0)
    let state = try first.state(Self.pond.trimmed)
    try first.notebook.publish()
    let second = try ReviewDevice(copying: first.device.path)
    let from = try first.prompts()[0].prompt.note
    let other = try #require(try first.notebook.notes.all().first { $0.id != from }).id
    try first.save("# A\n", from)
    if isPastedBeforeMerge { try second.save("# B\n\n\(Self.pond)", other) }
    try second.merge(first)
    if !isPastedBeforeMerge { try second.save("# B\n\n\(Self.pond)", other) }
    try first.merge(second)
    try second.merge(first)
    for device in [first, second] {
      #expect(try device.state(Self.pond.trimmed) == state)
      #expect(try device.prompts().map(\.prompt.note) == [other])
      #expect(try device.kept() == 0)
      #expect(try device.notebook.reviews.answers(to: device.prompts()[0].prompt).count == 1)
    }
  }

  /// Cut here, pasted there meanwhile, where an answer to one prompt of its block put the other one off.
  @Test(arguments: [true, false]) func answeredOnAnotherDevice(isMergedThereFirst: Bool) throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.cloze)", "# B\n"])
    try first.answer(Self.cloze.trimmed, .good, at: 0, index: 0)
    try first.notebook.publish()
    let second = try ReviewDevice(copying: first.device.path)
    let from = try first.prompts()[0].prompt.note
    let other = try #require(try first.notebook.notes.all().first { $0.id != from }).id
    try first.save("# A\n", from)
    try second.save("# B\n\n\(Self.cloze)", other)
    let copy = try #require(
      try second.prompts().first { $0.prompt.note == other && $0.prompt.index == 1 })
    let answer = ReviewAnswer(
      prompt: copy.prompt, date: ReviewDevice.time(100), ease: .good, answers: .two)
    #expect(try second.notebook.reviews.record(answer, scheduler: .libraryNotes) != nil)
    if isMergedThereFirst { try second.merge(first) }
    try first.merge(second)
    try second.merge(first)
    for device in [first, second] {
      let prompts = try device.prompts().sorted { $0.prompt.index < $1.prompt.index }
      #expect(prompts.map(\.prompt.note) == [other, other])
      #expect(prompts.map(\.state.state.reviewCount) == [1, 1])
      #expect(
        try prompts.map { try device.notebook.reviews.answers(to: $0.prompt).count } == [1, 1])
    }
  }

  /// A card that came from another note is cut here while the app, which writes every value again, saves its note.
  @Test(arguments: [0, 1]) func writtenAgainInTheApp(order: Int) throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.pond)", "# B\n"])
    try first.answer(Self.pond.trimmed, .good, at: 0)
    let from = try first.prompts()[0].prompt.note
    let other = try #require(try first.notebook.notes.all().first { $0.id != from }).id
    try first.save("# B\n\n\(Self.pond)", other)
    try first.save("# A\n", from)
    try first.notebook.publish()
    let phone = try ReviewDevice(copying: first.device.path)
    try phone.saveInApp("# B\n\nMore.\n\n\(Self.pond)", other, at: 20)
    try first.save("# B\n", other, at: 21)
    if order == 0 { try first.save("# B\n\n\(Self.pond)", other, at: 22) }
    try first.merge(phone)
    if order == 1 { try first.save("# B\n\n\(Self.pond)", other, at: 23) }
    let prompts = try first.prompts()
    #expect(prompts.map(\.prompt.note) == [other])
    #expect(prompts.map(\.state.state.reviewCount) == [1])
    #expect(try prompts.map { try first.notebook.reviews.answers(to: $0.prompt).count } == [1])
  }

  /// The app removes a prompt's value with its text, and gives it a new one under the same key when the text
  /// is there again.
  @Test(arguments: [0, 1, 2]) func byTheAppsSaves(merges: Int) throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.pond)"])
    try first.answer(Self.pond.trimmed, .good, at: 0)
    let state = try first.state(Self.pond.trimmed)
    try first.notebook.publish()
    let phone = try ReviewDevice(copying: first.device.path)
    let note = try first.prompts()[0].prompt.note
    try phone.saveInApp("# A\n", note, at: 10)
    if merges > 0 { try first.merge(phone) }
    if merges == 1 {
      try first.save("# A\n\n\(Self.pond)", note, at: 20)
    } else {
      try phone.saveInApp("# A\n\n\(Self.pond)", note, at: 20)
      try first.merge(phone)
    }
    #expect(try first.state(Self.pond.trimmed) == state)
    #expect(try first.prompts().count == 1)
  }

  /// On the phone a cloze is answered and loses the other mark, which makes the rest a new card there; mended here.
  @Test func brokenInTheApp() throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.cloze)"])
    let note = try first.prompts()[0].prompt.note
    try first.notebook.publish()
    let phone = try ReviewDevice(copying: first.device.path)
    try phone.answer(Self.cloze.trimmed, .good, at: 0, index: 1)
    let broken = Self.cloze.replacing("?[of a country](capital)", with: "?[of a country(capital)")
    try phone.saveInApp("# A\n\n\(broken)", note, at: 10)
    try first.merge(phone)
    try first.save("# A\n\n\(broken)\n#tag\n", note, at: 20)
    try first.save("# A\n\n\(Self.cloze)", note, at: 30)
    let counts = try first.prompts().sorted { $0.prompt.index < $1.prompt.index }
      .map(\.state.state.reviewCount)
    #expect(counts == [0, 1])
    #expect(try first.kept() == 0)
  }

  /// Answered and cut on one machine, before any other knew of the answer.
  @Test(arguments: [0, 1], ["cut", "cut and pasted", "reworded"])
  func answersThatNobodySaw(before: Int, way: String) throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.pond)", "# B\n\n> Other\n"])
    let note = try first.prompt(Self.pond.trimmed).note
    let other = try first.prompt("> Other").note
    if before > 0 { try first.answer(Self.pond.trimmed, .good, at: 0) }
    var text = Self.pond
    if way == "reworded" {
      // The app knows a prompt by its words alone: it stores a new one beside ours, and removes ours.
      text = "Q: Which pond?\nA: Walden Pond\n"
      try first.save("# A\n\n\(text)", note)
    }
    try first.notebook.publish()
    let phone = try ReviewDevice(copying: first.device.path)
    let answer = try #require(try phone.answer(text.trimmed, .good, at: 48))
    let state = try phone.state(text.trimmed)
    if way != "reworded" { try phone.saveInApp("# A\n", note, at: 50) }
    if way != "cut" { try phone.saveInApp("# A\n\n\(text)", note, at: 60) }
    try first.merge(phone)
    if way == "cut" {
      try first.save("# B\n\n> Other\n\n\(text)", other)
    }
    #expect(try first.state(text.trimmed) == state)
    #expect(state.reviewCount == before + 1 && state.lastReview == answer.answer.date)
    #expect(try first.notebook.reviews.answers(to: first.prompt(text.trimmed)).count == before + 1)
    // The phone reads the stored row.
    let prompt = try first.prompt(text.trimmed)
    let stored = try first.stored(prompt.note, prompt.block)
    #expect(stored?["promptStatistics"]?.array?.first?["reviewCount"]?.int == before + 1)
  }

  /// The first answer, taken back on another device, stays so.
  @Test func anUndoneAnswerStaysSo() throws {
    let first = try ReviewDevice(notes: ["# A\n\n\(Self.pond)"])
    let answer = try #require(try first.answer(Self.pond.trimmed, .good, at: 0)).answer
    try first.notebook.publish()
    let second = try ReviewDevice(copying: first.device.path)
    _ = try second.notebook.reviews.undo(answer, now: ReviewDevice.time(5))
    try first.merge(second)
    #expect(try first.state(Self.pond.trimmed).reviewCount == 0)
  }

  /// A part that becomes a note of its own, and a note that is joined to another, take along all that is known,
  /// the answers in the log included; nothing is kept of them besides.
  @Test(arguments: [true, false]) func movesWithItsText(isJoined: Bool) throws {
    let device = try ReviewDevice(notes: ["# A\n\n\(Self.cloze)", "# B\n"])
    try device.answer(Self.cloze.trimmed, .good, at: 0, of: .four, scheduler: .fsrs)
    try device.notebook.reviews.setSuspended(device.prompt(Self.cloze.trimmed, 1), true)
    let before = try device.prompts().map(\.state)
    let from = try device.prompt(Self.cloze.trimmed).note
    if isJoined {
      let other = try #require(try device.notebook.notes.all().first { $0.id != from }).id
      _ = try device.notebook.notes.join(other, with: from, now: ReviewDevice.time(1)) { _, _ in }
      try device.notebook.delete(from, now: ReviewDevice.time(2))
    } else {
      _ = try device.notebook.notes.extract(
        text: Self.cloze, from: from, now: ReviewDevice.time(1))
      try device.save("# A\n", from, at: 2)
    }
    #expect(try device.prompts().map(\.state) == before)
    #expect(try device.prompts().allSatisfy { $0.prompt.note != from })
    #expect(try device.kept() == 0)
    #expect(try device.notebook.reviews.answers(to: device.prompts()[0].prompt).count == 1)
  }

  /// The number of texts whose prompts are kept has a limit: the oldest go.
  @Test func keepsNoMoreThanItMay() throws {
    let count = 5
    let text = (0..<RemovedPrompts.mostTexts + count).map { "> Quote \($0)\n" }.joined(
      separator: "\n")
    let device = try ReviewDevice(notes: [text])
    let note = try #require(try device.notebook.notes.all().first).id
    try device.notebook.write { author, db in
      let values = try NoteValues.fetchPrompts(db, note: note).values.map { key, value in
        var prompts = try #require(StoredPrompts(key: key.key, entryKey: key, value: value))
        var state = PromptState()
        state.reviewCount = 1
        prompts.setStates([state])
        return (key, EntryValue.json(.object(prompts.json)))
      }
      try author.write(values, at: ReviewDevice.time(0), superseding: .winners, in: db)
    }
    try device.save(String(text.dropFirst("> Quote 0\n\n".count)), note, at: 1)
    #expect(try device.kept() == 1)
    try device.save("", note, at: 2)
    #expect(try device.kept() == RemovedPrompts.mostTexts)
    try device.save("> Quote 0\n\n> Quote 77\n", note, at: 3)
    #expect(try device.state("> Quote 0").reviewCount == 0)
    #expect(try device.state("> Quote 77").reviewCount == 1)
  }
}

extension ReviewDevice {
  fileprivate func save(_ text: String, _ note: String, at hours: Double = 10) throws {
    _ = try notebook.save(text: text, note: note, now: Self.time(hours))
  }

  /// The state of the first prompt of a block.
  fileprivate func state(_ text: String) throws -> PromptState {
    try #require(try prompts().first { $0.text == text }).state.state
  }

  /// The states of all prompts.
  fileprivate func states() throws -> [String: PromptState] {
    Dictionary(
      try prompts().map { ("\($0.text) \($0.prompt.index)", $0.state.state) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The number of texts whose prompts are kept for later.
  fileprivate func kept() throws -> Int {
    try keys(".commonplace").count { $0.hasPrefix("removed:") }
  }
}
