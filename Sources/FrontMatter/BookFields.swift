package import JSON

/// Converts between a book's fields in front matter and the members of `book` in a note's metadata.
package enum BookFields {
  package static let names = [
    ("title", "title"), ("authors", "authors"), ("year-published", "yearPublished"),
    ("original-year-published", "originalYearPublished"), ("publisher", "publisher"),
    ("isbn", "isbn"), ("isbn13", "isbn13"), ("number-of-pages", "numberOfPages"),
    ("tags", "tags"), ("rating", "rating"), ("date-added", "dateAdded"), ("review", "review"),
  ]

  package static let history = "reading-history"

  /// Returns the fields of a stored book. Skips unknown members, and members without a value.
  package static func fields(of book: JSONObject) -> JSONObject {
    var fields = JSONObject()
    for (field, member) in names {
      guard let value = book[member], value != .null else { continue }
      fields[field] = value
    }
    if let entries = book["readingHistory"]?["entries"]?.array, !entries.isEmpty {
      fields[history] = .array(entries.map(reading))
    }
    return fields
  }

  /// Returns `book` with the fields of `fields` that differ from `base`. A missing title or author
  /// list does not change the book. Invalid fields do not, either; their names are added to
  /// `refused`.
  package static func patched(
    _ book: JSONObject, with fields: JSONObject, base: JSONObject, refused: inout [String]
  ) -> JSONObject {
    var book = book
    for (field, member) in names where fields[field] != base[field] {
      guard let value = fields[field], value != .null else {
        if field != "title", field != "authors", base[field] != nil { book[member] = .null }
        continue
      }
      if let value = stored(field, value) { book[member] = value } else { refused.append(field) }
    }
    guard fields[history] != base[history] else { return book }
    guard let value = fields[history], value != .null else {
      book["readingHistory"] = .null
      return book
    }
    if let entries = value.array?.map(entry), !entries.contains(nil) {
      book["readingHistory"] = .object(
        readingHistory(book["readingHistory"]?.object, entries.compactMap { $0 }))
    } else {
      refused.append(history)
    }
    return book
  }
}

extension BookFields {
  private static func stored(_ field: String, _ value: JSONValue) -> JSONValue? {
    switch field {
    case "authors", "tags":
      let texts = (value.array ?? [value]).map(\.asText)
      return texts.contains(nil) ? nil : .array(texts.compactMap { $0 }.map(JSONValue.string))
    case "year-published", "original-year-published", "number-of-pages":
      return number(value).flatMap { (0...999_999).contains($0) ? .integer(Int64($0)) : nil }
    case "rating":
      return number(value).flatMap { (0...5).contains($0) ? .integer(Int64($0)) : nil }
    case "date-added": return value.string.flatMap(ExchangeDates.json).map(JSONValue.string)
    default: return value.asText.map(JSONValue.string)
    }
  }

  private static func number(_ value: JSONValue) -> Int? {
    value.int ?? value.string.flatMap { Int($0) }
  }

  /// Returns a stored reading with its dates as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Dates that
  /// `ExchangeDates` cannot convert stay objects.
  private static func reading(_ entry: JSONValue) -> JSONValue {
    guard let members = entry.object?.members else { return entry }
    return .object(
      JSONObject(members.map { ($0.key, ExchangeDates.text(components: $0.value) ?? $0.value) }))
  }

  /// Returns the stored entry of a reading, the inverse of `reading(_:)`; nil if the reading is not
  /// an object or a date is not valid.
  private static func entry(_ reading: JSONValue) -> JSONValue? {
    guard let members = reading.object?.members else { return nil }
    var entry = JSONObject()
    for member in members {
      guard ["start", "finish"].contains(member.key) else {
        entry[member.key] = member.value
        continue
      }
      guard let date = ExchangeDates.components(member.value) else { return nil }
      entry[member.key] = date
    }
    return .object(entry)
  }

  private static func readingHistory(_ old: JSONObject?, _ entries: [JSONValue]) -> JSONObject {
    var history = old ?? [:]
    let finished = entries.count { ($0["finish"] ?? .null) != .null }
    history["hasRead"] = .bool(old?["hasRead"]?.bool == true || finished > 0)
    history["multipleReadings"] = .bool(old?["multipleReadings"]?.bool == true || finished > 1)
    history["entries"] = .array(entries)
    return history
  }
}

extension JSONValue {
  /// The text of a string, a number or a Boolean; nil for other values. Unquoted texts may look
  /// like numbers or Booleans.
  package var asText: String? {
    switch self {
    case .string(let text): text
    case .integer, .double, .number, .bool: String(decoding: serialized(), as: UTF8.self)
    default: nil
    }
  }
}
