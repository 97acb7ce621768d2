import Base
import Foundation
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookReview

/// Random histories of two machines and the app: cards are cut, pasted, broken, mended, renamed, restored and
/// answered. A card that is there has every answer that its words were given, whichever ways it went, and one
/// that was never asked has none.
///
/// The oracle knows words and answers only, not how cards are kept. `COMMONPLACE_PROMPT_HISTORIES` tries as many seeds.
@Suite struct PromptHistoryTests {
  @Test(arguments: seeds("COMMONPLACE_PROMPT_HISTORIES", 3))
  func everyCardHasItsAnswers(seed: UInt64) throws {
    let oracle = AppOracle.isThere ? try AppOracle() : nil
    try withSeededIDs(seed) {
      var history = try PromptHistory(seed: seed, oracle: oracle)
      for _ in 0..<12 {
        try history.run()
        try history.check()
      }
    }
  }
}

/// Words of a card, which are kept apart from those of every other one.
private struct Words: Hashable {
  var kind: Int
  var number: Int
  /// How often the title of a link in it was changed.
  var renames = 0

  /// The number of prompts.
  var count: Int { kind == 2 ? 2 : 1 }

  private var noise: String {
    (0..<8).map { Self.word(number &* 31 &+ kind &* 7 &+ $0 &* 1009) }.joined(separator: " ")
  }

  static func word(_ seed: Int) -> String {
    var random = SeededGenerator(seed: UInt64(seed))
    return String(
      (0..<7).compactMap { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) })
  }

  /// The title of a note to which it leads.
  static func title(_ renames: Int) -> String { "Title \(word(90_000 + renames))" }

  /// For the log: its first word, which no other card has.
  var name: String { noise.prefix(7) + " \(renames)" }

  var text: String {
    let link = "[[\(Self.title(renames))]]"
    return switch kind {
    case 0: "> \(noise) \(link) (p. \(number))"
    case 1: "Q: \(noise)?\nA: \(link)"
    default: "\(noise) ?[hint](\(Self.word(number + 5000))) and ?[](\(link)) \(Self.word(number))"
    }
  }

  /// The text with its marks broken.
  func broken(_ way: Int) -> String {
    switch (kind, way % 2) {
    case (0, _): String(text.dropFirst(2))
    case (1, 0): text.replacing("Q: ", with: "Q:")
    case (1, _): text.replacing("\nA: ", with: "\n\nA: ")
    case (_, 0): text.replacing("?[", with: "? [")
    default: text.replacing("?[hint](", with: "?[hint (")
    }
  }
}

private struct PromptHistory {
  /// A card in a note, perhaps with broken marks.
  struct Item: Equatable {
    var words: Words
    var brokenWay: Int?

    var text: String { brokenWay.map { words.broken($0) } ?? words.text }
  }

  private let seed: UInt64
  private let oracle: AppOracle?
  private var random: SeededGenerator
  /// Two machines, and one on which the app writes.
  private let devices: [ReviewDevice]
  private let ids: [String]
  /// The cards of each note, and those of its former texts.
  private var notes: [[Item]]
  private var former: [[(version: String, device: Int, renames: Int, items: [Item])]]
  private var clipboard: [Words] = []
  /// The machines that cut words since all know all.
  private var cutBy: [Words: Int] = [:]
  /// The words that are copies until all know all: those that the app pasted, and those that one machine pasted while
  /// another one cut them. A copy that is answered before its original is cut keeps its own schedule.
  private var copies: Set<Words> = []
  private var answers: [Words: [Int]] = [:]
  private var hour = 1.0
  private var renames = 0
  private var log: [String] = []

  init(seed: UInt64, oracle: AppOracle?) throws {
    self.seed = seed
    self.oracle = oracle
    random = SeededGenerator(seed: seed)
    let all = (0..<12).map { Words(kind: $0 % 3, number: $0) }
    notes = [Array(all[0..<6]), Array(all[6..<12]), [], []].map { $0.map { Item(words: $0) } }
    former = notes.map { _ in [] }
    for words in all { answers[words] = Array(repeating: 0, count: words.count) }
    let texts = notes.enumerated().map { Self.text($0.offset, $0.element) }
    let first = try ReviewDevice(notes: texts)
    try first.notebook.publish()
    let path = first.device.path
    devices = [first, try ReviewDevice(copying: path), try ReviewDevice(copying: path)]
    let stored = try first.notebook.notes.all()
    ids = try texts.indices.map { index in
      try #require(stored.first { $0.title == "Note \(index)" }).id
    }
  }

  private static func text(_ note: Int, _ items: [Item]) -> String {
    (["# Note \(note)"] + items.map(\.text)).joined(separator: "\n\n") + "\n"
  }

  /// Some steps, each machine in its own notes; then all machines come to know all.
  mutating func run() throws {
    let isAlone = Bool.random(using: &random)
    let owner = notes.indices.map { _ in isAlone ? 0 : Int.random(in: 0...2, using: &random) }
    for _ in 0..<6 {
      let note = Int.random(in: notes.indices, using: &random)
      try step(in: note, on: owner[note], isAlone: isAlone)
      hour += 1
    }
    copies = []
    cutBy = [:]
    log.append("merge")
    for (to, from) in [(0, 1), (0, 2), (1, 0), (2, 0), (1, 2), (2, 1)].shuffled(using: &random) {
      try devices[to].merge(devices[from])
    }
    for (to, from) in [(0, 1), (0, 2), (1, 0), (2, 0)] { try devices[to].merge(devices[from]) }
  }

