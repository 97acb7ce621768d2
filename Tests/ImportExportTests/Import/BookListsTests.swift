import Base
import Books
import ForeignFormats
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import Notebook

/// `BookLists/`: files as other programs write them, with invented books, and under each what an import
/// makes of it. `also` names other spellings of the same file, such as `crlf` or `utf16le`, which must come
/// to the same. `→` is a tab, `\xHH` a byte.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the results are written again, to be read before they are
/// committed.
@Suite struct BookListsTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "BookLists")

  static let files: [String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    return (names ?? []).filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  @Test func thereAreManyFiles() throws {
    let count = try Self.files.flatMap { try BookListCase.all(in: $0) }
      .reduce(0) { $0 + 1 + $1.spellings.count }
    #expect(count >= 170)
  }

  @Test(arguments: files) func listsBecomeNotes(_ file: String) throws {
    let isRewriting = ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil
    var cases = try BookListCase.all(in: file)
    for index in cases.indices {
      let example = cases[index]
      let result = try imported(example.data(), named: example.name)
      if isRewriting {
        cases[index].result = result
      } else {
        #expect(result == example.result, "\(file): \(example.name)")
      }
      for spelling in example.spellings {
        let other = try imported(example.data(spelling), named: example.name)
        #expect(plain(other) == plain(result), "\(file): \(example.name) as \(spelling)")
      }
    }
    if isRewriting { try BookListCase.write(cases, to: file) }
  }

  /// A result without remarks about encodings.
  private func plain(_ result: String) -> String {
    result.split(separator: "\n").filter { !$0.hasPrefix("file: is encoded in") }
      .joined(separator: "\n")
  }

  /// Imports a file as a user does: a look first, then twice. Returns all that came of it.
  private func imported(_ data: Data, named name: String) throws -> String {
    let fixture = try ExchangeFixture()
    try fixture.write(data, to: name)
    let path = [fixture.path(name)]
    let preview = try fixture.take(path, isDryRun: true)
    var report = try fixture.take(path)
    let rests = report.lists.compactMap(\.rest)
    for index in report.lists.indices { report.lists[index].rest = nil }
    #expect(report == preview, "\(name): the preview said something else")
    #expect(report.lists.allSatisfy { $0.isComplete }, "\(name): rows are lost")
    let result = try words(report, fixture)
    let again = try fixture.take(path)
    #expect(again.new == 0 && again.updated == 0, "\(name): twice is not once")
    #expect(again.lists.compactMap(\.rest) == rests, "\(name): the rest is written again")
    for (list, rest) in zip(report.lists, rests) {
      let mended = try fixture.take([rest])
      #expect(mended.new == 0 && mended.updated == 0, "\(name): the rest has other rows")
      #expect(mended.lists.map(\.unreadable.count) == [list.unreadable.count], "\(name)")
    }
    return result
  }

  private func words(_ report: ImportReport, _ fixture: ExchangeFixture) throws -> String {
    var lines = report.skipped.map { "refused: \($0.text)" }
    if report.lists.isEmpty, report.new > 0 { lines.append("no list: \(report.new) new") }
    for list in report.lists {
      let counts = [
        (list.new, "new"), (list.changed, "changed"), (list.same, "same"),
        (list.skipped.count, "skipped"), (list.unreadable.count, "unreadable"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      lines.append(
        "\(list.program.name): \(list.rows) = "
          + (counts.isEmpty ? ["0"] : counts).joined(separator: " + "))
      lines += list.fileRemarks.map { "file: \($0)" }
      if !list.unknownColumns.isEmpty {
        lines.append("columns: \(list.unknownColumns.joined(separator: ", "))")
      }
      if !list.unknownShelves.isEmpty {
        lines.append("shelves: \(list.unknownShelves.joined(separator: ", "))")
      }
      lines += list.differing.sorted { $0.key < $1.key }.map { "differs: \($0.key) of \($0.value)" }
      lines += list.remarks.map { "\(list.unit) \($0.number): \($0.text)" }
      lines += list.skipped.map { "skipped: \(list.unit) \($0.number) \($0.text)" }
      lines += list.unreadable.map { "unreadable: \(list.unit) \($0.number) \($0.text)" }
    }
    lines += try books(fixture)
    return lines.joined(separator: "\n").replacing(fixture.folder, with: "FOLDER") + "\n"
  }

  private func books(_ fixture: ExchangeFixture) throws -> [String] {
    let notebook = try fixture.device.open()
    defer { try? notebook.close() }
    return try notebook.notes.all().compactMap { note in
      guard let record = try notebook.books.record(of: note.id) else { return nil }
      return record.words + text(try notebook.note(id: note.id).text)
    }.sorted()
  }

  private func text(_ text: String) -> String {
    text.isEmpty ? "" : "\n    text: " + text.dropLast().replacing("\n", with: "⏎")
  }
}

extension BookRecord {
  /// All facts, for people.
  fileprivate var words: String {
    let number = isbn?.thirteen ?? wrongISBNs.first.map { "wrong \($0)" }
    let noon = added.map {
      $0.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 43_200
    }
    let facts: [(String, String?)] = [
      ("isbn", number), ("stars", stars.map { "\($0)" }), ("publisher", publisher),
      ("edition", yearPublished.map(String.init)), ("year", originalYearPublished.map(String.init)),
      ("pages", pages.map(String.init)),
      ("series", series.map { $0 + (seriesNumber.map { ", \($0)" } ?? "") }),
      ("language", language), ("genres", tags.isEmpty ? nil : tags.joined(separator: ", ")),
      ("added", noon == true ? added.map { String(Timestamps.json($0).prefix(10)) } : nil),
      ("from", sources.isEmpty ? nil : sources.joined(separator: ", ")),
      ("review", review?.replacing("\n", with: "⏎")),
    ]
    let history = readings.map { reading in
      let start = reading.start.map { "\($0)" } ?? ""
      return "\(start)…\(reading.finish.map { "\($0)" } ?? "")"
    }
    let stops = stopped.map { "\($0.start.map { "\($0)" } ?? "")…\($0.stop.map { "\($0)" } ?? "")" }
    let state =
      stops.isEmpty && history.isEmpty
      ? (hasRead ? "read" : "want")
      : (history.isEmpty ? [] : ["read " + history.joined(separator: ", ")]).joined()
        + (stops.isEmpty
          ? "" : (history.isEmpty ? "" : " ") + "stopped " + stops.joined(separator: ", "))
    let lines = facts.compactMap { name, value in value.map { "    \(name): \($0)" } }
    let title = title.replacing("\n", with: "⏎").replacing("\t", with: "→")
    return
      (["- \(title) | \(authors.joined(separator: "; ")) | \(state)\(wasReread ? " (again)" : "")"]
      + lines).joined(separator: "\n")
  }
}
