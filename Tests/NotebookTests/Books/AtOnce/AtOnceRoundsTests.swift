import Base
import Books
import Foundation
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook
@testable import NotebookReview

/// Random changes to the same notes by a laptop and by a phone that do not know of each other, merged in any order by
/// three machines, one of them without history. A change that the other side did not touch is shown, a conflict is
/// where both changed one fact, and all machines come to the same.
///
/// The oracle compares facts before and after each change, and counts answers; it does not know how they are stored.
/// `COMMONPLACE_AT_ONCE` tries as many seeds.
@Suite struct AtOnceRoundsTests {
  @Test(arguments: seeds("COMMONPLACE_AT_ONCE", 12))
  func everyChangeIsShown(seed: UInt64) throws {
    let oracle = AppOracle.isThere ? try AppOracle() : nil
    try withSeededIDs(seed) {
      var round = try AtOnceRound(seed: seed, oracle: oracle)
      for _ in 0..<2 {
        for _ in 0..<Int.random(in: 4...16, using: &round.random) { try round.change() }
        let machines = try merged(&round)
        if let machine = machines.randomElement(using: &round.random) {
          try settle(machines, round)
          try round.goOn(with: machine)
        }
      }
    }
  }

  /// The machines after all know all: the laptop, one that has a copy of its file, and one that has the phone's.
  private func merged(_ round: inout AtOnceRound) throws -> [ReviewDevice] {
    let laptop = round.laptop
    try laptop.notebook.publish()
    let machines = [
      laptop, try ReviewDevice(copying: laptop.device.path),
      try ReviewDevice(copying: round.phone.path),
    ]
    let before = try machines.map { try $0.facts() }
    let pairs = machines.indices.flatMap { to in machines.indices.map { (to, $0) } }
      .filter { $0 != $1 }
    for (to, from) in pairs.shuffled(using: &round.random) {
      try machines[to].merge(machines[from])
    }
    try exchange(machines, round.label)
    for (machine, before) in zip(machines, before) {
      try check(machine, round)
      try checkHistory(of: machine, since: before, round.label)
    }
    try compare(machines, round.label)
    try askTheApp(laptop, round)
    return machines
  }

  /// Merges until nobody has anything to tell.
  private func exchange(_ machines: [ReviewDevice], _ label: String) throws {
    var isNothing = false
    for _ in 0..<4 where !isNothing {
      isNothing = true
      for to in machines {
        for from in machines where from !== to {
          try from.notebook.publish()
          let outcome = try to.notebook.merge([from.device.path])
          if outcome.contains(where: { !$0.isNothing }) { isNothing = false }
        }
      }
    }
    #expect(isNothing, "it does not end: \(label)")
  }