  private mutating func step(in note: Int, on device: Int, isAlone: Bool) throws {
    var items = notes[note]
    let index = items.indices.randomElement(using: &random)
    switch Int.random(in: 0...9, using: &random) {
    case 0, 1:
      guard let index, items[index].brokenWay == nil, !copies.contains(items[index].words)
      else { return }
      try answer(items[index].words, on: device)
    case 2, 3:
      guard let index else { return }
      let words = items.remove(at: index).words
      clipboard.append(words)
      cutBy[words] = device
      try save(items, note, device, "cut")
    case 4, 5:
      guard let words = clipboard.randomElement(using: &random) else { return }
      clipboard.removeAll { $0 == words }
      if cutBy[words].map({ $0 != device }) == true { copies.insert(words) }
      items.insert(Item(words: words), at: Int.random(in: 0...items.count, using: &random))
      try save(items, note, device, "paste")
    case 6:
      guard let index else { return }
      items[index].brokenWay =
        items[index].brokenWay == nil ? Int.random(in: 0...1, using: &random) : nil
      try save(items, note, device, "break or mend")
    case 7:
      // Pasted in another note, and cut here after.
      let target = Int.random(in: notes.indices, using: &random)
      guard isAlone, let index, target != note else { return }
      let item = items.remove(at: index)
      try save(notes[target] + [item], target, device, "paste before the cut")
      try save(items, note, device, "cut after")
    case 8:
      guard isAlone else { return }
      try rename(on: device)
    default:
      guard isAlone, let past = former[note].randomElement(using: &random), past.device == device,
        past.renames == renames
      else { return }
      try restore(note, past.version, past.items, on: device)
    }
  }

  private mutating func save(
    _ items: [Item], _ note: Int, _ device: Int, _ what: String
  ) throws {
    let names = items.map { "\($0.words.name)\($0.brokenWay == nil ? "" : " broken")" }
    log.append("\(what) in \(note) on \(device): \(names.joined(separator: ", "))")
    let text = Self.text(note, items)
    let now = ReviewDevice.time(hour)
    let version = try devices[device].notebook.note(id: ids[note]).version
    former[note].append((version, device, renames, notes[note]))
    notes[note] = items
    if device == 2 {
      copies.formUnion(items.map(\.words))
      try devices[2].saveInApp(text, ids[note], at: hour, oracle: oracle)
    } else {
      _ = try devices[device].notebook.save(text: text, note: ids[note], now: now)
    }
  }

  private mutating func answer(_ words: Words, on device: Int) throws {
    let index = Int.random(in: 0..<words.count, using: &random)
    log.append("answer \(words.name), \(index) on \(device)")
    let recorded = try devices[device].answer(words.text, .good, at: hour * 24, index: index)
    #expect(recorded != nil, "\(history)")
    answers[words]?[index] += 1
  }

  /// Links in all notes follow a title.
  private mutating func rename(on device: Int) throws {
    // A card whose marks are broken is kept by its former words.
    guard notes.joined().allSatisfy({ $0.brokenWay == nil }) else { return }
    log.append("rename on \(device)")
    let (old, new) = (Words.title(renames), Words.title(renames + 1))
    renames += 1
    _ = try devices[device].notebook.notes.rewriteTexts(of: ids, now: ReviewDevice.time(hour)) {
      $1.replacing("[[\(old)]]", with: "[[\(new)]]")
    }
    func renamed(_ words: Words) -> Words {
      guard words.renames == renames - 1 else { return words }
      var words = words
      words.renames = renames
      return words
    }
    // The words that are in no note keep the old title: cards that went are not found by them any more.
    let present = Set(notes.joined().map(\.words))
    answers = Dictionary(
      answers.map { (present.contains($0.key) ? renamed($0.key) : $0.key, $0.value) },
      uniquingKeysWith: { first, _ in first })
    notes = notes.map { $0.map { Item(words: renamed($0.words), brokenWay: $0.brokenWay) } }
  }

  private mutating func restore(
    _ note: Int, _ version: String, _ items: [Item], on device: Int
  ) throws {
    let elsewhere = Set(notes.indices.filter { $0 != note }.flatMap { notes[$0] }.map(\.words))
    // A copy beside its original would be a new card.
    guard items.allSatisfy({ !elsewhere.contains($0.words) && answers[$0.words] != nil }) else {
      return
    }
    log.append("restore \(note) on \(device)")
    let gone = notes[note].map(\.words).filter { words in !items.contains { $0.words == words } }
    clipboard = clipboard.filter { words in !items.contains { $0.words == words } } + gone
    former[note].append(
      (try devices[device].notebook.note(id: ids[note]).version, device, renames, notes[note]))
    notes[note] = items
    _ = try devices[device].notebook.history.restore(
      ids[note], version: version, now: ReviewDevice.time(hour))
  }

  private var history: String { "seed \(seed)\n\(log.joined(separator: "\n"))" }

  func check() throws {
    for (number, device) in devices.enumerated() {
      let prompts = try device.prompts()
      for item in notes.joined() where item.brokenWay == nil {
        let found = prompts.filter { $0.text == item.words.text }
        #expect(found.count == item.words.count, "\(item.words.name) on \(number), \(history)")
        for prompt in found {
          let state = prompt.state.state
          #expect(
            state.reviewCount == answers[item.words]?[prompt.prompt.index],
            "\(item.words.name), \(prompt.prompt.index) on \(number), \(history)")
          let logged = try device.notebook.reviews.answers(to: prompt.prompt).count
          #expect(logged == state.reviewCount, "log of \(item.words.name) on \(number), \(history)")
        }
      }
    }
  }
}
