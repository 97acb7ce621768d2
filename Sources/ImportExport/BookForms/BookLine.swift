import Base
import Books
import Foundation
import JSON
import Notebook

/// A book as one line of JSON, with the members of `commonplace book show --json`. But `tags` are
/// the note's hashtags, and genres are in `genres`.
enum BookLine {
  static func line(_ book: ExportedBook, _ losses: inout BookLosses) -> String {
    losses.add("covers", if: book.hasCover)
    let record = book.record
    let json: JSONValue = [
      "noteId": book.note.id.json, "title": record.title.json, "authors": record.authors.json,
      "isbn": (record.isbn?.thirteen ?? record.wrongISBNs.first).json,
      "publisher": record.publisher.json, "yearPublished": record.yearPublished.json,
      "originalYearPublished": record.originalYearPublished.json, "pageCount": record.pages.json,
      "language": record.language.json, "series": record.series.json,
      "seriesNumber": record.seriesNumber.json, "genres": record.tags.json, "tags": book.tags.json,
      "stars": stars(record.stars), "review": record.review.json,
      "added": (record.added.map(Timestamps.json)).json, "section": book.section.json,
      "page": record.page.json, "hasRead": record.hasRead.json,
      "readings": .array(
        record.readings.map {
          [
            "start": ($0.start?.description).json, "finish": ($0.finish?.description).json,
          ]
        }),
      "stopped": .array(
        record.stopped.map {
          [
            "start": ($0.start?.description).json, "stop": ($0.stop?.description).json,
            "page": $0.page.json,
          ]
        }),
      "sources": record.sources.json,
    ]
    return String(decoding: json.serialized(), as: UTF8.self)
  }

  private static func stars(_ stars: Double?) -> JSONValue {
    guard let stars else { return .null }
    return Int(exactly: stars).map(\.json) ?? .double(stars)
  }
}