  private func check(_ machine: ReviewDevice, _ round: AtOnceRound) throws {
    let facts = try machine.facts()
    let conflicts = try machine.notebook.conflicts.all()
    for note in Set(facts.notes.keys).union(round.here.facts.notes.keys).sorted() {
      let verdict = AtOnceVerdict(note, from: round.base, round.here, round.there)
      for name in Set(verdict.allowed.keys).union(facts[note].keys).sorted() {
        let shown = facts[note][name]
        let isRight = (verdict.allowed[name] ?? [nil]).contains { $0 == shown }
        #expect(
          isRight,
          "\(name) is \(shown ?? .null), not \(verdict.allowed[name] ?? []), \(round.label)")
      }
      let isInConflict = conflicts.contains { $0.note == note }
      let isText = verdict.disputed == [".noteText"] && round.isFormerThere(note)
      if !isText, !verdict.mayDispute || !verdict.disputed.isEmpty {
        #expect(
          isInConflict == !verdict.disputed.isEmpty,
          "\(note.prefix(4)) \(verdict.disputed) \(conflicts.first { $0.note == note }?.sides.map(\.facts) ?? []), \(round.label)"
        )
      }
      let summary = try machine.notebook.summary(of: note)
      let content = NoteContent(text: facts.text(note))
      #expect(summary?.storedTitle == content.title, "\(round.label)")
      #expect(Set(summary?.tags ?? []) == Set(content.hashtags), "\(round.label)")
    }
    try checkCards(machine, facts, round)
  }

  /// The cards that one note shows have all answers.
  private func checkCards(
    _ machine: ReviewDevice, _ facts: AtOnceFacts, _ round: AtOnceRound
  ) throws {
    let prompts = try machine.prompts()
    for card in round.cards where !round.doubled.contains(card) {
      let notes = facts.living.filter { round.cards(in: facts.text($0)).contains(card) }
      guard let note = notes.first, notes.count == 1 else { continue }
      let found = prompts.filter { $0.prompt.note == note && $0.text == card.text }
      #expect(found.count == card.count, "\(card.number), \(round.label)")
      for prompt in found {
        let wanted = round.answers[card]?[prompt.prompt.index]
        #expect(
          prompt.state.state.reviewCount == wanted,
          "\(card.number) \(prompt.prompt.index), \(round.label)")
        let logged = try machine.notebook.reviews.answers(to: prompt.prompt).count
        #expect(logged == wanted, "log of \(card.number) \(prompt.prompt.index), \(round.label)")
      }
    }
    // No prompt is asked whose text its note lacks.
    for (prompt, text, _) in prompts {
      #expect(facts.text(prompt.note).contains(text), "\(text), \(round.label)")
    }
  }

  /// A text or a book that was shown, and is not any more, can be brought back.
  private func checkHistory(
    of machine: ReviewDevice, since before: AtOnceFacts, _ label: String
  ) throws {
    let facts = try machine.facts()
    for note in before.notes.keys.sorted() {
      let history = try machine.notebook.history.of(note)
      let sides = try machine.notebook.conflicts.of(note)?.sides.compactMap(\.text) ?? []
      let texts = history.texts.map(\.text) + sides
      if !before.text(note).isEmpty {
        #expect(texts.contains(before.text(note)), "a text of \(note) is lost, \(label)")
      }
      func book(_ facts: [String: JSONValue]) -> [String: JSONValue] {
        facts.filter { $0.key.hasPrefix("book.") && $0.key != "book.readings" }
      }
      guard before.hasBook(note), book(before[note]) != book(facts[note]) else { continue }
      let records = history.records.compactMap(\.values.book).map { members in
        var facts: [String: JSONValue] = [:]
        for member in members.members where member.value != .null {
          facts["book.\(member.key)"] = member.value
        }
        facts["book.readingHistory"] = nil
        return facts
      }
      #expect(records.contains(book(before[note])), "a record of \(note) is lost, \(label)")
    }
  }

  private func compare(_ machines: [ReviewDevice], _ label: String) throws {
    func state(_ machine: ReviewDevice) throws -> [String] {
      let facts = try machine.facts()
      return facts.notes.map { "\($0.key) \($0.value.sorted { $0.key < $1.key })" }.sorted()
        + (try machine.notebook.conflicts.all().map {
          "\($0.note) \($0.sides.map(\.version).sorted())"
        })
        + (try machine.prompts().map { "\($0.prompt) \($0.state)" })
    }
    let states = try machines.map(state)
    for other in states.dropFirst() {
      #expect(Set(other).symmetricDifference(states[0]).sorted() == [], "\(label)")
    }
  }

  /// A choice on one machine settles the conflict on all.
  private func settle(_ machines: [ReviewDevice], _ round: AtOnceRound) throws {
    for conflict in try machines[0].notebook.conflicts.all() {
      let choice: ConflictChoice = round.seed.isMultiple(of: 2) ? .shown : .other
      try machines[0].notebook.conflicts.resolve(in: conflict.note, keeping: choice, now: round.now)
    }
    try exchange(machines, round.label)
    for machine in machines {
      #expect(try machine.notebook.conflicts.all().isEmpty, "\(round.label)")
      try checkCards(machine, try machine.facts(), round)
    }
    try compare(machines, round.label)
    try askTheApp(machines[0], round)
  }

  /// The app finds all as it makes it, asks the cards that are due and no others, and lists the same books.
  private func askTheApp(_ machine: ReviewDevice, _ round: AtOnceRound) throws {
    guard let oracle = round.oracle else { return }
    _ = try machine.notebook.reviews.settle(now: round.now)
    try machine.notebook.publish()
    let path = machine.device.path
    let faults = try oracle.faults(of: path).filter { !$0.contains("stored nil") }
    #expect(faults == [], "\(round.label)")
    let copy = round.phone.path + ".copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let date = round.now.addingTimeInterval(86_400)
    let study = try oracle.ask([
      "cmd": "study", "file": copy.json, "date": .string(Timestamps.json(date)),
    ])
    let facts = try machine.facts()
    let due = try machine.prompts().filter { prompt in
      !facts.isTrashed(prompt.prompt.note) && prompt.state.state.due.map { $0 <= date } ?? true
    }
    // Of a note in conflict it reads each version of its facts; its session has cards of notes in the trash.
    let asked = study?["due"]?.array?.compactMap(\.string) ?? []
    let disputed = try machine.notebook.conflicts.all().map(\.note)
    func settled(_ rows: [String]) -> Set<String> {
      Set(rows.filter { row in !disputed.contains { row.hasPrefix($0) } })
    }
    #expect(
      settled(asked.filter { row in facts.living.contains { row.hasPrefix($0) } })
        == settled(due.map { "\($0.prompt.note) \($0.prompt.block) \($0.prompt.index)" }),
      "\(round.label)")
    let list = try oracle.ask(["cmd": "list", "file": copy.json, "sort": "Title"])
    let ours = BookListing().listed(try machine.notebook.books.list())
    // It lists notes without a book, too.
    let books = facts.living.filter(facts.hasBook)
    let listed = (list?["rows"]?.array ?? []).compactMap(\.string)
      .filter { row in books.contains { row.hasPrefix($0) } }
    #expect(
      settled(listed)
        == settled(ours.filter { $0.section != .stopped || $0.book.readings.isEmpty }.map(\.appRow)),
      "\(round.label)")
  }
}
