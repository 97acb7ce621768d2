import Books
import Foundation
import GRDB
import NotebookIndex
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// The due prompts, and the chosen ones.
@Suite struct DueTests {
  private static let notes = [
    "# One\n\n> A\n\n> B\n\n#books/old\n", "# Two\n\nQ: C\nA: c\n\n#bookshop\n",
    "# Three\n\n?[](D1) ?[](D2)\n\n#books\n",
  ]

  @Test func countsAndChooses() throws {
    let device = try ReviewDevice(notes: Self.notes)
    #expect(try device.counts(at: 1) == "5 5")
    #expect(
      try device.cards(at: 1) == ["> A", "> B", "?[](D1) ?[](D2)", "Q: C\nA: c"])
    try device.answer("A", .again, at: 1)
    #expect(try device.counts(at: 1) == "4 4")
    // Tomorrow at one; tomorrow's list has it from midnight on.
    #expect(try device.counts(at: 23.9) == "4 4" && device.counts(at: 24) == "5 4")
    #expect(try device.counts(at: 1) == "4 4")
    let note = try device.prompt("A").note
    #expect(try device.counts(.note(note), at: 24.5) == "1 1")
    #expect(try device.counts(.note(note), at: 25) == "2 1")
    #expect(try device.counts(.note("nobody"), at: 25) == "0 0")
    let counts = try device.notebook.reviews.counts(
      now: ReviewDevice.time(1), calendar: ReviewDevice.calendar)
    #expect(counts.answeredToday == 1)
  }

  @Test(arguments: [
    (ReviewScope.tag("#books"), ["> A", "> B", "?[](D1) ?[](D2)"]),
    (.tag("BOOKS/old"), ["> A", "> B"]),
    (.tag("book"), []), (.tag("bookshop"), ["Q: C\nA: c"]), (.search("two"), ["Q: C\nA: c"]),
    (.search("is:quote"), ["> A", "> B"]), (.search(""), []), (.section(.read), []),
    (.section(nil), ["> A", "> B", "?[](D1) ?[](D2)", "Q: C\nA: c"]),
  ])
  func scopes(scope: ReviewScope, expected: [String]) throws {
    let device = try ReviewDevice(notes: Self.notes)
    #expect(try device.cards(scope, at: 0) == expected)
    let prompts = expected.count + (expected.contains { $0.contains("D1") } ? 1 : 0)
    #expect(try device.counts(scope, at: 0) == "\(prompts) \(prompts)")
  }

  /// A reader of the notebook does not wait until the index is made.
  @Test func theIndexIsMadeBesideReaders() throws {
    let device = try ReviewDevice(notes: Self.notes)
    // From now on there is a working copy.
    try device.answer("A", .good, at: 1)
    let notebook = device.notebook
    let isMade = DispatchSemaphore(value: 0)
    try notebook.read { _ in
      Thread.detachNewThread {
        if (try? notebook.reviews.chooseCards(seed: 0))?.count == 4 { isMade.signal() }
      }
      #expect(isMade.wait(timeout: .now() + 60) == .success)
    }
    withExtendedLifetime(device) {}
  }

  @Test func booksAndTheTrash() throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("book", book: ("Emma", "Austen", ["novels/english"]))
    try fixture.put("book", "prompt=quote;count=1;id=a", json: Self.row("quote", "> A"))
    try fixture.putNote("trash", folder: "recentlyDeleted")
    try fixture.put("trash", "prompt=quote;count=1;id=a", json: Self.row("quote", "> T"))
    // Of no note.
    try fixture.put("none", "prompt=quote;count=1;id=a", json: Self.row("quote", "> N"))
    let device = try ReviewDevice(copying: fixture.path)
    #expect(try device.cards(at: 0) == ["> A"])
    #expect(try device.cards(.tag("#novels"), at: 0) == ["> A"])
    #expect(try device.cards(.section(.wantToRead), at: 0) == ["> A"])
    #expect(try device.cards(.section(nil), at: 0) == [])
    try device.notebook.restore("trash")
    #expect(try device.counts(at: 0) == "2 2")
    try device.notebook.trash("book")
    #expect(try device.cards(at: 0) == ["> T"])
    try device.notebook.delete("trash")
    #expect(try device.counts(at: 0) == "0 0")
  }

  static func row(_ kind: String, _ text: String, _ statistics: String = "{}") -> String {
    #"{"type":"prompt=\#(kind)","rawValue":"\#(text)","promptStatistics":[\#(statistics)]}"#
  }

  /// Values that a stranger wrote.
  @Test(arguments: [
    "", "{", "7", "null", "[]", "{}", row("quote", "> A", ""), row("quote", "> A", "{},{}"),
    row("cloze", "> A"), row("quote", "> A", "7"), row("quote", "> A", #"{"due":{}}"#),
    row("quote", "> A", #"{"due":"9999-12-31T23:59:59Z","lastReview":"0000-01-01T00:00:00Z"}"#),
    row("quote", "> A", #"{"idealInterval":1e308,"spacedRepetitionFactor":1e308,"reviewCount":1}"#),
    row("quote", "> A", #"{"reviewCount":9223372036854775807,"totalCorrect":9223372036854775807}"#),
  ])
  func rowsOfAnyShape(json: String) throws {
    let fixture = try NotebookFixture()
    try fixture.putNote("N", text: "> A")
    let key = "prompt=quote;count=1;id=a"
    try fixture.put("N", key, json: json)
    try fixture.put(".commonplace", "N;review;\(key)", json: json)
    try fixture.put(".commonplace", "N;suspended;\(key)", json: #"{"suspended":[-1,"x",9e99,4]}"#)
    try fixture.put(".commonplace", "N;suspended;x", json: json)
    try fixture.put(".studyLog", "2024-01-01T00:00:00Z;note=N;promptId=\(key);author=", json: json)
    try fixture.put(
      "N", key, json: Self.row("quote", "> A"), author: 2, at: "2023-01-01 00:00:00.000")
    let device = try ReviewDevice(copying: fixture.path)
    _ = try device.counts(at: 0)
    for ease in Ease.allCases {
      for id in try device.notebook.reviews.chooseCards(seed: 1) {
        let card = try device.notebook.reviews.card(id)
        #expect(card?.block == 0..<3)
        let answer = ReviewAnswer(
          prompt: id, date: ReviewDevice.time(5), ease: ease, answers: .four)
        let recorded = try #require(try device.notebook.reviews.record(answer, scheduler: .fsrs))
        try device.notebook.reviews.undo(recorded.answer)
        _ = try device.notebook.reviews.record(answer, scheduler: .libraryNotes)
      }
    }
    _ = try device.notebook.reviews.statistics()
    try device.notebook.reviews.settle()
  }

  @Test func limitsAndOrders() throws {
    let text = (0..<30).map { "> quote \($0)\n\n" }.joined()
    let device = try ReviewDevice(notes: [text])
    for number in 0..<10 { try device.answer("> quote \(number)", .again, at: -30) }
    func cards(
      _ limit: Int = 20, new: Int? = nil, _ order: SessionOrder = .mixed, seed: UInt64 = 1
    ) throws -> [String] {
      try device.cards(
        .notebook, CardChoice(limit: limit, newPerDay: new, order: order), at: 0, seed: seed,
        isSorted: false)
    }
    func isNew(_ text: String) -> Bool { text.utf8.count > "> quote 9".utf8.count }
    #expect(try cards().count == 20 && Set(cards()).count == 20)
    #expect(try cards() == cards() && cards() != cards(seed: 2))
    #expect(try cards(.max).count == 30 && cards(0).isEmpty && cards(-1).isEmpty)
    #expect(try cards(15, .dueFirst).map(isNew) == (0..<15).map { $0 >= 10 })
    #expect(try cards(25, .newFirst).map(isNew) == (0..<25).map { $0 < 20 })
    #expect(try cards(20, new: 3).count(where: isNew) == 3)
    #expect(try cards(20, new: 0).count == 10 && cards(20, new: -1).count == 10)
    #expect((1..<9).contains(try cards(15).count { !isNew($0) }))
    // Chance is the same for all: a third of what is due is not new.
    let shares = try (1...60).map { try cards(6, seed: $0).count { !isNew($0) } }
    #expect((96...144).contains(shares.reduce(0, +)), "\(shares)")
    // Prompts that were answered for the first time today count.
    try device.answer("> quote 20", .good, at: 0)
    try device.answer("> quote 21", .good, at: 0)
    try device.answer("> quote 1", .good, at: 0)
    #expect(try cards(20, new: 3).count(where: isNew) == 1)
    let cram = CardChoice(limit: 100, newPerDay: 0, isCram: true)
    #expect(try device.cards(.notebook, cram, at: 0).count == 30)
  }

  /// Of very many only some are looked at.
  @Test func drawsFromMany() throws {
    let text = (0..<1300).map { "?[](\($0)) ?[](x)\n\n" }.joined()
    let device = try ReviewDevice(notes: [text])
    #expect(try device.counts(at: 0) == "2600 2600")
    var seen: Set<String> = []
    for seed in 1...5 {
      let cards = try device.notebook.reviews.chooseCards(
        now: ReviewDevice.time(0), seed: UInt64(seed)
      ).map(\.block)
      #expect(Set(cards).count == 20)
      seen.formUnion(cards)
    }
    #expect(seen.count > 80)
    for limit in [300, Int.max] {
      for isCram in [false, true] {
        let choice = CardChoice(limit: limit, isCram: isCram)
        let cards = try device.notebook.reviews.chooseCards(
          .notebook, choice, now: ReviewDevice.time(0), seed: 1)
        #expect(Set(cards.map(\.block)).count == min(limit, 1300))
      }
    }
  }

  @Test func editsAndOtherProcesses() throws {
    let device = try ReviewDevice(notes: ["> A\n"])
    let note = try device.prompt("A").note
    try device.answer("A", .good, at: 0)
    #expect(try device.counts(at: 0) == "0 0")
    // Another process.
    let other = try device.device.open()
    _ = try other.save(text: "> A\n\n> B\n\n> C\n", note: note)
    #expect(try device.counts(at: 0) == "2 2")
    for id in try other.reviews.chooseCards(now: ReviewDevice.time(0), seed: 1) {
      let answer = ReviewAnswer(
        prompt: id, date: ReviewDevice.time(0), ease: .good, answers: .two)
      _ = try other.reviews.record(answer, scheduler: .libraryNotes)
    }
    #expect(try device.counts(at: 0) == "0 0" && device.counts(at: 200) == "3 0")
    _ = try device.notebook.save(text: "> B\n", note: note)
    let counts = try other.reviews.counts(
      now: ReviewDevice.time(200), calendar: ReviewDevice.calendar)
    #expect(counts.due == 1)
    try other.close()
    try device.reopen()
    #expect(try device.counts(at: 200) == "1 0")
  }

  /// Reading changes nothing, so it is in memory as long as nothing was saved.
  @Test func withoutAWorkingCopy() throws {
    let fixture = try NotebookFixture(notes: ["> A\n\n> B\n"])
    let device = try ReviewDevice(copying: fixture.path)
    #expect(try device.counts(at: 0) == "2 2" && device.cards(at: 0) == ["> A", "> B"])
    #expect(!FileManager.default.fileExists(atPath: device.device.state.path))
    let prompt = try device.prompt("> A")
    #expect(try device.notebook.reviews.answers(to: prompt).isEmpty)
    #expect(try device.notebook.reviews.card(prompt, fsrs: .published) != nil)
    // The file is replaced.
    let other = try NotebookFixture(notes: ["> C\n"])
    try device.device.receive(other.path)
    _ = try device.notebook.refresh()
    #expect(try device.cards(at: 0) == ["> C"])
    #expect(try device.notebook.reviews.settle() == 0)
  }

  @Test(arguments: ["damaged", "gone", "foreign", "folder", "old"])
  func survives(damage: String) throws {
    let device = try ReviewDevice(notes: ["> A\n\n> B\n"])
    try device.answer("A", .good, at: 0)
    #expect(try device.counts(at: 0) == "1 1")
    let index = device.device.paths.state + "/review.sqlite"
    #expect(FileManager.default.fileExists(atPath: index))
    try device.notebook.close()
    for suffix in ["", "-wal", "-shm"] { unlink(index + suffix) }
    switch damage {
    case "damaged": try Data(repeating: 7, count: 9000).write(to: URL(fileURLWithPath: index))
    case "folder":
      try FileManager.default.createDirectory(atPath: index, withIntermediateDirectories: true)
    case "foreign":
      let queue = try DatabaseQueue(path: index)
      try queue.write { db in
        try db.execute(sql: "PRAGMA user_version = 1; CREATE TABLE state (x); CREATE TABLE t (x)")
      }
      try queue.close()
    case "old":
      let queue = try DatabaseQueue(path: index)
      try queue.write { db in try db.execute(sql: "CREATE TABLE author (x)") }
      try queue.close()
    default: break
    }
    try device.reopen()
    #expect(try device.counts(at: 0) == "1 1")
    try device.answer("B", .good, at: 1)
    #expect(try device.counts(at: 1) == "0 0")
  }

  /// Counting goes on, even if a damaged index holds wrong counts.
  @Test func numbersOfADamagedIndex() throws {
    let device = try ReviewDevice(notes: ["> A\n\n> B\n"])
    try device.answer("A", .good, at: 0)
    #expect(try device.counts(at: 0) == "1 1")
    let queue = try DatabaseQueue(path: device.device.paths.state + "/review.sqlite")
    try queue.write { db in
      try db.execute(sql: "UPDATE counted SET due = ?, new = ?", arguments: [Int64.max, Int64.max])
    }
    try queue.close()
    #expect(try device.counts(at: 1000).isEmpty == false)
  }

  /// The cost of counting after an answer does not grow with the notebook.
  @Test func countingIsNoScan() throws {
    let steps = try [40, 1200].map { count in
      let text = (0..<count).map { "> quote \($0)\n\n" }.joined()
      let device = try ReviewDevice(notes: [text])
      for number in 0..<3 { try device.answer("> quote \(number)", .good, at: 0) }
      _ = try device.counts(at: 0)
      let answer = ReviewAnswer(
        prompt: try device.prompt("> quote 7"), date: ReviewDevice.time(1), ease: .good,
        answers: .two)
      return try device.notebook.countingSteps {
        _ = try device.notebook.reviews.record(answer, scheduler: .libraryNotes)
        #expect(try device.counts(at: 1) == "\(count - 4) \(count - 4)")
      }
    }
    #expect(steps[0] > 100 && steps[1] < steps[0] + steps[0] / 4, "\(steps)")
  }

  /// Neither does it grow with the openings that have written, of which there is one for every day.
  @Test func countingDoesNotReadTheAuthors() throws {
    let steps = try [1, 1000].map { count in
      let device = try ReviewDevice(notes: ["> A\n\n> B\n"])
      try device.writeAsOthers(count)
      _ = try device.counts(at: 0)
      let answer = ReviewAnswer(
        prompt: try device.prompt("> A"), date: ReviewDevice.time(1), ease: .good, answers: .two)
      return try device.notebook.countingSteps {
        _ = try device.notebook.reviews.record(answer, scheduler: .libraryNotes)
        #expect(try device.counts(at: 1) == "1 1")
      }
    }
    #expect(steps[0] > 100 && steps[1] < steps[0] + steps[0] / 10, "\(steps)")
  }

  /// An answer that another opening writes before the due prompts are counted is seen, and so is one
  /// from before this answer.
  @Test(arguments: [[true, false], [false, true], [true, true]])
  func othersAreSeen(_ writes: [Bool]) throws {
    let device = try ReviewDevice(notes: ["> A\n\n> B\n\n> C\n\n> D\n"])
    // So that there is a working copy.
    try device.answer("> D", .good, at: 1)
    #expect(try device.counts(at: 1) == "3 3")
    if writes[0] { try device.answerInOtherProcess("> B", at: 1) }
    try device.answer("> A", .good, at: 1)
    if writes[1] { try device.answerInOtherProcess("> C", at: 1) }
    let left = 2 - writes.count { $0 }
    #expect(try device.counts(at: 1) == "\(left) \(left)")
    #expect(try device.counts(at: 1) == "\(left) \(left)")
  }

  /// The cost of a session of one note does not depend on the other due prompts.
  @Test func choosingOfANoteIsNoScan() throws {
    let steps = try [40, 1200].map { count in
      let text = (0..<count).map { "> quote \($0)\n\n" }.joined()
      let device = try ReviewDevice(notes: [text, "> other\n"])
      try device.answer("> quote 1", .good, at: 0)
      let note = try device.prompt("> other").note
      _ = try device.counts(at: 0)
      return try device.notebook.countingSteps { () throws in
        #expect(try device.counts(.note(note), at: 1) == "1 1")
        #expect(try device.cards(.note(note), at: 1) == ["> other"])
      }
    }
    #expect(steps[0] > 100 && steps[1] < steps[0] + steps[0] / 4, "\(steps)")
  }

  @Test func statisticsOfReviewing() throws {
    let device = try ReviewDevice(notes: ["# A\n\n> A\n\n#x/y\n", "# B\n\n> B\n\n> C\n\n#x/Y\n"])
    for (text, ease, hour) in [
      ("> A", Ease.good, 0.0), ("> B", .again, 1), ("> A", .good, 100), ("> A", .again, 900),
      ("> A", .good, 901),
    ] {
      try device.answer(text, ease, at: hour)
    }
    let statistics = try device.notebook.reviews.statistics(
      now: ReviewDevice.time(930), calendar: ReviewDevice.calendar)
    #expect(statistics.prompts == 3 && statistics.new == 1 && statistics.due[0] == 2)
    #expect(statistics.due.count == 31 && statistics.due.reduce(0, +) <= 3)
    #expect(statistics.answers.all == 5 && statistics.answers.right == 3)
    #expect(statistics.young.all + statistics.mature.all == 3)
    #expect(statistics.days.map { ReviewDevice.hours($0.start) } == ["0", "96", "888"])
    #expect(statistics.days.map(\.answers.all) == [2, 1, 2] && statistics.streak == 1)
    #expect(
      statistics.tags.map { "\($0.name.lowercased()) \($0.prompts) \($0.answers.all)" } == [
        "#x/y 3 5"
      ])
    #expect(statistics.books.isEmpty)
  }
}
