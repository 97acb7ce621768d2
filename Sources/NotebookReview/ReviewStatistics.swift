import Base
package import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
package import NotebookFile
import NotebookIndex
import SpacedRepetition

/// Review statistics. Days follow a calendar; each of the app's log entries counts as one answer.
package struct ReviewStatistics: Sendable, Equatable {
  package struct Answers: Sendable, Equatable {
    package var all = 0
    package var right = 0

    package init() {}

    /// The share of right answers, from 0 to 1; nil without answers.
    package var retention: Double? { all > 0 ? Double(right) / Double(all) : nil }

    mutating func count(_ answer: LoggedAnswer) {
      all += 1
      if answer.isCorrect { right += 1 }
    }
  }

  package struct Day: Sendable, Equatable {
    package var start: Date
    package var answers: Answers
  }

  package struct Group: Sendable, Equatable {
    /// The hashtag as written, or the book's citation.
    package var name: String
    package var prompts = 0
    package var due = 0
    package var answers = Answers()
  }

  /// The number of active prompts: not suspended, and not in the trash.
  package var prompts = 0
  package var new = 0
  /// The number of prompts that become due today (including overdue and new ones) and on each of
  /// the next 30 days.
  package var due = Array(repeating: 0, count: 31)
  /// Answers to learned prompts with intervals of 21 days or more.
  package var mature = Answers()
  /// Answers to learned prompts with shorter intervals.
  package var young = Answers()
  package var answers = Answers()
  /// The number of consecutive days with an answer, up to today, or up to yesterday if there is
  /// none today.
  package var streak = 0
  package var days: [Day] = []
  /// The hashtags of notes outside the trash with prompts or answers, by name.
  package var tags: [Group] = []
  package var books: [Group] = []
}

extension Notebook.Reviews {
  /// Cost: one pass over the study log and the prompts' due dates.
  package func statistics(
    now: Date = Date(), calendar: Calendar = .current
  ) throws(NotebookError) -> ReviewStatistics {
    var count = StatisticsCount(now: now, calendar: calendar)
    // An index without a file is not worth building.
    let isKept = index.queue != nil || notebook.hasWorkingCopy
    var rows: PlainRows?
    if !isKept { rows = try notebook.read { db in try PlainRows(db, &count) } }
    if rows == nil {
      try index.with(notebook) {
        try $0.forEachDue { count.count(count.number(of: $0), isNew: $1, due: $2) }
      }
    }
    try notebook.read { db in
      try StudyLog.forEach(db, from: nil, to: nil) { count.count($0) }
    }
    guard let rows else { return count.statistics(of: count.numbered(try notebook.notes.all())) }
    let notes = count.numbered(rows.notes)
    rows.countDue(&count, of: notes)
    return count.statistics(of: notes)
  }
}

/// The notes and prompts of a notebook whose keys all have one version, without values in our
/// scope. Then the rows alone determine what is due.
private struct PlainRows {
  let notes: [NoteSummary]
  /// The prompts, with the numbers of their notes. Some of these notes may be missing.
  private let prompts: [(note: Int, isNew: Bool, due: Int64)]

  /// Numbers the notes of prompts. Returns nil for any other notebook. Cost: a pass over the
  /// notebook's rows.
  init?(_ db: Database, _ count: inout StatisticsCount) throws {
    let ours = "SELECT 1 FROM entry WHERE scope = '\(EntryKey.ourScope)' LIMIT 1"
    guard try Row.fetchOne(db, sql: ours) == nil,
      try !LastWriterWins.outdated(db).contains(where: { DueTable.isOfInterest($0.key) })
    else { return nil }
    var notes: [NoteSummary] = []
    var prompts: [(note: Int, isNew: Bool, due: Int64)] = []
    var outline = JSONOutline()
    try ReviewedRows.forEach(db, step: "Counting cards") { row in
      if row.isNote {
        if let note = row.note(&outline), !note.isTrashed { notes.append(note) }
      } else if !row.isAnswer, let states = row.states(&outline) {
        let note = count.number(of: row.key.scope)
        for state in states { prompts.append((note, state.isNew, DueTable.due(state))) }
      }
    }
    (self.notes, self.prompts) = (notes, prompts)
  }

  func countDue(_ count: inout StatisticsCount, of notes: [StatisticsCount.NumberedNote]) {
    var isShown = [Bool](repeating: false, count: count.noteCount)
    for note in notes { isShown[note.number] = true }
    for prompt in prompts where isShown[prompt.note] {
      count.count(prompt.note, isNew: prompt.isNew, due: prompt.due)
    }
  }
}

