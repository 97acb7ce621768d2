import Base
import Books
import Foundation
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook

/// Books as the app's own code sees them. All is random, from seeds that failures name.
@Suite(.enabled(if: AppOracle.isThere, "\(AppOracle.absence)"), .serialized)
struct AppBooksTests {
  private static let authors = [
    "Jane Austen", "J. R. R. Tolkien", "Virginia Woolf", "Émile Zola", "Plato", "Ursula K. Le Guin",
  ]

  private static func date(_ random: inout SeededGenerator) -> PartialDate {
    let year = Int.random(in: 2018...2024, using: &random)
    switch Int.random(in: 0...5, using: &random) {
    case 0: return .unknown
    case 1: return PartialDate(year: year)
    case 2: return PartialDate(year: year, month: Int.random(in: 1...12, using: &random))
    default:
      return PartialDate(
        year: year, month: Int.random(in: 1...12, using: &random),
        day: Int.random(in: 1...28, using: &random))
    }
  }

  private static func change(_ record: inout BookRecord, _ random: inout SeededGenerator) {
    let date = date(&random)
    let known = date == .unknown ? nil : date
    switch Int.random(in: 0...9, using: &random) {
    case 0, 1: record.start(known)
    case 2, 3: record.finish(date)
    case 4: record.stop(known)
    case 5: record.want(forgets: true)
    case 6: record.stars = [nil, 1, 2.5, 3.25, 4.5, 5].randomElement(using: &random) ?? nil
    case 7: record.page = Int.random(in: 1...900, using: &random)
    case 8: record.authors = Array(authors.shuffled(using: &random).prefix(2))
    default:
      record.title = "Title \(Int.random(in: 0...99, using: &random))"
      record.series = ["S", nil].randomElement(using: &random) ?? nil
    }
  }

  /// Both change the same books; after each change, what the app decodes is what we show, and what only
  /// we know is as it was.
  @Test func theyChangeBooksInTurn() throws {
    let oracle = try AppOracle()
    var random = SeededGenerator(seed: 17)
    let device = try Device(notes: ["# First\n"])
    let notebook = try device.open()
    defer { try? notebook.close() }
    for index in 0..<5 {
      _ = try notebook.books.add(BookRecord(title: "B\(index)", authors: ["A B"]))
    }
    for round in 0..<AppOracle.rounds {
      let note = try #require(try notebook.notes.all().randomElement(using: &random))
      if Int.random(in: 0...30, using: &random) == 0 {
        try notebook.books.remove(of: note.id)
      } else {
        try notebook.books.edit(of: note.id) { record in
          if record.title.isEmpty { record.title = "New" }
          Self.change(&record, &random)
        }
      }
      try notebook.publish()
      try compare(notebook, try dump(oracle, device.path), "round \(round), here")
      let own = try notebook.books.ownValues()
      try writeInApp(oracle, device, notebook, &random)
      _ = try notebook.refresh()
      try notebook.publish()
      try compare(notebook, try dump(oracle, device.path), "round \(round), in the app")
      #expect(try notebook.books.ownValues() == own, "round \(round)")
    }
    let faults = try oracle.faults(of: device.path).filter { !$0.contains("stored nil") }
    #expect(faults == [])
  }

