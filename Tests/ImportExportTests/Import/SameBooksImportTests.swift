import Base
import Books
import Foundation
import Notebook
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport

/// Generated lists, imported in any order from every form: no two books are united, and no book is doubled that has
/// one ISBN. `COMMONPLACE_BOOK_ROWS` is the number of rows, if it is set.
@Suite struct SameBooksImportTests {
  private static let count =
    ProcessInfo.processInfo.environment["COMMONPLACE_BOOK_ROWS"].flatMap { Int($0) }

  /// Orders in which the rows of one seed come.
  private static let orders = 3

  @Test(arguments: [UInt64(1), 2]) func booksAreToldApart(seed: UInt64) throws {
    let rows = GeneratedLists(seed: seed, count: Self.count ?? 120).rows
    var random = SeededGenerator(seed: seed)
    for order in 0..<Self.orders {
      try check(rows.shuffled(using: &random), "seed \(seed), order \(order)", &random)
    }
  }

  /// Each row a file: all orders of the books that could be taken for each other.
  @Test func everyOrderOfAFewIsTheSame() throws {
    let rows = GeneratedLists(seed: 3, count: Self.count.map { $0 / 50 } ?? 12).rows
    var random = SeededGenerator(seed: 3)
    for start in stride(from: 0, to: rows.count, by: 3) {
      let few = Array(rows[start..<min(start + 3, rows.count)])
      for order in Self.permutations(few) {
        try check(order, "rows from \(start), \(order.map(\.name))", &random)
      }
    }
  }

  private static func permutations<Value>(_ values: [Value]) -> [[Value]] {
    guard values.count > 1 else { return [values] }
    return values.indices.flatMap { index in
      var rest = values
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }

  private func check(
    _ rows: [GeneratedLists.Row], _ label: String, _ random: inout SeededGenerator
  ) throws {
    let fixture = try ExchangeFixture()
    let batches = Self.batches(of: rows, &random)
    var skipped: [String] = []
    var seen: Set<String> = []
    for (index, files) in batches.enumerated() {
      var paths: [String] = []
      for (number, rows) in files.enumerated() {
        guard let form = rows.first?.form else { continue }
        let (text, ending) = GeneratedLists.file(rows, form)
        let name = "batch\(index)/\(number).\(ending)"
        try fixture.write(text, to: name)
        paths.append(fixture.path(name))
        seen.formUnion(rows.map(\.name))
      }
      let report = try fixture.take(paths)
      #expect(report.skipped.isEmpty, "\(label): \(report.skipped)")
      for list in report.lists {
        #expect(list.isComplete && list.unreadable.isEmpty, "\(label): \(list.unreadable)")
        skipped += list.skipped.map(\.text)
      }
    }
    #expect(skipped.allSatisfy { $0.contains("book join") }, "\(label): \(skipped)")
    try checkNotes(of: rows, fixture, skipped: skipped.count, label)
  }

  /// The rows in files of one form each, of which some come at a time.
  private static func batches(
    of rows: [GeneratedLists.Row], _ random: inout SeededGenerator
  ) -> [[[GeneratedLists.Row]]] {
    let size = max(1, rows.count / 4)
    return stride(from: 0, to: rows.count, by: size).map { start in
      let some = rows[start..<min(start + size, rows.count)]
      let forms = Dictionary(grouping: some, by: \.form).sorted {
        $0.key.rawValue < $1.key.rawValue
      }
      return forms.map(\.value).shuffled(using: &random)
    }
  }

  private func checkNotes(
    of rows: [GeneratedLists.Row], _ fixture: ExchangeFixture, skipped: Int, _ label: String
  ) throws {
    let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    var found: Set<String> = []
    var notesOfISBN: [ISBN: Set<String>] = [:]
    for note in try notebook.notes.all() {
      let record = try #require(try notebook.books.record(of: note.id))
      let text = try notebook.note(id: note.id).text + " " + record.tags.joined(separator: " ")
      let names = text.matches(of: #/row-[0-9]+-/#).map { String($0.output) }
      let known = names.compactMap { byName[$0] }
      let ids = record.sources.flatMap { $0.matches(of: #/w([0-9]+)e/#) }
      let works = Set(known.map(\.work) + ids.compactMap { Int($0.output.1) })
      #expect(works.count <= 1, "\(label): united in \(record.title): \(known)")
      found.formUnion(names)
      let isbns = known.compactMap(\.isbn) + [record.isbn].compactMap { $0 }
      for isbn in Set(isbns) { notesOfISBN[isbn, default: []].insert(note.id) }
    }
    let doubled = notesOfISBN.filter { $0.value.count > 1 }
    #expect(doubled.isEmpty, "\(label): doubled: \(doubled.keys)")
    // Numbers alone leave no name; genres of one id in calibre replace each other.
    let lost = rows.filter {
      $0.form != .isbns && $0.form != .calibre && !found.contains($0.name)
    }
    #expect(lost.count <= skipped, "\(label): lost: \(lost)")
  }
}
