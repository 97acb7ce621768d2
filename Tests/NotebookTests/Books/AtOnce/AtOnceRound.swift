import Base
import Books
import Foundation
import JSON
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import ImportExport
@testable import KeyValueStore
@testable import Notebook
@testable import NotebookReview

/// A card whose words no other card has.
struct AtOnceCard: Hashable {
  var number: Int

  /// The number of prompts.
  var count: Int { number % 3 == 2 ? 2 : 1 }

  var text: String {
    switch number % 3 {
    case 0: "> \(words(8)) (p. \(number))"
    case 1: "Q: \(words(6))?\nA: \(words(3))"
    default: "\(words(4)) ?[hint](\(words(2))) and ?[](\(words(1))x) \(words(3))"
    }
  }

  private func words(_ count: Int) -> String {
    var random = SeededGenerator(seed: UInt64(1 + number * 16 + count))
    return (0..<count).map { _ in
      String((0..<7).compactMap { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) })
    }.joined(separator: " ")
  }
}

/// Notes about books that a laptop and a phone change at once, and what they changed.
struct AtOnceRound {
  let seed: UInt64
  let oracle: AppOracle?
  var random: SeededGenerator
  var laptop: ReviewDevice
  var phone: AtOncePhone
  /// The facts that both know.
  private(set) var base: AtOnceFacts
  private(set) var here: AtOnceSide
  private(set) var there: AtOnceSide
  private(set) var cards: [AtOnceCard] = []
  /// The answers to the prompts of each card that nobody took back.
  private(set) var answers: [AtOnceCard: [Int]] = [:]
  private var recorded: [(answer: ReviewAnswer, card: AtOnceCard)] = []
  private var answeredThere: Set<AtOnceCard> = []
  /// Those that more than one note outside the trash had: beside a living original a copy starts as new, and which
  /// is the original is nobody's to say.
  private(set) var doubled: Set<AtOnceCard> = []
  /// The texts that notes had here, and earlier on the phone.
  private var former: [String: Set<String>] = [:]
  /// Those of which an answer was taken back here, which the phone does not know.
  private var undoneHere: Set<AtOnceCard> = []
  private(set) var log: [String] = []
  private var hour = 1.0
  private var count = 0
  private let files: TemporaryFolder

  init(seed: UInt64, oracle: AppOracle?) throws {
    (self.seed, self.oracle) = (seed, oracle)
    random = SeededGenerator(seed: seed)
    files = try TemporaryFolder()
    let cards = (0..<8).map { AtOnceCard(number: $0) }
    let texts = (0..<4).map { number in
      (["# Note \(number)", "Words."] + cards[(2 * number)..<(2 * number + 2)].map(\.text))
        .joined(separator: "\n\n") + "\n"
    }
    laptop = try ReviewDevice(notes: texts)
    let notebook = laptop.notebook
    for (number, note) in try notebook.notes.all().sorted(by: { $0.title < $1.title }).enumerated()
    where number < 3 {
      try notebook.books.edit(of: note.id, now: ReviewDevice.time(0)) { record in
        (record.title, record.authors) = (Self.title(number), ["Ann Example"])
        record.stars = number == 1 ? 3.5 : nil
        if number == 2 { record.start(PartialDate("2020-01-02")) }
      }
      if number == 0 { try notebook.books.setCover(of: note.id, to: Self.cover(200)) }
    }
    try notebook.publish()
    phone = try AtOncePhone(copying: laptop.device.path, oracle: oracle)
    base = try laptop.facts()
    (here, there) = (AtOnceSide(base), AtOnceSide(base))
    self.cards = cards
    for card in cards { answers[card] = Array(repeating: 0, count: card.count) }
  }

  var label: String { "seed \(seed)\n\(log.joined(separator: "\n"))" }

  var now: Date { ReviewDevice.time(hour) }

