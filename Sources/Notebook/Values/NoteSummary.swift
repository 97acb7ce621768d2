package import Foundation

/// The list entry of one note: everything but its text.
package struct NoteSummary: Sendable, Equatable {
  /// The note's id: opaque, an upper-case UUID in notes made by today's programs.
  package var id: String
  /// The title to show: never empty, without spaces around it. The book's if the stored one is empty,
  /// nothing but hashtags, or the first line of a quote, a list or a question.
  package var title: String
  /// The title as stored: of the text's first heading, otherwise its first line. May be empty.
  package var storedTitle: String
  /// The text's hashtags and the book's, each once, with its `#`, sorted.
  package var tags: [String]
  /// The text's `Summary:` or `tl;dr:` line.
  package var summary: String?
  /// The time at which the note was made.
  package var created: Date
  /// The time at which its text or book last changed.
  package var modified: Date
  /// The book it is about.
  package var book: Book?
  /// The section of the book.
  package var section: BookSection?
  /// The book's first author, family name first: the key by which the app sorts lists.
  package var authorLastFirst: String?
  /// The folder, `recentlyDeleted` being the trash. Other values have no meaning today.
  package var folder: String?

  /// Whether the note lies in the trash.
  package var isTrashed: Bool { folder == "recentlyDeleted" }
}

extension NoteSummary {
  package init(id: String, metadata: NoteMetadata) {
    let (own, bookTitle) = (metadata.title.trimmed, (metadata.book?.title ?? "").trimmed)
    let bookTags = metadata.book?.hashtags ?? []
    self.id = id
    let isUntitled = own.isEmpty || own.isFirstLineOfBlock || own.isOnlyHashtags
    title = isUntitled && !bookTitle.isEmpty ? bookTitle : own.isEmpty ? id : own
    storedTitle = metadata.title
    tags = metadata.tags + bookTags
    if tags.count > 1 {
      tags = tags.sorted().reduce(into: []) { tags, tag in
        if tags.last != tag { tags.append(tag) }
      }
    }
    summary = metadata.summary
    created = metadata.created
    modified = metadata.modified
    book = metadata.book
    section = metadata.section
    authorLastFirst = metadata.authorLastFirst
    folder = metadata.folder
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
