import Foundation
import GRDB
import PackratParsing
import TestSupport
import Testing

@testable import ForeignFormats
@testable import ImportExport
@testable import MiniMarkdown

/// `Corpus/`: files as devices and programs write them, whole and broken ones, and beside each the
/// highlights that are read and the note that they make. A database is made of the `.sql` file.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the results are written again, to be read before they are
/// committed.
@Suite struct HighlightCorpusTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

  static let files: [String] = {
    let names = try? FileManager.default.subpathsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    return (names ?? []).filter { $0.contains(".") && !$0.hasSuffix(".expected") }.sorted()
  }()

  @Test func isLarge() { #expect(Self.files.count >= 90) }

  @Test(arguments: files)
  func isReadAsExpected(_ name: String) throws {
    let (file, refusal) = try read(name)
    let expectedFile = Self.folder.appending(path: name + ".expected")
    let result = describe(file, refusal)
    if ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil {
      return try result.write(to: expectedFile, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: expectedFile, encoding: .utf8) == result)
  }

  /// Only the tags of a source make hashtags. None of its texts makes a hashtag, a cloze, an image or
  /// a question, and each highlight with a text is one quote.
  @Test(arguments: files)
  func isTextOnly(_ name: String) throws {
    guard let file = try read(name).file else { return }
    for source in file.books {
      let plan = HighlightPlan(source, text: "", entries: [])
      try Self.checkIsTextOnly(
        plan.text, quotes: source.highlights.count { $0.isQuote },
        tags: Set(source.tags + source.highlights.flatMap(\.tags)), name)
    }
  }

  static func checkIsTextOnly(
    _ text: String, quotes: Int, tags: Set<String> = [], _ name: String
  ) throws {
    let document = MiniMarkdownDocument(text).snapshot
    let content = NoteContent(document)
    #expect(Set(content.hashtags) == tags, "\(name)")
    #expect(content.summary == nil, "\(name)")
    #expect(content.promptCollections.allSatisfy { $0.kind == .quote }, "\(name)")
    #expect(document.roots.count { $0.kind == .blockquote } == quotes, "\(name)")
    #expect(document.roots.allSatisfy { $0.kind != .list }, "\(name)")
    #expect(Image.all(in: text).isEmpty, "\(name)")
  }

  /// A file imported once is the same the second time, and nothing is written.
  @Test(arguments: files)
  func isOnceTwice(_ name: String) throws {
    guard let file = try read(name).file else { return }
    for source in file.books {
      let first = HighlightPlan(source, text: "", entries: [])
      let second = HighlightPlan(source, text: first.text, entries: first.entries)
      #expect(second.text == first.text)
      #expect(second.entries == first.entries)
      #expect(first.counts.new == source.highlights.count && first.counts.sum == first.counts.new)
      #expect(
        second.counts.same == source.highlights.count && second.counts.sum == second.counts.same)
    }
  }

  // MARK: Reading

  private func read(_ name: String) throws -> (file: HighlightFile?, refusal: String?) {
    let folder = try TemporaryFolder()
    let file = Self.folder.appending(path: name)
    guard name.hasSuffix(".sql") else {
      return highlights(file.path(percentEncoded: false))
    }
    let sql = try String(contentsOf: file, encoding: .utf8)
    let parts = sql.split(separator: "-- library\n").map(String.init)
    let path = folder.path(parts.count > 1 ? "AEAnnotation_v1.sqlite" : "database.sqlite")
    let isLog = sql.hasPrefix("-- wal")
    let queue = try DatabaseQueue(path: path)
    if isLog {
      try queue.inDatabase { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      }
    }
    try queue.inDatabase { try $0.execute(sql: parts[0]) }
    if parts.count > 1 {
      let library = try DatabaseQueue(path: folder.path("BKLibrary-1.sqlite"))
      try library.write { try $0.execute(sql: parts[1]) }
      try library.close()
    }
    if !isLog { try queue.close() }
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).sorted()
    let outcome = highlights(path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).sorted() == before)
    try queue.close()
    return outcome
  }

  private func highlights(_ path: String) -> (file: HighlightFile?, refusal: String?) {
    let (found, refusal) = ForeignFormat.read(
      ImportedFile(path: path), as: ForeignFormat.all(.highlights))
    guard case .highlights(let file) = found.first?.content else { return (nil, refusal) }
    return (file, refusal)
  }

  private func describe(_ file: HighlightFile?, _ refusal: String?) -> String {
    if let refusal { return "refused: \(refusal)\n" }
    guard let file else { return "not read as highlights\n" }
    var lines = [
      "\(file.program): \(file.count) highlights, \(file.merged) of them joined to others"
    ]
    lines += file.unreadable.map { "unreadable: \($0)" }
    lines += file.leftOut.map { "not imported: \($0.part) (\($0.count)), because \($0.reason)" }
    for source in file.books {
      let book = source.book
      lines += ["", "======== \(book.title) | \(book.authors.joined(separator: " | "))"]
      if let isbn = book.isbn { lines.append("isbn \(isbn)") }
      if !book.sources.isEmpty { lines.append("from \(book.sources.joined(separator: ", "))") }
      for highlight in source.highlights {
        let facts = [highlight.date, highlight.color, highlight.id].compactMap { $0 }
        lines.append("- " + (facts.isEmpty ? "no date" : facts.joined(separator: ", ")))
      }
      lines.append("--------")
      lines.append(
        HighlightPlan(source, text: "", entries: []).text
          .replacing("\u{2060}", with: "⁀"))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