  /// Begins anew with a machine that knows all, and a phone that has its file.
  mutating func goOn(with machine: ReviewDevice) throws {
    laptop = machine
    try laptop.notebook.publish()
    phone = try AtOncePhone(copying: laptop.device.path, oracle: oracle)
    base = try laptop.facts()
    noteTexts(there.facts)
    (here, there) = (AtOnceSide(base), AtOnceSide(base))
    (answeredThere, undoneHere) = ([], [])
    noteDoubled(base)
    log.append("all know all")
  }

  mutating func change() throws {
    hour += Double.random(in: 1...30, using: &random)
    count += 1
    if Bool.random(using: &random) {
      try changeHere()
      here.take(try laptop.facts())
      noteDoubled(here.facts)
      noteTexts(here.facts)
    } else {
      try changeThere()
      there.take(try phone.facts())
      noteDoubled(there.facts)
    }
  }

  private mutating func noteTexts(_ facts: AtOnceFacts) {
    for note in facts.notes.keys { former[note, default: []].insert(facts.text(note)) }
  }

  /// Whether the phone gave a note a text that it had before: that cannot be told from one that was not changed.
  func isFormerThere(_ note: String) -> Bool {
    there.facts.text(note) != base.text(note)
      && former[note]?.contains(there.facts.text(note)) == true
  }

  private mutating func noteDoubled(_ facts: AtOnceFacts) {
    let holders = facts.living.flatMap { cards(in: facts.text($0)) }
    doubled.formUnion(Dictionary(grouping: holders) { $0 }.filter { $0.value.count > 1 }.keys)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private func name(_ note: String) -> String {
    "“\(base.text(note).prefix { $0 != "\n" })” (\(note.prefix(4)))"
  }

  private static func title(_ number: Int) -> String {
    ["The Pond", "Reeds", "An Otter", "Mills"][number % 4]
  }

  private static func cover(_ number: Int) -> NoteCover {
    NoteCover(mimeType: "image/jpeg", data: Data([UInt8(truncatingIfNeeded: number)]))
  }

  /// A file that begins as a picture does.
  private static func picture(_ number: Int) -> Data {
    Data(
      [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)])
  }

  // MARK: The laptop

  private mutating func changeHere() throws {
    let (notebook, now) = (laptop.notebook, now)
    let living = here.facts.living
    guard let note = living.randomElement(using: &random) else { return }
    let books = living.filter(here.facts.hasBook)
    let book = books.randomElement(using: &random)
    switch number(0...17) {
    case 0, 1, 2:
      let text = edited(here.facts.text(note), pastes: true)
      log.append("here \(name(note)): text")
      _ = try notebook.save(text: text, note: note, now: now)
    case 3, 4:
      guard let book else { return }
      let stars = [nil, 1, 2.5, 3, 3.75, 4, 5].randomElement(using: &random) ?? nil
      log.append("here \(name(book)): stars \(stars ?? 0)")
      try notebook.books.edit(of: book, now: now) { $0.stars = stars }
    case 5:
      guard let book else { return }
      let (fact, count) = (number(0...4), count)
      log.append("here \(name(book)): fact \(fact)")
      try notebook.books.edit(of: book, now: now) { record in
        switch fact {
        case 0: record.publisher = "P\(count)"
        case 1: record.pages = 100 + count
        case 2: record.review = "Review \(count)"
        case 3: record.series = "Series \(count)"
        default: record.authors = ["Ann Example", "Bob \(count)"]
        }
      }
    case 6, 7:
      guard let book else { return }
      let day = PartialDate(year: 2021, month: 1 + count % 12, day: 1 + count % 28)
      let action: BookAction =
        [.start(day), .finish(day), .stop(day), .page(count)].randomElement(using: &random)
        ?? .start(day)
      log.append("here \(name(book)): \(action)")
      _ = try notebook.books.apply(action, to: book, now: now)
    case 8:
      log.append("here \(name(note)): cover")
      try notebook.books.setCover(of: note, to: Self.cover(count), now: now)
    case 9:
      log.append("here \(name(note)): picture")
      let asset = try notebook.images.add(
        ImageContent(Self.picture(count)), to: note, now: now)
      let text = here.facts.text(note) + "\n![](\(asset.key))\n"
      _ = try notebook.save(text: text, note: note, now: now)
    case 10, 11: try answerHere(in: note)
    case 12: try undo()
    case 13:
      let trashed = here.facts.notes.keys.filter(here.facts.isTrashed).sorted()
      if let back = trashed.randomElement(using: &random), Bool.random(using: &random) {
        log.append("here \(name(back)): restore")
        try notebook.restore(back, now: now)
      } else if living.count > 2 {
        log.append("here \(name(note)): trash")
        try notebook.trash(note, now: now)
      }
    case 14:
      guard let book else { return }
      log.append("here \(name(book)): no book")
      try notebook.books.remove(of: book, now: now)
    case 15:
      guard living.count > 2,
        let other = living.filter({ $0 != note }).randomElement(using: &random)
      else { return }
      log.append("here \(name(note)): join with \(name(other))")
      _ = try notebook.books.join(note, with: other, now: now)
    case 16: try importHere()
    default:
      let former = try notebook.history.of(note).texts.dropFirst().randomElement(using: &random)
      guard let former else { return }
      log.append("here \(name(note)): former text")
      _ = try notebook.history.restore(note, version: former.version, now: now)
    }
  }

