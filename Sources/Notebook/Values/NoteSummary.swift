import Base
package import Books
package import Foundation
import MiniMarkdown

/// The list entry of one note: everything but its text.
///
/// A notebook has many entries, and lists of them are copied, filtered and sorted. So an entry is
/// one block of memory, and a list element takes eight bytes. The properties are decoded at each
/// access.
package struct NoteSummary: Sendable, Equatable {
  /// Both dates and the id, if it is a UUID, in `headLength` bytes; then the other properties, as
  /// `PackedTexts`.
  private let bytes: [UInt8]
  private static let headLength = 32

  /// The properties in their stored order, starting with those by which lists are filtered.
  private enum Fact: Int {
    case id, folder, tags, title, storedTitle, section, summary, authorLastFirst, book
  }

  package init(
    id: String, title: String, storedTitle: String = "", tags: [String] = [],
    summary: String? = nil, created: Date = .distantPast, modified: Date = .distantPast,
    book: Book? = nil, section: BookSection? = nil, authorLastFirst: String? = nil,
    folder: String? = nil
  ) {
    let uuid = [UInt8](uuidText: id)
    var head: [UInt8] = []
    for date in [created, modified] {
      withUnsafeBytes(of: date.timeIntervalSinceReferenceDate) { head += $0 }
    }
    head += uuid ?? Array(repeating: 0, count: 16)
    var facts = PackedTexts(after: head)
    facts.append(uuid == nil ? id : nil)
    facts.append(folder)
    facts.append(tags)
    facts.append(title)
    facts.append(storedTitle.hasBytes(of: title) ? nil : storedTitle)
    facts.append(section?.rawValue)
    facts.append(summary)
    facts.append(authorLastFirst)
    if let book { facts.append(book.packed) }
    // A copy has no unused capacity.
    bytes = facts.bytes.map { $0 }
  }

  /// The note's id: opaque; an upper-case UUID in notes created by current programs.
  package var id: String { read(.id) { $0.text() } ?? bytes[16..<Self.headLength].uuidText }
  /// The title to show: never empty, trimmed. The book's title if the stored one is empty, only
  /// hashtags, or the first line of a quote, list or question. The id if both are empty.
  package var title: String { read(.title) { $0.text() } ?? "" }
  /// The stored title: the text's first heading, otherwise its first line. May be empty.
  package var storedTitle: String { read(.storedTitle) { $0.text() } ?? title }
  /// The hashtags of the text and the book, each once, with its `#`, sorted.
  package var tags: [String] { read(.tags) { $0.texts() } }
  /// The text's `Summary:` or `tl;dr:` line.
  package var summary: String? { read(.summary) { $0.text() } }
  package var created: Date { date(at: 0) }
  /// The time when the note's text or book last changed.
  package var modified: Date { date(at: 8) }
  package var book: Book? { read(.book) { $0.part() }.map(Book.init(packed:)) }
  package var section: BookSection? {
    read(.section) { $0.text() }.flatMap(BookSection.init(rawValue:))
  }
  /// The book's first author, family name first: the key by which the app sorts lists.
  package var authorLastFirst: String? { read(.authorLastFirst) { $0.text() } }
  /// The folder; `recentlyDeleted` is the trash. Other values have no meaning today.
  package var folder: String? { read(.folder) { $0.text() } }
  package var isTrashed: Bool { folder == Self.trash }

  static let trash = "recentlyDeleted"

  private func date(at offset: Int) -> Date {
    Date(
      timeIntervalSinceReferenceDate: bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: TimeInterval.self)
      })
  }

  private func read<Value>(_ fact: Fact, _ value: (inout PackedTextReader) -> Value) -> Value {
    var reader = PackedTextReader(bytes, from: Self.headLength)
    reader.skip(fact.rawValue)
    return value(&reader)
  }
}

