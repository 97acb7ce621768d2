import Foundation
import TestSupport
import Testing

@testable import SpacedRepetition

/// Compares with what py-fsrs answered: the table in Tables/, and a longer one that script/fsrs-oracle
/// makes and names in the environment.
@Suite struct FSRSReferenceTests {
  @Test func theTableIsThere() {
    let rows = Table("fsrs-histories").rows
    #expect(rows.count >= 200 && rows.count { !$0[4].isEmpty } >= 20)
  }

  @Test func keptHistories() throws {
    for row in Table("fsrs-histories").rows { try Self.check(row) }
  }

  private static let file = ProcessInfo.processInfo.environment["COMMONPLACE_FSRS_HISTORIES"]

  @Test(.enabled(if: file != nil, "script/fsrs-oracle makes the histories"))
  func newHistories() throws {
    let file = try #require(Self.file)
    let table = Table(text: try String(contentsOfFile: file, encoding: .utf8))
    #expect(!table.rows.isEmpty)
    let answers = try table.rows.reduce(0) { $0 + (try Self.check($1)) }
    print("compared \(answers) answers in \(table.rows.count) histories")
  }

  /// Replays a history, compares after every answer, and says how many there were.
  @discardableResult private static func check(_ row: Table.Row) throws -> Int {
    var scheduler = FSRSScheduler()
    scheduler.desiredRetention = try #require(Double(row[0]))
    scheduler.maximumInterval = try #require(Double(row[1]))
    scheduler.learningSteps = row[2].split(separator: " ").compactMap { Double($0) }
    scheduler.relearningSteps = row[3].split(separator: " ").compactMap { Double($0) }
    let own = row[4].split(separator: " ").compactMap { Double($0) }
    if !own.isEmpty { scheduler.parameters = try FSRSParameters(own) }
    let answers = row[5].split(separator: " ")
    let cards = row[6].components(separatedBy: "; ")
    try #require(answers.count == cards.count && !answers.isEmpty)

    var memory = FSRSMemory()
    var date = Date(timeIntervalSince1970: 1_767_225_600)
    for (number, (answer, card)) in zip(answers, cards).enumerated() {
      let ease = try #require(Ease.allCases.first { $0.rawValue.first == answer.first })
      date += try #require(Double(answer.dropFirst()))
      memory = scheduler.next(memory, after: ease, at: date, fuzz: nil).0
      if let difference = difference(memory, card, at: date) {
        Issue.record("\(difference) after answer \(number + 1) of line \(row.line)")
        break
      }
    }
    return answers.count
  }

  /// Values that are not the same to four decimals.
  private static func difference(_ memory: FSRSMemory, _ card: String, at date: Date) -> String? {
    let parts = card.split(separator: " ").map(String.init)
    guard parts.count == 4, let stability = memory.stability, let difficulty = memory.difficulty,
      let due = memory.due
    else { return "something is missing" }
    let phase = [.learning: "L", .review: "R", .relearning: "X"][memory.phase] ?? "?"
    let state = phase + (memory.step.map(String.init) ?? "")
    if state != parts[0] { return "\(state) for \(parts[0])" }
    if !(abs(stability - (Double(parts[1]) ?? .nan)) < 0.00005) {
      return "stability \(stability) for \(parts[1])"
    }
    if !(abs(difficulty - (Double(parts[2]) ?? .nan)) < 0.00005) {
      return "difficulty \(difficulty) for \(parts[2])"
    }
    let interval = due.timeIntervalSince(date)
    return interval == Double(parts[3]) ? nil : "due after \(interval) for \(parts[3])"
  }
}
