package import Foundation

/// The list entry of one note: everything but its text.
///
/// A class, as a notebook has many and lists of them are copied, filtered and sorted: an entry takes some 350
/// bytes, and a place in a list eight.
package final class NoteSummary: Sendable {
  /// The note's id: opaque, an upper-case UUID in notes made by today's programs.
  package let id: String
  /// The title to show: never empty, without spaces around it. The book's if the stored one is empty,
  /// nothing but hashtags, or the first line of a quote, a list or a question.
  package let title: String
  /// The title as stored: of the text's first heading, otherwise its first line. May be empty.
  package let storedTitle: String
  /// The text's hashtags and the book's, each once, with its `#`, sorted.
  package let tags: [String]
  /// The text's `Summary:` or `tl;dr:` line.
  package let summary: String?
  /// The time at which the note was made.
  package let created: Date
  /// The time at which its text or book last changed.
  package let modified: Date
  /// The book it is about.
  package var book: Book? { boxedBook?.value }
  /// Most notes have none, and a book takes some 200 bytes.
  private let boxedBook: Box<Book>?
  /// The section of the book.
  package let section: BookSection?
  /// The book's first author, family name first: the key by which the app sorts lists.
  package let authorLastFirst: String?
  /// The folder, `recentlyDeleted` being the trash. Other values have no meaning today.
  package let folder: String?

  package init(
    id: String, title: String, storedTitle: String = "", tags: [String] = [],
    summary: String? = nil, created: Date = .distantPast, modified: Date = .distantPast,
    book: Book? = nil, section: BookSection? = nil, authorLastFirst: String? = nil,
    folder: String? = nil
  ) {
    self.id = id
    self.title = title
    self.storedTitle = storedTitle
    self.tags = tags
    self.summary = summary
    self.created = created
    self.modified = modified
    boxedBook = book.map(Box.init)
    self.section = section
    self.authorLastFirst = authorLastFirst
    self.folder = folder
  }

  /// Whether the note lies in the trash.
  package var isTrashed: Bool { folder == "recentlyDeleted" }
}

extension NoteSummary {
  /// `shared` gives equal texts as the one that is held already.
  package convenience init(
    id: String, metadata: NoteMetadata, shared: ([String]) -> [String] = { $0 }
  ) {
    let (own, bookTitle) = (metadata.title.trimmed, (metadata.book?.title ?? "").trimmed)
    let isUntitled = own.isEmpty || own.isFirstLineOfBlock || own.isOnlyHashtags
    var tags = metadata.tags + (metadata.book?.hashtags ?? [])
    if tags.count > 1 {
      tags = tags.sorted().reduce(into: []) { tags, tag in
        if tags.last != tag { tags.append(tag) }
      }
    }
    var book = metadata.book
    if let genres = book?.tags { book?.tags = shared(genres) }
    self.init(
      id: id, title: isUntitled && !bookTitle.isEmpty ? bookTitle : own.isEmpty ? id : own,
      storedTitle: metadata.title, tags: shared(tags), summary: metadata.summary,
      created: metadata.created, modified: metadata.modified, book: book,
      section: metadata.section, authorLastFirst: metadata.authorLastFirst, folder: metadata.folder)
  }

  /// Whether the note's book, whatever the text says, has a tag that `path` is or contains.
  package func hasBookTagged(_ path: HashtagPath) -> Bool {
    book?.hashtags.contains { path.contains(HashtagPath($0)) } ?? false
  }

  /// Whether the note has a tag that `path` is or contains.
  package func isTagged(_ path: HashtagPath) -> Bool {
    tags.contains { path.contains(HashtagPath($0)) }
  }

  /// The same however it is accented, for search.
  package func isTaggedInAnySpelling(_ path: HashtagPath) -> Bool {
    tags.contains(where: path.containsInAnySpelling)
  }
}

extension NoteSummary: Equatable {
  package static func == (one: NoteSummary, other: NoteSummary) -> Bool {
    one === other
      || (one.id, one.title, one.storedTitle, one.tags) == (
        other.id, other.title, other.storedTitle, other.tags
      )
        && (one.summary, one.created, one.modified, one.book) == (
          other.summary, other.created, other.modified, other.book
        )
        && (one.section, one.authorLastFirst, one.folder) == (
          other.section, other.authorLastFirst, other.folder
        )
  }
}

/// Texts that many notes have, as hashtags: each is held once.
struct SharedTexts {
  private var known: Set<String> = []

  /// The same texts. Short ones take no memory beside the list.
  mutating func shared(_ texts: [String]) -> [String] {
    guard texts.contains(where: { $0.utf8.count > 15 }) else { return texts }
    return texts.map { known.insert($0).memberAfterInsert }
  }
}

/// A value that is kept apart.
private final class Box<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension Book {
  /// Its tags, each with its `#`.
  fileprivate var hashtags: [String] {
    tags.filter { !$0.isEmpty }.map(HashtagPath.withNumberSign)
  }
}

extension String {
  /// Whether it is nothing but hashtags, as the first line of a note that has no words yet.
  fileprivate var isOnlyHashtags: Bool {
    hasPrefix("#")
      && split(whereSeparator: \.isWhitespace).allSatisfy { $0.hasPrefix("#") && $0 != "#" }
  }

  /// Whether it begins as a quote, an item of a list or a question does.
  fileprivate var isFirstLineOfBlock: Bool {
    // Most begin with a letter, and no block but a question does.
    if let first = utf8.first, 0x41...0x5A ~= first & 0xDF, first != UInt8(ascii: "Q") {
      return false
    }
    let word = prefix { !$0.isWhitespace }
    return hasPrefix(">") || ["-", "*", "+", "Q:"].contains(word)
      || (word.hasSuffix(".") && word.dropLast().allSatisfy(\.isWholeNumber) && word.count > 1)
  }

  /// The text without white space at its ends.
  package var trimmed: String {
    // Most titles begin and end with an ASCII character; then this is all.
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, visible ~= first, visible ~= last {
      return self
    }
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