  private mutating func answerHere(in note: String) throws {
    guard let card = card(in: here.facts.text(note)) else { return }
    let index = number(0...(card.count - 1))
    let prompts = try laptop.prompts().filter { $0.prompt.note == note && $0.text == card.text }
    guard let prompt = prompts.first(where: { $0.prompt.index == index })?.prompt else { return }
    let scheduler = [Scheduler.libraryNotes, .fsrs].randomElement(using: &random) ?? .fsrs
    let answers = AnswerCount.allCases.randomElement(using: &random) ?? .two
    let ease = answers.eases.randomElement(using: &random) ?? .good
    log.append("here \(name(note)): answer \(card.number) \(index), \(ease), \(scheduler)")
    let answer = ReviewAnswer(prompt: prompt, date: now, ease: ease, answers: answers)
    let made = try #require(
      try laptop.notebook.reviews.record(answer, scheduler: scheduler), "\(label)")
    recorded.append((made.answer, card))
    self.answers[card]?[index] += 1
  }

  private mutating func undo() throws {
    // What the phone made of an answer that is taken back meanwhile has it for good.
    // So has a note that was joined to another since.
    guard let last = recorded.popLast(), !answeredThere.contains(last.card),
      here.facts.living.contains(last.answer.prompt.note)
    else { return }
    log.append("here: undo the answer to \(last.card.number) \(last.answer.prompt.index)")
    guard try laptop.notebook.reviews.undo(last.answer, now: now) != nil else {
      return log.append("  its prompt is gone")
    }
    answers[last.card]?[last.answer.prompt.index] -= 1
    undoneHere.insert(last.card)
  }

  private mutating func importHere() throws {
    let title = Self.title(number(0...3))
    log.append("here: import for “\(title)”")
    let path: String
    if Bool.random(using: &random) {
      path = files.path("goodreads\(count).csv")
      try """
      Book Id,Title,Author,My Rating,Exclusive Shelf,Number of Pages,Date Read
      \(count),\(title),Ann Example,\(number(1...5)),read,\(300 + count),2018/\(1 + count % 9)/11

      """.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      path = files.path("My Clippings.txt")
      try """
      \(title) (Example, Ann)\r
      - Your Highlight on page 9 | Location \(count)0-\(count)2 | Added on Thursday, August 22, 2024 7:01:04 PM\r
      \r
      A highlight of number \(count).\r
      ==========\r

      """.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let report = try laptop.notebook.exchange.importNotes(from: [path], now: now)
    #expect(report.skipped.isEmpty, "\(label)")
  }

  // MARK: The phone

  private mutating func changeThere() throws {
    let living = there.facts.living
    guard let note = living.randomElement(using: &random) else { return }
    let book = living.filter(there.facts.hasBook).randomElement(using: &random)
    let (now, count) = (now, count)
    switch number(0...12) {
    case 0, 1, 2:
      log.append("there \(name(note)): text")
      try phone.edit(note, to: edited(there.facts.text(note), pastes: false), at: now)
    case 3:
      guard let book else { return }
      let stars = number(1...5)
      log.append("there \(name(book)): stars \(stars)")
      try phone.rate(book, stars, at: now)
    case 4:
      guard let book else { return }
      let fact = number(0...4)
      log.append("there \(name(book)): fact \(fact)")
      try phone.changeBook(book, at: now) { book in
        switch fact {
        case 0: book["publisher"] = .string("App \(count)")
        case 1: book["numberOfPages"] = .integer(Int64(100 + count))
        case 2: book["review"] = .string("App \(count)")
        case 3: book["title"] = .string("App \(count)")
        default: book["authors"] = ["Ann Example", .string("App \(count)")]
        }
      }
    case 5, 6:
      guard let book else { return }
      let ends = Bool.random(using: &random)
      log.append("there \(name(book)): \(ends ? "finish" : "start")")
      let day = PartialDate(year: 2023, month: 1 + count % 12, day: 1 + count % 28)
      try phone.read(book, day, ends: ends, at: now)
    case 7:
      log.append("there \(name(note)): cover")
      try phone.setCover(Data([UInt8(truncatingIfNeeded: count), 1]), of: note, at: now)
    case 8:
      log.append("there \(name(note)): picture")
      try phone.addImage(Self.picture(count), to: note, at: now)
    case 9:
      let trashed = there.facts.notes.keys.filter(there.facts.isTrashed).sorted()
      if let back = trashed.randomElement(using: &random), Bool.random(using: &random) {
        log.append("there \(name(back)): restore")
        try phone.move(back, toTrash: false, at: now)
      } else if living.count > 2 {
        log.append("there \(name(note)): trash")
        try phone.move(note, toTrash: true, at: now)
      }
    default:
      guard let card = card(in: there.facts.text(note)), !undoneHere.contains(card) else { return }
      let (index, isRight) = (number(0...(card.count - 1)), Bool.random(using: &random))
      log.append("there \(name(note)): answer \(card.number) \(index), \(isRight)")
      let isThere = try phone.answer(card.text, index, in: note, isRight: isRight, at: now)
      #expect(isThere, "\(label)")
      answeredThere.insert(card)
      if isThere { answers[card]?[index] += 1 }
    }
  }

  // MARK: Texts

  /// The cards in a text, each a paragraph of its own.
  func cards(in text: String) -> [AtOnceCard] {
    let paragraphs = Set(Self.paragraphs(text))
    return cards.filter { paragraphs.contains($0.text) }
  }

  private mutating func card(in text: String) -> AtOnceCard? {
    cards(in: text).randomElement(using: &random)
  }

  private static func paragraphs(_ text: String) -> [String] {
    text.components(separatedBy: "\n\n").map(\.trimmed)
  }

  /// The text after an edit. `pastes`: cards that are in no note come back.
  private mutating func edited(_ text: String, pastes: Bool) -> String {
    var paragraphs = Self.paragraphs(text)
    switch number(0...6) {
    case 0: paragraphs[0] = "# Note \(count)"
    case 1: paragraphs.append("#tag/\(count)")
    case 2:
      if let card = card(in: text) { paragraphs.removeAll { $0 == card.text } }
    case 3:
      let card = AtOnceCard(number: cards.count)
      cards.append(card)
      answers[card] = Array(repeating: 0, count: card.count)
      paragraphs.insert(card.text, at: number(1...paragraphs.count))
    case 4 where pastes:
      // One that is in the trash has its answers there.
      let texts = here.facts.notes.keys.map(here.facts.text)
      let lost = cards.filter { card in !texts.contains { cards(in: $0).contains(card) } }
      if let card = lost.randomElement(using: &random) { paragraphs.append(card.text) }
    case 5: paragraphs.append("tl;dr: summary \(count)")
    default: paragraphs.append("More words \(number(0...3)).")
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }
}