extension NoteSummary {
  package init(id: String, metadata: NoteMetadata) {
    let (own, bookTitle) = (metadata.title.trimmed, (metadata.book?.title ?? "").trimmed)
    let isUntitled = own.isEmpty || own.isFirstLineOfBlock || own.isOnlyHashtags
    var tags = metadata.tags + (metadata.book?.hashtags ?? [])
    if tags.count > 1 {
      tags = tags.sorted().reduce(into: []) { tags, tag in
        if tags.last != tag { tags.append(tag) }
      }
    }
    self.init(
      id: id, title: isUntitled && !bookTitle.isEmpty ? bookTitle : own.isEmpty ? id : own,
      storedTitle: metadata.title, tags: tags, summary: metadata.summary,
      created: metadata.created, modified: metadata.modified, book: metadata.book,
      section: metadata.section, authorLastFirst: metadata.authorLastFirst, folder: metadata.folder)
  }

  /// Whether the note's book, regardless of the text, has the tag `path` or one below it.
  package func hasBookTagged(_ path: HashtagPath) -> Bool {
    book?.hashtags.contains { path.contains(HashtagPath($0)) } ?? false
  }

  /// Whether the note has the tag `path` or one below it.
  package func isTagged(_ path: HashtagPath) -> Bool {
    tags.contains { path.contains(HashtagPath($0)) }
  }

  /// Whether the note has the tag `path` or one below it, ignoring accents, for search.
  package func isTaggedInAnySpelling(_ path: HashtagPath) -> Bool {
    tags.contains(where: path.containsInAnySpelling)
  }
}

extension Book {
  fileprivate var hashtags: [String] {
    tags.filter { !$0.isEmpty }.map(Hashtag.withNumberSign)
  }

  fileprivate var packed: PackedTexts {
    var texts = PackedTexts()
    texts.append(title)
    texts.append(authors)
    texts.append(tags)
    for number in [yearPublished, originalYearPublished, numberOfPages, storedRating] {
      texts.append(number)
    }
    for text in [publisher, isbn, isbn13] { texts.append(text) }
    texts.append(added.map { "\($0.timeIntervalSinceReferenceDate)" })
    texts.append(hasRead ? "" : nil)
    texts.append(readings.isEmpty ? nil : readings.count)
    for reading in readings {
      for date in [reading.start, reading.finish] {
        texts.append(date == nil ? nil : "")
        for number in [date?.year, date?.month, date?.day] { texts.append(number) }
      }
    }
    return texts
  }

  fileprivate init(packed texts: PackedTextReader) {
    var texts = texts
    self.init(title: texts.text() ?? "", authors: texts.texts())
    tags = texts.texts()
    yearPublished = texts.number()
    originalYearPublished = texts.number()
    numberOfPages = texts.number()
    storedRating = texts.number()
    publisher = texts.text()
    isbn = texts.text()
    isbn13 = texts.text()
    added = texts.text().flatMap(Double.init).map(Date.init(timeIntervalSinceReferenceDate:))
    hasRead = texts.text() != nil
    func date() -> PartialDate? {
      let isThere = texts.text() != nil
      let date = PartialDate(year: texts.number(), month: texts.number(), day: texts.number())
      return isThere ? date : nil
    }
    readings = (0..<max(0, texts.number() ?? 0)).map { _ in
      ReadingDates(start: date(), finish: date())
    }
  }
}

extension String {
  fileprivate var isOnlyHashtags: Bool {
    hasPrefix("#")
      && split(whereSeparator: \.isWhitespace).allSatisfy { $0.hasPrefix("#") && $0 != "#" }
  }

  fileprivate var isFirstLineOfBlock: Bool {
    // Most titles begin with a letter, and of these blocks only a question does.
    if let first = utf8.first, 0x41...0x5A ~= first & 0xDF, first != UInt8(ascii: "Q") {
      return false
    }
    let word = prefix { !$0.isWhitespace }
    return hasPrefix(">") || ["-", "*", "+", "Q:"].contains(word)
      || (word.hasSuffix(".") && word.dropLast().allSatisfy(\.isWholeNumber) && word.count > 1)
  }
}
