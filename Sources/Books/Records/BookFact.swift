import Base
import Foundation
package import JSON

/// A part of a record. Imports and joins copy it as a whole or not at all.
package struct BookFact: Sendable {
  package let name: String
  private let get: @Sendable (BookRecord) -> JSONValue
  private let copy: @Sendable (BookRecord, inout BookRecord) -> Void

  /// Returns the fact in `record`, as a value that is equal for equal facts; null if the record
  /// lacks it.
  package func value(in record: BookRecord) -> JSONValue {
    let value = get(record)
    let isEmpty = value.string?.isEmpty ?? value.array?.isEmpty ?? false
    return isEmpty ? .null : value
  }

  /// Returns a digest by which a later import recognizes the fact; nil if the record lacks it.
  package func digest(in record: BookRecord) -> String? {
    let value = value(in: record)
    return value == .null ? nil : Self.digest(value)
  }

  fileprivate static func digest(_ value: JSONValue) -> String {
    let text = String(decoding: value.serialized(), as: UTF8.self)
    let digest = String(TextDigest(text).value, radix: 16)
    return String(repeating: "0", count: max(0, 16 - digest.count)) + digest
  }

  package func take(from source: BookRecord, into record: inout BookRecord) {
    copy(source, &record)
  }

  private init(
    _ name: String, _ get: @escaping @Sendable (BookRecord) -> JSONValue,
    _ copy: @escaping @Sendable (BookRecord, inout BookRecord) -> Void
  ) {
    (self.name, self.get, self.copy) = (name, get, copy)
  }

  /// All facts except the readings, which are merged.
  package static let all: [BookFact] = [
    BookFact("title", { .string($0.title) }, { $1.title = $0.title }),
    BookFact(
      "authors", { .array($0.authors.map(JSONValue.string)) }, { $1.authors = $0.authors }),
    BookFact(
      "ISBN", { .string($0.isbn?.thirteen ?? $0.wrongISBNs.joined(separator: " ")) },
      { $1.setISBN(of: $0) }),
    BookFact(
      "publisher", { $0.publisher.map(JSONValue.string) ?? .null }, { $1.publisher = $0.publisher }),
    BookFact("edition", { number($0.yearPublished) }, { $1.yearPublished = $0.yearPublished }),
    BookFact(
      "year", { number($0.originalYearPublished) },
      { $1.originalYearPublished = $0.originalYearPublished }),
    BookFact("pages", { number($0.pages) }, { $1.pages = $0.pages }),
    BookFact(
      "series",
      { record in
        record.series.map { .array([.string($0), .string(record.seriesNumber ?? "")]) } ?? .null
      }, { ($1.series, $1.seriesNumber) = ($0.series, $0.seriesNumber) }),
    BookFact(
      "language", { $0.language.map(JSONValue.string) ?? .null }, { $1.language = $0.language }),
    BookFact("stars", { $0.stars.map(JSONValue.double) ?? .null }, { $1.stars = $0.stars }),
    BookFact("genres", { .array($0.tags.map(JSONValue.string)) }, { $1.tags = $0.tags }),
    BookFact("review", { $0.review.map(JSONValue.string) ?? .null }, { $1.review = $0.review }),
  ]

  private static func number(_ number: Int?) -> JSONValue {
    number.map { .integer(Int64($0)) } ?? .null
  }

  package static let readings = BookFact(
    "readings",
    { record in
      guard record.hasRead || !record.readings.isEmpty || !record.stopped.isEmpty else {
        return .null
      }
      return .array([
        .bool(record.hasRead), .bool(record.wasReread),
        .array(record.readings.map { .array([date($0.start), date($0.finish)]) }),
        .array(
          record.stopped.map { .array([date($0.start), date($0.stop)] + wanted($0)) }),
      ])
    },
    { source, record in
      // The page is not part of the fact. It stays if the book is being read and `source` has none.
      let page = record.page
      record.clearReadings()
      record.unite(readingsOf: source)
      if record.isBeingRead, record.page == nil { record.page = page }
    })

  /// Returns an additional member only for a reading after which the book was wanted again, so that
  /// digests of earlier imports stay valid.
  private static func wanted(_ reading: StoppedReading) -> [JSONValue] {
    reading.isWantedAgain ? [true] : []
  }

  private static func date(_ date: PartialDate?) -> JSONValue {
    date.map { .string($0.description) } ?? .null
  }
}

extension BookRecord {
  /// A digest of the facts, the pages reached, the time added and the sources, without `imported`.
  package var version: String {
    let facts = (BookFact.all + [.readings]).map { $0.value(in: self) }
    let rest: [JSONValue] = [
      page.map { .integer(Int64($0)) } ?? .null,
      .array(stopped.map { $0.page.map { .integer(Int64($0)) } ?? .null }),
      book["dateAdded"] ?? .null, .array(sources.map(JSONValue.string)),
    ]
    return "record-" + BookFact.digest(.array(facts + rest))
  }
}
