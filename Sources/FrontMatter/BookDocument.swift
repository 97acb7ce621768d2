import Base
package import Books
package import JSON

/// The record of a book as a text that users edit: the fields of front matter, and fields that the
/// app cannot store. A missing field has the same meaning as an empty one.
package enum BookDocument {
  /// Why a text is not a record. Quotes the line or the name of the field, if there is one.
  package struct Fault: Error, Equatable {
    package var reason: String

    package init(reason: String) { self.reason = reason }
  }

  package static func text(of record: BookRecord) -> String {
    let fields = fields(of: record)
    let written = FrontMatter(fields: JSONObject(names.map { ($0, fields[$0]) }))
    var lines = written.lines.dropFirst().dropLast().map { String($0) }
    // Empty fields go before the next field that has a value.
    for (index, name) in names.enumerated() where fields[name] == nil {
      let next = names[(index + 1)...].firstNonNil { name in
        lines.firstIndex { $0.hasPrefix(name + ":") }
      }
      lines.insert(name + ":", at: next ?? lines.count)
    }
    return head + lines.joined(separator: "\n") + "\n"
  }

  /// Parses the record in `text`, which was created from `record`. Unchanged fields stay as they
  /// are stored. Throws the first fault.
  package static func record(
    from text: String, over record: BookRecord
  ) throws(Fault) -> BookRecord {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.hasSuffix("\r") ? line.dropLast() : line)
    }
    let read = FrontMatter(lines: lines)
    if let remark = read.remarks.first {
      throw Fault(
        reason: "“\(remark.lines.first ?? "")” cannot be read: \(remark.reason)")
    }
    return try patched(record, with: read.fields)
  }

  /// All fields, in the order of the text.
  package static let names = [
    "title", "authors", "isbn", "publisher", "year-published", "original-year-published",
    "number-of-pages", "language", "series", "series-number", "tags", "stars", "review",
    "date-added", BookFields.history, "page", "stopped", "sources",
  ]

  private static let head = """
    # The record of a book. Dates may be 2021, 2021-03 or 2021-03-04. A reading without
    # “finish” is in progress; “finish: {}” ends a reading at an unknown time.

    """

  /// Returns the fields of the record that have a value, in the form of the text.
  package static func fields(of record: BookRecord) -> JSONObject {
    var fields = BookFields.fields(of: record.book)
    fields["isbn"] = (fields["isbn13"] ?? fields["isbn"])
    for name in ["isbn13", "rating"] { fields[name] = nil }
    fields["stars"] = record.stars.map { $0 == $0.rounded() ? .integer(Int64($0)) : .double($0) }
    fields["page"] = record.page.map { .integer(Int64($0)) }
    fields["series"] = record.series.map(JSONValue.string)
    fields["series-number"] = record.seriesNumber.map(JSONValue.string)
    fields["language"] = record.language.map(JSONValue.string)
    let sources = record.sources
    fields["sources"] = sources.isEmpty ? nil : .array(sources.map(JSONValue.string))
    let stopped = record.stopped.map { reading -> JSONValue in
      [
        "start": reading.start.map { .string($0.description) },
        "stop": reading.stop.map { .string($0.description) },
        "page": reading.page.map { .integer(Int64($0)) },
        "wanted": reading.isWantedAgain ? true : nil,
      ]
    }
    fields["stopped"] = stopped.isEmpty ? nil : .array(stopped)
    return fields
  }

  /// Returns the record with these fields and no others. Throws the first fault.
  package static func patched(
    _ record: BookRecord, with fields: JSONObject
  ) throws(Fault) -> BookRecord {
    if let unknown = fields.keys.first(where: { !names.contains($0) }) {
      throw Fault(reason: "unknown field “\(unknown)”")
    }
    let base = self.fields(of: record)
    var refused: [String] = []
    let ours: Set = ["isbn", "isbn13", "rating", "page", "series", "series-number", "language"]
    let app = { (fields: JSONObject) in
      JSONObject(
        fields.members.filter { !ours.contains($0.key) && $0.value != .null }
          .map { ($0.key, $0.value) })
    }
    let book = BookFields.patched(
      record.book, with: app(fields), base: app(base), refused: &refused)
    if let name = refused.first { throw wrong(name, fields[name]) }
    let isMissing = { (name: String) in fields[name].map { $0 == .null } ?? true }
    // A missing title or author list means no change in front matter. In a record, a missing title
    // is an error, and missing authors are removed.
    let title = book["title"]?.string ?? ""
    if isMissing("title") ? !record.title.isEmpty : title.isInvisible && title != record.title {
      throw Fault(reason: "the record has no title")
    }
    guard var record = BookRecord(book: book, own: record.own) else {
      throw Fault(reason: "the app could not read this record")
    }
    if isMissing("authors"), !record.authors.isEmpty { record.authors = [] }
    for name in ours.union(["stars", "stopped", "sources"]).sorted()
    where fields[name] != base[name] {
      let value = fields[name].flatMap { $0 == .null ? nil : $0 }
      guard set(name, to: value, in: &record) else { throw wrong(name, value) }
    }
    return record
  }

  private static func wrong(_ name: String, _ value: JSONValue?) -> Fault {
    let words =
      switch name {
      case "stars": "a number from 0.25 to 5, in steps of 0.25"
      case "page": "a whole number from 1 to 999999"
      case "number-of-pages", "year-published", "original-year-published":
        "a whole number from 0 to 999999"
      case BookFields.history, "stopped": "a list of readings with dates such as 2021-03"
      case "date-added": "a day such as 2021-03-04"
      case "authors", "tags", "sources": "a list of texts"
      default: "text"
      }
    return Fault(reason: "“\(name)” must be \(words)")
  }

  /// Sets a field that `BookFields.patched` does not set. Returns false if the value is not valid.
  private static func set(
    _ name: String, to value: JSONValue?, in record: inout BookRecord
  ) -> Bool {
    switch name {
    case "isbn": return setText(value) { record.setISBN($0) }
    case "series": return setText(value) { record.series = $0 }
    case "series-number": return setText(value) { record.seriesNumber = $0 }
    case "language": return setText(value) { record.language = $0 }
    case "page":
      let page = value?.int
      guard value == nil || page.map({ (1...999_999).contains($0) }) ?? false else { return false }
      record.page = page
    case "stars":
      let stars = value?.double ?? value?.string.flatMap { Double($0) }
      guard
        value == nil
          || stars.map({ (0.25...5).contains($0) && $0 * 4 == ($0 * 4).rounded() }) ?? false
      else { return false }
      record.stars = stars
    case "sources":
      let texts = value?.array?.map(\.asText) ?? []
      guard value == nil || value?.array != nil, !texts.contains(nil) else { return false }
      record.sources = texts.compactMap { $0 }
    case "stopped":
      let readings = value?.array?.map(stopped) ?? []
      guard value == nil || value?.array != nil, !readings.contains(nil) else { return false }
      record.stopped = readings.compactMap { $0 }
    default: break
    }
    return true
  }

  private static func setText(_ value: JSONValue?, _ body: (String?) -> Void) -> Bool {
    guard value == nil || value?.asText != nil else { return false }
    body(value?.asText)
    return true
  }

  private static func stopped(_ value: JSONValue) -> StoppedReading? {
    let names = ["start", "stop", "page", "wanted"]
    guard let object = value.object, object.keys.allSatisfy(names.contains) else { return nil }
    var isValid = true
    func date(_ name: String) -> PartialDate? {
      guard let value = object[name], value != .null else { return nil }
      let date = value.asText.flatMap { PartialDate($0) }
      isValid = isValid && date != nil
      return date
    }
    let (start, stop) = (date("start"), date("stop"))
    guard isValid else { return nil }
    let reading = StoppedReading(start: start, stop: stop, page: object["page"]?.int)
    return object["wanted"]?.bool == true ? reading.wantedAgain : reading
  }
}

extension BookDocument {
  /// The maximum length of a record's text, in UTF-8 bytes. `record(from:over:)` does not check it.
  package static let mostBytes = 1 << 20

  /// Merges two edits of `base`, field by field: returns the text of `stored` with the changes in
  /// `text`. Returns nil if both changed a field differently, or if `text` or the result is not a
  /// record.
  package static func merged(
    _ text: String, over base: BookRecord, with stored: BookRecord
  ) -> String? {
    guard let mine = try? record(from: text, over: base) else { return nil }
    let (old, new, theirs) = (fields(of: base), fields(of: mine), fields(of: stored))
    var fields = theirs
    for name in names where new[name] != old[name] {
      guard theirs[name] == old[name] || theirs[name] == new[name] else { return nil }
      fields[name] = new[name]
    }
    return (try? patched(stored, with: fields)).map(self.text)
  }
}
