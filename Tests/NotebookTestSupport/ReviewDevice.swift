import Base
package import Foundation
package import GRDB
package import JSON
package import KeyValueStore
import MiniMarkdown
import NotebookFile
package import SpacedRepetition
package import TestSupport
import Testing

@testable package import Notebook
@testable package import NotebookReview

/// A device on which notes are reviewed. Time is given in hours since midnight of 2024-03-01, UTC.
package final class ReviewDevice {
  package let device: Device
  package private(set) var notebook: Notebook

  package init(notes: [String] = [], copying original: String? = nil) throws {
    device = try Device(notes: notes, copying: original)
    notebook = try device.open()
  }

  deinit { try? notebook.close() }

  package static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  package static func time(_ hours: Double) -> Date {
    Date(timeIntervalSince1970: 1_709_251_200 + hours * 3600)
  }

  /// The hours of a time that is stored.
  package static func hours(_ date: Date?) -> String {
    guard let date else { return "-" }
    let hours = (date.timeIntervalSince1970 - 1_709_251_200) / 3600
    return hours == hours.rounded() ? "\(Int(hours))" : "\((hours * 10).rounded() / 10)"
  }

  package func reopen() throws {
    try notebook.close()
    notebook = try device.open()
  }

  /// Writes as so many other openings did.
  package func writeAsOthers(_ count: Int) throws {
    try notebook.write { _, db in
      for number in 0..<count {
        var author = Author(opened: Self.time(0))
        let key = EntryKey(scope: "other", key: "\(number)")
        try author.write([(key, .null)], at: Self.time(0), superseding: .all, in: db)
      }
    }
  }

  /// Answers as another process that shares the working copy and has not entered it in the index yet.
  package func answerInOtherProcess(_ text: String, at hours: Double) throws {
    let answer = ReviewAnswer(
      prompt: try prompt(text), date: Self.time(hours), ease: .good, answers: .two)
    let other = try device.open()
    defer { try? other.close() }
    let copy = other.sourceState.withLock { $0.source.copy }
    let recorded = try copy?.write { db in
      var author = Author(opened: Self.time(hours))
      let writing = ReviewWriting(db: db, log: { try StudyLog.scan(db, note: $0, block: $1) })
      return try writing.record(
        answer, scheduler: .libraryNotes, fsrs: FSRSSettings(), author: &author)
    }
    #expect(recorded != nil)
  }

  /// All prompts there are, in the order of their blocks' texts and their indices.
  package func prompts() throws -> [(prompt: PromptID, text: String, state: CardState)] {
    try notebook.read { db in
      var prompts: [(PromptID, String, CardState)] = []
      let sql = "SELECT DISTINCT scope, key FROM entry ORDER BY scope, key"
      for row in try Row.fetchAll(db, sql: sql) {
        let entryKey = EntryKey(scope: row.text(at: 0) ?? "", key: row.text(at: 1) ?? "")
        guard let key = entryKey.promptKey(note: entryKey.note),
          let block = try ReviewBlock.fetch(
            db, note: entryKey.note, key: key,
            log: { try StudyLog.scan(db, note: entryKey.note, block: key) })
        else { continue }
        for (index, card) in block.cards.enumerated() {
          prompts.append(
            (
              PromptID(note: entryKey.note, block: key, index: index),
              block.prompts.rawValue.trimmed, card
            ))
        }
      }
      return prompts.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
  }

  /// The prompt of the block that is or contains `text`.
  package func prompt(_ text: String, _ index: Int = 0) throws -> PromptID {
    let prompts = try prompts().filter { $0.prompt.index == index }
    guard
      let found = prompts.first(where: { $0.text == text })
        ?? prompts.first(where: { $0.text.contains(text) })
    else { throw Missing(text: text) }
    return found.prompt
  }

  package struct Missing: Error { var text: String }

  @discardableResult package func answer(
    _ text: String, _ ease: Ease, at hours: Double, index: Int = 0, of answers: AnswerCount = .two,
    scheduler: Scheduler = .libraryNotes, fsrs: FSRSSettings = FSRSSettings()
  ) throws -> RecordedAnswer? {
    let answer = ReviewAnswer(
      prompt: try prompt(text, index), date: Self.time(hours), ease: ease, answers: answers)
    return try notebook.reviews.record(answer, scheduler: scheduler, fsrs: fsrs)
  }

  /// `due new`, of a scope.
  package func counts(_ scope: ReviewScope = .notebook, at hours: Double) throws -> String {
    let counts = try notebook.reviews.counts(
      scope, now: Self.time(hours), calendar: Self.calendar)
    return "\(counts.due) \(counts.new)"
  }

  /// The texts of the cards for a session, sorted.
  package func cards(
    _ scope: ReviewScope = .notebook, _ choice: CardChoice = CardChoice(), at hours: Double,
    seed: UInt64 = 1, isSorted: Bool = true
  ) throws -> [String] {
    let ids = try notebook.reviews.chooseCards(
      scope, choice, now: Self.time(hours), calendar: Self.calendar, seed: seed)
    let texts = try ids.compactMap { try notebook.reviews.card($0)?.rawValue.trimmed }
    return isSorted ? texts.sorted() : texts
  }

  /// Takes in what `other` has.
  package func merge(_ other: ReviewDevice) throws {
    try other.notebook.publish()
    _ = try notebook.merge([other.device.path])
  }

  /// The due dates of all prompts, in hours.
  package func dueDates() throws -> [String] {
    try prompts().map {
      "\($0.text.prefix(24)) \($0.prompt.index) \(Self.hours($0.state.state.due))"
    }
  }

  /// The value under a key: of several the one that counts.
  package func stored(_ scope: String, _ key: String) throws -> JSONValue? {
    try notebook.read { db in
      try EntryVersion.fetch(db, EntryKey(scope: scope, key: key)).first?.value.json
    }
  }

  /// The keys of a scope that have a value.
  package func keys(_ scope: String) throws -> [String] {
    try notebook.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT key FROM entry WHERE scope = ? AND json IS NOT NULL ORDER BY key
          """, arguments: [scope])
    }
  }

  /// Answers as the telephone's app does: over the version that it sees, with a separate row.
  package func answerInApp(
    _ prompt: PromptID, isRight: Bool, at date: Date, factor: Double = 2, days: Double
  ) throws {
    try notebook.write { author, db in
      let values = try Self.valuesOfApp(
        answering: prompt, isRight: isRight, at: date, factor: factor, days: days, in: db)
      try author.write(values, at: date, superseding: .all, in: db)
    }
  }

  /// The values that the app writes with an answer; none if there is no such prompt. `buries`: with due dates of
  /// the other prompts of the block a day later.
  package static func valuesOfApp(
    answering prompt: PromptID, isRight: Bool, at date: Date, factor: Double = 2, days: Double,
    buries: Bool = false, in db: Database
  ) throws -> [(EntryKey, EntryValue)] {
    let entryKey = EntryKey(scope: prompt.note, key: prompt.block)
    guard let value = try EntryVersion.fetch(db, entryKey).first?.value,
      var stored = StoredPrompts(key: prompt.block, entryKey: entryKey, value: value)
    else { return [] }
    var states = stored.promptStates
    var state = states[prompt.index]
    state.reviewCount += 1
    state.lastReview = date
    state.idealInterval = days * 86_400
    state.factor = factor
    state.due = date + days * 86_400
    for index in states.indices where buries && index != prompt.index {
      states[index].due = max(date + 86_400, states[index].due ?? date)
    }
    states[prompt.index] = state
    stored.setStates(states)
    let log: JSONValue = [
      "timestamp": .string(Timestamps.json(date)),
      "identifier": [
        "noteId": .string(prompt.note), "promptKey": .string(prompt.block),
        "promptIndex": .integer(Int64(prompt.index)),
      ],
      "statistics": ["correct": isRight ? 1 : 0, "incorrect": isRight ? 0 : 1],
    ]
    let key = EntryKey(
      scope: ".studyLog",
      key: StudyLogKey.prefix(note: prompt.note, block: prompt.block, at: date) + "APP")
    return [(entryKey, .json(.object(stored.json))), (key, .json(log))]
  }

  /// Saves as the app does: prompts whose text is gone lose their values, new ones begin anew under the
  /// digests of their texts, all others are written again as they are. By its own code, if there is an `oracle`.
  package func saveInApp(
    _ text: String, _ note: String, at hours: Double, oracle: AppOracle? = nil
  ) throws {
    if let oracle {
      try notebook.publish()
      let answer = try oracle.ask([
        "cmd": "edit", "file": device.path.json, "id": note.json, "markdown": text.json,
      ])
      #expect(answer != nil && answer?["error"] == nil)
      _ = try notebook.refresh()
      return
    }
    try notebook.write { _, _ in }
    let copy = try #require(notebook.sourceState.withLock { $0.source.copy })
    try copy.write { db in
      var author = Author(opened: Self.time(hours))
      let stored = try NoteValues.fetch(db, note: note)
      let wanted = NoteContent(text: text).promptCollections
      var values: [(EntryKey, EntryValue)] = [
        (EntryKey(scope: note, key: ".noteText"), .text(text))
      ]
      var keys: Set<EntryKey> = []
      for prompts in wanted {
        let key = PromptKey.fresh(for: prompts) { _ in false }.text
        let entryKey = EntryKey(scope: note, key: key)
        keys.insert(entryKey)
        let value = stored.values[entryKey] ?? .null
        values.append((entryKey, value == .null ? .json(.object(prompts.json)) : value))
      }
      for entryKey in stored.values.keys
      where entryKey.scope == note && entryKey.key.hasPrefix("prompt=") {
        if !keys.contains(entryKey) { values.append((entryKey, .null)) }
      }
      try author.write(values, at: Self.time(hours), superseding: .all, in: db)
      try db.execute(
        sql: "UPDATE author SET name = 'Ann''s iPhone' WHERE id = ?", arguments: [author.id])
    }
    try reopen()
  }
}
