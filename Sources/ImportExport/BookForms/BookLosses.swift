import Books
import Notebook

struct BookLosses {
  private var counts: [(facts: String, books: Int)] = []

  mutating func add(_ facts: String, if isLost: Bool) {
    guard isLost else { return }
    if let index = counts.firstIndex(where: { $0.facts == facts }) {
      counts[index].books += 1
    } else {
      counts.append((facts, 1))
    }
  }

  var all: [BookFile.Loss] { counts.map { BookFile.Loss(facts: $0.facts, books: $0.books) } }
}

extension BookLosses {
  mutating func addGoodreads(_ book: ExportedBook, _ ended: [BookReading]) {
    let record = book.record
    add("half and quarter stars", if: record.stars.map { $0 != $0.rounded() } ?? false)
    // A reading without dates is counted in “Read Count”.
    add(
      "earlier readings",
      if: ended.dropLast().contains { $0.start != nil || $0.finish != .unknown })
    add("start dates of readings", if: record.readings.contains { $0.start?.year != nil })
    add(
      "end dates without a day",
      if: ended.last?.finish.map { $0.year != nil && GoodreadsForm.date($0) == nil } ?? false)
    add("readings that you gave up", if: !record.stopped.isEmpty)
    add("the page that you reached", if: record.page != nil)
    add("languages", if: record.language != nil)
    add("covers", if: book.hasCover)
  }

  mutating func addCitation(_ book: ExportedBook) {
    let record = book.record
    add("readings", if: record.hasRead || !record.readings.isEmpty || !record.stopped.isEmpty)
    add("stars", if: record.stars != nil)
    add("reviews", if: !(record.review ?? "").isEmpty)
    add("hashtags", if: !book.tags.isEmpty)
    add("covers", if: book.hasCover)
  }
}
