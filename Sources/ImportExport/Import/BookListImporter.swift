import Base
import Books
import ForeignFormats
import Foundation
import Notebook
import NotebookFile

struct BookListImporter {
  private let notebook: Notebook
  private let isDryRun: Bool
  /// Whether books whose notes were deleted are imported again.
  private let isAgain: Bool
  private let now: Date
  /// The books in the notebook; nil until needed, and after the notebook may have changed.
  private var state: State?
  private var hasWritten = false

  private static let batch = 500

  private struct State {
    var matching: BookMatching
    var hashtags = HashtagNames()
    /// The values that a preview would have written, by note ID.
    var previewed: [String: BookValues] = [:]
    /// The notes that received a book of this list.
    var touched: Set<String> = []
  }

  init(into notebook: Notebook, isDryRun: Bool, isAgain: Bool, now: Date) {
    (self.notebook, self.isDryRun, self.isAgain, self.now) = (notebook, isDryRun, isAgain, now)
  }

  /// Discards the cached books, because the notebook may change.
  mutating func forget() { state = nil }

  /// Throws errors of the notebook; books imported before stay.
  mutating func importList(
    _ list: BookList, of program: ForeignFormat, file: String
  ) throws -> ImportReport.List {
    var report = ImportReport.List(list, of: program, file: file)
    var state =
      try state
      ?? State(
        matching: BookMatching(
          notebook.notes.all(includingTrash: true), own: notebook.books.ownValues()))
    state.touched = []
    for start in stride(from: 0, to: list.rows.count, by: Self.batch) {
      Work.step("Importing books", start, of: list.rows.count)
      try Cancellable.check()
      let rows = start..<min(start + Self.batch, list.rows.count)
      if isDryRun || !hasWritten {
        // If there is nothing to write, do not even create a working copy.
        var (attempt, result) = (state, report)
        let writes = try notebook.books.editAll(isPreview: true, now: now) { editor in
          try importRows(rows, of: list, &attempt, &result, &editor)
        }
        guard writes, !isDryRun else {
          (state, report) = (attempt, result)
          continue
        }
      }
      try notebook.books.editAll(now: now) { editor in
        _ = try importRows(rows, of: list, &state, &report, &editor)
      }
      hasWritten = true
    }
    Work.step("Importing books", list.rows.count, of: list.rows.count)
    self.state = state
    return report
  }

  private func importRows(
    _ rows: Range<Int>, of list: BookList, _ state: inout State, _ report: inout ImportReport.List,
    _ editor: inout BookEditor
  ) throws -> Bool {
    var writes = false
    for index in rows {
      let row = list.rows[index]
      switch row.content {
      case .unreadable(let reason):
        report.unreadable.append(ImportReport.List.Row(number: row.number, text: reason))
        report.unreadableIndexes.append(index)
      case .skipped(let reason):
        report.skipped.append(ImportReport.List.Row(number: row.number, text: reason))
      case .book(let book):
        for remark in book.remarks {
          report.remarks.append(ImportReport.List.Row(number: row.number, text: remark))
        }
        for date in book.futureDates {
          let text =
            "has a reading with a date in the future, which is imported as written: \(date)"
          report.remarks.append(ImportReport.List.Row(number: row.number, text: text))
        }
        let arrival = BookArrival(book, of: report.program.id, hashtags: &state.hashtags)
        writes = try importBook(arrival, at: row.number, &state, &report, &editor) || writes
      }
    }
    return writes
  }

  private func importBook(
    _ arrival: BookArrival, at number: Int, _ state: inout State, _ report: inout ImportReport.List,
    _ editor: inout BookEditor
  ) throws -> Bool {
    func skip(_ reason: String) -> Bool {
      report.skipped.append(ImportReport.List.Row(number: number, text: reason))
      return false
    }
    let id: String
    var kin = BookMatching.Kin()
    var isEdition = false
    switch state.matching.match(arrival.record) {
    case .none(let new, let others): (id, kin) = (new, others)
    case .note(let note, let ground): (id, isEdition) = (note, ground == .edition)
    case .several(let notes):
      let ids = Self.ids(notes)
      return skip(
        "matches \(notes.count) notes: join two at a time, first with “commonplace book join \(ids)”"
      )
    }
    let outcome: BookArrival.Outcome
    var note = try editor.note(id)
    if isDryRun, let values = state.previewed[id] { note = .present(values) }
    // A book that was imported into another note is deleted with that note.
    let source = BookMatching.noteID(for: arrival.record)
    if note == .missing, id == source, !isAgain, try editor.noteOfSource(source) != nil {
      note = .deleted
    }
    switch note {
    case .deleted where !isAgain:
      return skip("was deleted after an earlier import (--again imports it again)")
    case .trashed: return skip("has a note in the trash")
    case .missing, .deleted:
      outcome = arrival.made(now: now)
      report.new += 1
      report.remarks += Self.remarks(about: kin, of: id).map {
        ImportReport.List.Row(number: number, text: $0)
      }
    case .present(let former):
      let isSecond = state.touched.contains(id)
      guard let taken = arrival.taken(into: former, isSecond: isSecond, isEdition: isEdition) else {
        return skip("has a note that is no longer about a book")
      }
      if isEdition {
        let text =
          "is another edition of the book of note \(Self.ids([id])), and is imported into that note"
        report.remarks.append(ImportReport.List.Row(number: number, text: text))
      }
      outcome = taken
      for name in taken.differing { report.differing[name, default: 0] += 1 }
      if taken.values == former {
        report.same += 1
        state.touched.insert(id)
        return false
      }
      report.changed += 1
    }
    if isDryRun { state.previewed[id] = outcome.values }
    try editor.write(outcome.values, to: id)
    if id != source { try editor.remember(note: id, ofSource: source) }
    state.touched.insert(id)
    if let record = BookRecord(outcome.values) { state.matching.add(record, of: id) }
    return true
  }

  /// Returns the remarks about a book for which the note `id` was created, as the ends of
  /// sentences.
  private static func remarks(about kin: BookMatching.Kin, of id: String) -> [String] {
    var remarks: [String] = []
    if let named = kin.named.first {
      let what = kin.areEditions ? "is another edition of" : "has the same title and author as"
      let ids = ids([named, id])
      remarks.append(
        "\(what) the book of note \(Self.ids([named])), but has a different ID in the list: it "
          + "gets its own note (“commonplace book join \(ids)” joins the two)")
    }
    if !kin.perhaps.isEmpty {
      remarks.append(
        "may be the book of \(kin.perhaps.count == 1 ? "note" : "one of the notes") "
          + "\(ids(kin.perhaps)), and gets its own note")
    }
    return remarks
  }

  private static func ids(_ notes: [String]) -> String {
    notes.prefix(2).map { PlainID.inCommand($0.prefix(8)) }.joined(separator: " ")
  }
}
