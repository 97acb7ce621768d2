import Base
import ForeignFormats
import Foundation
import GRDB
import KeyValueStore
import Notebook
import NotebookFile

struct HighlightImport {
  let notebook: Notebook
  let options: HighlightOptions
  let now: Date
  let zone: TimeZone
  private(set) var report = HighlightReport()

  init(into notebook: Notebook, options: HighlightOptions, now: Date, zone: TimeZone) {
    (self.notebook, self.options, self.now, self.zone) = (notebook, options, now, zone)
    report.pacing = options.pacing
  }

  /// Imports all highlights of the files; with `isDryRun`, only reports the outcome. Cost: linear
  /// in the files, in the number of notes, and in the texts of the notes that the highlights are
  /// about.
  mutating func run(_ files: [(path: String, file: HighlightFile)], isDryRun: Bool) throws {
    guard !files.isEmpty else { return }
    // Planning takes longer than one read may: each note is read by itself.
    var plan = Decision(files, options)
    let index = try notebook.read(HighlightNotes.init)
    try plan.decide(index) { id in try notebook.read { db in try HighlightedNote.fetch(db, id) } }
    if !isDryRun, plan.notes.contains(where: \.isToWrite) {
      let (options, now, zone) = (options, now, zone)
      let former = plan
      plan = try notebook.write { author, db in
        // Decide again: another program may have written since. Plans for unchanged notes are
        // reused.
        var plan = former.again
        try plan.decide(try HighlightNotes(db)) { id in try HighlightedNote.fetch(db, id) }
        var days = ReviewDays(options.pacing, count: plan.report.cards, now: now, zone: zone)
        for (index, note) in plan.notes.filter(\.isToWrite).enumerated() {
          Work.step("Writing highlights", index, of: plan.notes.count)
          try note.write(by: &author, days: &days, pacing: options.pacing, at: now, in: db)
        }
        return plan
      }
    }
    report = plan.report
    report.pacing = options.pacing
    guard options.pacing == .spread else { return }
    report.lastDay = ReviewPacing.lastDay(cards: report.cards, now: now, zone: zone)
  }
}

package struct HighlightOptions: Sendable, Equatable {
  package var pacing = ReviewPacing.spread
  /// Whether to add again highlights that the user deleted or changed, and books whose notes were
  /// deleted.
  package var isAgain = false
  /// The ID of the note for all highlights; nil to use the notes of their books.
  package var note: String?

  package init(pacing: ReviewPacing = .spread, isAgain: Bool = false, note: String? = nil) {
    (self.pacing, self.isAgain, self.note) = (pacing, isAgain, note)
  }
}

extension HighlightedNote {
  var isToWrite: Bool { isChanged || newBook != nil }
}

private struct Decision {
  private(set) var notes: [HighlightedNote] = []
  private(set) var report = HighlightReport()
  private var index: [String: Int] = [:]
  private let files: [(path: String, file: HighlightFile)]
  private let options: HighlightOptions
  /// The plans in the order of the books in `files`.
  private var plans: [HighlightPlan] = []
  /// The plans of the same import before the notebook was locked for writing.
  private var former: [HighlightPlan] = []

  init(_ files: [(path: String, file: HighlightFile)], _ options: HighlightOptions) {
    (self.files, self.options) = (files, options)
  }

  /// An undecided import of the same files, which reuses the plans for notes that have not changed.
  var again: Decision {
    var decision = Decision(files, options)
    decision.former = plans
    return decision
  }

  mutating func decide(
    _ targets: HighlightNotes, fetch: (String) throws -> HighlightedNote
  ) throws {
    var targets = targets
    let total = files.reduce(0) { $0 + $1.file.books.count }
    var done = 0
    for (path, file) in files {
      report.readings.append((path, "is read as \(file.program)"))
      report.total += file.count
      report.counts.same += file.merged
      report.counts.unreadable += file.unreadable.count
      report.leftOut += file.leftOut.map {
        LeftOut($0.part, $0.reason, count: $0.count, files: [path])
      }
      if file.merged > 0 {
        report.remarks.append(
          (path, "has \(file.merged.counted("part")) merged into other highlights or notes"))
      }
      for line in file.unreadable.prefix(20) {
        report.remarks.append((path, "has a part that is not imported: \(line)"))
      }
      let withheld = file.books.reduce(0) { $0 + $1.highlights.count { $0.isWithheld } }
      if withheld > 0 {
        let text =
          "has \(withheld.counted("highlight")) with missing text: the publisher limits copying"
        report.remarks.append((path, text))
      }
      for source in file.books {
        Work.step("Importing highlights", done, of: total)
        try Cancellable.check()
        done += 1
        try take(source, path, &targets, fetch: fetch)
      }
    }
    for note in notes {
      if note.newBook != nil {
        report.newNotes += 1
      } else if note.isChanged {
        report.updatedNotes += 1
      } else {
        report.unchangedNotes += 1
      }
    }
  }

  private mutating func take(
    _ source: ForeignHighlights, _ path: String, _ targets: inout HighlightNotes,
    fetch: (String) throws -> HighlightedNote
  ) throws {
    var (target, others, perhaps) =
      options.note.map { (.note($0), [], []) } ?? targets.target(of: source.book)
    if target == .deleted, options.isAgain { target = .new }
    switch target {
    case .deleted:
      report.counts.leftAlone += source.highlights.count
      let text =
        "has highlights of “\(source.book.title)”, whose note was deleted (--again creates a new one)"
      return report.remarks.append((path, text))
    case .new where source.book.title.isInvisible:
      report.counts.unreadable += source.highlights.count
      let text =
        "does not name the book of \(source.highlights.count.counted("highlight")): choose a note with --into"
      return report.remarks.append((path, text))
    case .new:
      let note = HighlightedNote.new(source.book)
      targets.add(note.id, about: source.book)
      index[note.id] = notes.count
      notes.append(note)
      target = .note(note.id)
      if let other = perhaps.first {
        let text =
          "has highlights of “\(source.book.title)”, which may be the book of note \(other): they go to a new note (--into chooses a note)"
        report.remarks.append((path, text))
      }
    case .note: break
    }
    guard case .note(let id) = target else { return }
    if !others.isEmpty {
      let text =
        "has highlights of “\(source.book.title)”, which go to note \(id): \((others.count + 1).counted("note")) are about this book"
      report.remarks.append((path, text))
    }
    let at = try index[id] ?? add(fetch(id))
    let plan = plan(source, over: notes[at])
    plans.append(plan)
    notes[at].take(plan)
    notes[at].members.formUnion(HighlightNotes.members(of: source.book))
    report.counts += plan.counts
    report.cards += plan.quotes.count
    guard !plan.unfollowed.isEmpty else { return }
    let list = plan.unfollowed.prefix(5).joined(separator: ", ")
    let text =
      "has \(plan.unfollowed.count.counted("highlight")) of “\(source.book.title)” that changed both in the file and in your note, so your text is kept: \(list)"
    report.remarks.append((path, text))
  }

  private func plan(_ source: ForeignHighlights, over note: HighlightedNote) -> HighlightPlan {
    let former = former.indices.contains(plans.count) ? former[plans.count] : nil
    if let former, former.isPlan(for: source, text: note.text, entries: note.entries) {
      return former
    }
    return HighlightPlan(source, text: note.text, entries: note.entries, isAgain: options.isAgain)
  }

  private mutating func add(_ note: HighlightedNote) -> Int {
    index[note.id] = notes.count
    notes.append(note)
    return notes.count - 1
  }
}