  private func dump(_ oracle: AppOracle, _ path: String) throws -> JSONValue {
    // Not with a notebook's name: other tests look for one in the folder above.
    let copy = NSTemporaryDirectory() + "commonplace-books-\(UUID().uuidString).copy"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return try #require(
      try oracle.ask(["cmd": "dump", "file": .string(copy), "derive": false]))
  }

  private func writeInApp(
    _ oracle: AppOracle, _ device: Device, _ notebook: Notebook, _ random: inout SeededGenerator
  ) throws {
    let file = device.folder + "/../phone.libnotes"
    try? FileManager.default.removeItem(atPath: file)
    try FileManager.default.copyItem(atPath: device.path, toPath: file)
    let note = try notebook.notes.all().randomElement(using: &random)?.id ?? ""
    var command: JSONObject = ["cmd": "book", "id": .string(note), "file": .string(file)]
    switch Int.random(in: 0...3, using: &random) {
    case 0: command["rating"] = .integer(Int64.random(in: 0...5, using: &random))
    case 1: command["start"] = 1
    case 2: command["finish"] = 1
    default: command["book"] = ["title": "From the phone", "authors": ["Jane Q. Author"]]
    }
    let answer = try oracle.ask(.object(command))
    #expect(answer?["saved"] == true)
    try device.receive(file)
  }

  private func compare(_ notebook: Notebook, _ dump: JSONValue, _ label: String) throws {
    for name in ["bad", "unreadable"] { #expect(dump[name]?.array == [], "\(label)") }
    for note in try notebook.notes.all() {
      let app = dump["notes"]?[note.id]?["metadata"]
      let theirs = app?["book"].flatMap { $0 == .null ? nil : $0 }
      guard let book = note.book, let theirs else {
        #expect(note.book == nil && theirs == nil, "\(label)")
        continue
      }
      #expect(
        try theirs == Book.normal(#require(try notebook.books.record(of: note.id)).book), "\(label)"
      )
      #expect(app?["bookSection"]?.string == note.section?.rawValue, "\(label)")
      #expect(book.rating.map { 1...5 ~= $0 } ?? true)
    }
  }

  // MARK: Lists

  private static let orders: [(BookListing.Order, String)] = [
    (.author, "Author"), (.title, "Title"), (.created, "Created Date"), (.changed, "Modified Date"),
    (.stars, "Rating"), (.read, "Date Read"),
  ]

  /// The app's lists in six orders are ours, but for the rows of which the app says less than is known:
  /// see `ListedBook.rows`.
  @Test(arguments: 1...50) func listsAreTheApps(seed: Int) throws {
    let oracle = try AppOracle()
    var random = SeededGenerator(seed: UInt64(seed))
    let device = try Device(notes: [])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let times = (0..<12).shuffled(using: &random)
    for index in 0..<12 {
      var record = BookRecord(
        title: "\(["b", "B", "é", "z", "Z"].randomElement(using: &random) ?? "")\(index)",
        authors: Array(Self.authors.shuffled(using: &random).prefix(index % 3)))
      for _ in 0..<Int.random(in: 0...5, using: &random) { Self.change(&record, &random) }
      record.title = "\(["b", "B", "é", "z"].randomElement(using: &random) ?? "")\(index)"
      let time = Date(timeIntervalSince1970: 1_700_000_000 + 60 * Double(times[index]))
      _ = try notebook.books.add(record, now: time)
    }
    try notebook.publish()
    let rows = try notebook.books.list()
    for (order, name) in Self.orders {
      let answer = try #require(
        try oracle.ask(["cmd": "list", "file": .string(device.path), "sort": .string(name)]))
      let theirs = (answer["rows"]?.array ?? []).compactMap(\.string)
      var listing = BookListing()
      listing.order = order
      let ours = listing.listed(rows)
      // A book that was read, and then given up, has a row more here.
      let common = ours.filter { $0.section != .stopped || $0.book.readings.isEmpty }
      #expect(Set(theirs) == Set(common.map(\.appRow)), "seed \(seed), \(name)")
      let known = Set(ours.filter(\.isAsInApp).map(\.appRow))
      for section in BookSection.allCases {
        let isHere = { (row: String) in row.contains(" \(section.rawValue) ") && known.contains(row)
        }
        #expect(
          Self.settled(theirs.filter(isHere))
            == Self.settled(ours.filter(\.isAsInApp).map(\.appRow).filter(isHere)),
          "seed \(seed), \(name), \(section)")
      }
    }
  }

  /// Rows of one note beside each other may have any order.
  private static func settled(_ rows: [String]) -> [[String]] {
    rows.reduce(into: [[String]]()) { groups, row in
      if let last = groups.last?.last, last.prefix(36) == row.prefix(36) {
        groups[groups.count - 1] = (groups[groups.count - 1] + [row]).sorted()
      } else {
        groups.append([row])
      }
    }
  }
}

extension ListedBook {
  /// The row as the app lists it.
  var appRow: String {
    let (start, finish) = (reading?.start?.year, reading?.finish?.year)
    let section: BookSection =
      finish != nil ? .read : start != nil ? .currentlyReading : .wantToRead
    return "\(note.id) \(section.rawValue) \(start.map(String.init) ?? "-") "
      + (finish.map(String.init) ?? "-")
  }

  /// Whether the app knows as much.
  fileprivate var isAsInApp: Bool {
    switch section {
    case .reading: reading?.start?.year != nil
    case .read: reading?.finish?.year != nil
    case .want: true
    case .stopped: false
    }
  }
}

extension Book {
  /// A stored book without the members that say nothing.
  fileprivate static func normal(_ book: JSONObject) -> JSONValue {
    .object(
      JSONObject(
        book.members.map {
          ($0.key, $0.value == .null && !explicit.contains($0.key) ? nil : $0.value)
        }))
  }

  /// The app writes these always.
  private static let explicit: Set = ["review", "rating", "dateAdded", "readingHistory"]
}