private struct StatisticsCount {
  private var statistics = ReviewStatistics()
  private let calendar: Calendar
  private let today: Date
  /// The last second of each of the 31 days.
  private let ends: [Int64]
  private var notes: [ReviewStatistics.Group] = []
  private var numbers: [String: Int] = [:]
  /// The note counted last: rows of a note are mostly adjacent.
  private var last: (note: String, number: Int)?
  private var days: [Date: ReviewStatistics.Answers] = [:]

  init(now: Date, calendar: Calendar) {
    self.calendar = calendar
    today = calendar.startOfDay(for: now)
    var start = today
    ends = (0...30).map { _ in
      start = calendar.startOfTomorrow(after: start)
      return DueTable.last(start)
    }
  }

  mutating func number(of note: String) -> Int {
    if let last, last.note.hasBytes(of: note) { return last.number }
    let number = numbers[note] ?? notes.count
    if number == notes.count {
      numbers[note] = number
      notes.append(.init(name: note))
    }
    last = (note, number)
    return number
  }

  typealias NumberedNote = (note: NoteSummary, number: Int)

  var noteCount: Int { notes.count }

  /// Returns the notes that have a number, because they have prompts or answers.
  func numbered(_ notes: [NoteSummary]) -> [NumberedNote] {
    notes.compactMap { note in numbers[note.id].map { (note, $0) } }
  }

  mutating func count(_ note: Int, isNew: Bool, due: Int64) {
    statistics.prompts += 1
    if isNew { statistics.new += 1 }
    notes[note].prompts += 1
    guard let day = ends.firstIndex(where: { due <= $0 }) else { return }
    statistics.due[day] += 1
    if day == 0 { notes[note].due += 1 }
  }

  mutating func count(_ answer: LoggedAnswer) {
    statistics.answers.count(answer)
    notes[number(of: answer.prompt.note)].answers.count(answer)
    days[answer.day(in: calendar), default: .init()].count(answer)
    guard let details = answer.details, !details.isRepetition, let before = details.before,
      !before.isLearning
    else { return }
    if before.idealInterval ?? 0 >= 21 * 86_400 {
      statistics.mature.count(answer)
    } else {
      statistics.young.count(answer)
    }
  }

  func statistics(of shown: [NumberedNote]) -> ReviewStatistics {
    var statistics = statistics
    statistics.days = days.sorted { $0.key < $1.key }
      .map { ReviewStatistics.Day(start: $0.key, answers: $0.value) }
    var day = days[today] == nil ? before(today) : today
    while days[day] != nil {
      statistics.streak += 1
      day = before(day)
    }
    // Each hashtag, with the note that determines its spelling, and the number of the note counted
    // last. If a hashtag has several spellings, the spelling of the first note in list order is
    // used; sorting the notes would take longer.
    var tags: [(group: ReviewStatistics.Group, first: NoteSummary, last: Int)] = []
    var indices: [HashtagPath: Int] = [:]
    var books: [String: ReviewStatistics.Group] = [:]
    for (note, number) in shown {
      let group = notes[number]
      guard group.prompts > 0 || group.answers.all > 0 else { continue }
      for tag in note.tags.lazy.map({ HashtagPath($0) }) {
        let index = indices[tag] ?? tags.count
        if index == tags.count {
          indices[tag] = index
          tags.append((.init(name: tag.tag), note, number))
        } else if tags[index].last == number {
          // Two spellings of a hashtag in one note count once.
          continue
        } else if NoteSummary.isInOrder(note, tags[index].first) {
          tags[index].group.name = tag.tag
          tags[index].first = note
        }
        tags[index].last = number
        tags[index].group.add(group)
      }
      if let book = note.book?.citation {
        books[book, default: .init(name: book)].add(group)
      }
    }
    statistics.tags = tags.map(\.group).sorted { $0.name < $1.name }
    statistics.books = books.values.sorted { $0.name < $1.name }
    return statistics
  }

  private func before(_ day: Date) -> Date {
    calendar.startOfDay(for: day.addingTimeInterval(-1))
  }
}

extension ReviewStatistics.Group {
  fileprivate mutating func add(_ other: Self) {
    prompts += other.prompts
    due += other.due
    answers.all += other.answers.all
    answers.right += other.answers.right
  }
}

extension DueTable {
  fileprivate func forEachDue(
    _ body: (_ note: String, _ isNew: Bool, _ due: Int64) -> Void
  ) throws {
    let rows = try rows(
      """
      SELECT note.number, note.id, isNew, due FROM note CROSS JOIN block ON block.note = note.number
        CROSS JOIN prompt ON prompt.block = block.id
      WHERE isActive
      """)
    // The rows of a note are adjacent.
    var last: (number: Int64, id: String)?
    while let row = try rows.next() {
      guard let number = row.integer(at: 0), let due = row.integer(at: 3) else { continue }
      if last?.number != number { last = row.text(at: 1).map { (number, $0) } }
      if let last { body(last.id, row.integer(at: 2) == 1, due) }
    }
  }
}
