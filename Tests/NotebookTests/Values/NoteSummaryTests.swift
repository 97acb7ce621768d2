import Books
import Foundation
import JSON
import Testing

@testable import Notebook

/// An entry of a list is one piece of memory, and says all that it was made of.
@Suite struct NoteSummaryTests {
  @Test(arguments: [
    "71C2C2B5-64E0-4BA4-9A2B-6C1A2B0D7F11", "71c2c2b5-64e0-4ba4-9a2b-6c1a2b0d7f11",
    "00000000-0000-0000-0000-000000000000", "", "A", "journal é\u{0}", "71C2C2B5",
  ])
  func hasItsID(id: String) {
    #expect(NoteSummary(id: id, title: "T").id == id)
  }

  @Test func saysWhatItIsMadeOf() throws {
    let long = String(repeating: "日本語 ", count: 5000)
    for (title, stored) in [
      ("T", "T"), ("T", " T\n"), ("", ""), (long, long + "\u{0}"), ("e\u{301}", "\u{E9}"),
    ] {
      for tags in [[], ["#a", "#long/hashtag/of/many/parts"], [""]] {
        for text in [nil, "", "2", long] {
          let note = NoteSummary(
            id: "A", title: title, storedTitle: stored, tags: tags, summary: text,
            created: .distantPast, modified: Date(timeIntervalSinceReferenceDate: 0.1),
            authorLastFirst: text, folder: text)
          #expect(note.title.utf8.elementsEqual(title.utf8) && note.tags == tags)
          #expect(note.storedTitle.utf8.elementsEqual(stored.utf8))
          #expect(note.summary == text && note.authorLastFirst == text && note.folder == text)
          #expect(note.created == .distantPast && note.book == nil && note.section == nil)
          #expect(note.modified == Date(timeIntervalSinceReferenceDate: 0.1) && !note.isTrashed)
        }
      }
    }
    #expect(NoteSummary(id: "A", title: "", folder: "recentlyDeleted").isTrashed)
    for section in BookSection.allCases {
      #expect(NoteSummary(id: "A", title: "", section: section).section == section)
    }
  }

  @Test func saysAllOfItsBook() throws {
    var book = try Book(json: ["title": "", "authors": []])
    var books = [book]
    book.title = "Walden"
    (book.authors, book.tags) = (["Henry David Thoreau", ""], ["Nature"])
    books.append(book)
    book.hasRead = true
    books.append(book)
    book.readings = [ReadingDates()]
    books.append(book)
    let dates: [PartialDate?] = [
      nil, .unknown, PartialDate(year: 2021), PartialDate(year: -1, month: 12, day: 31),
    ]
    for start in dates {
      for finish in dates { book.readings.append(ReadingDates(start: start, finish: finish)) }
    }
    books.append(book)
    (book.yearPublished, book.originalYearPublished) = (.min, 1854)
    (book.numberOfPages, book.storedRating) = (.max, 0)
    (book.publisher, book.isbn, book.isbn13) = ("Ticknor", "", "9780691096124")
    book.added = Date(timeIntervalSinceReferenceDate: 1 / 3)
    books.append(book)
    for book in books {
      #expect(NoteSummary(id: "A", title: "T", book: book).book == book)
    }
  }

  @Test func isEqualIfAllIs() {
    let note = NoteSummary(id: "A", title: "T", tags: ["#a"])
    #expect(note == NoteSummary(id: "A", title: "T", tags: ["#a"]))
    #expect(note != NoteSummary(id: "A", title: "T", tags: ["#a", "#b"]))
    #expect(note != NoteSummary(id: "A", title: "T", tags: ["#a"], summary: ""))
  }
}
