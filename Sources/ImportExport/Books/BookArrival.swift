import Base
import Books
import ForeignFormats
import Foundation
import JSON
import MiniMarkdown
import Notebook

/// Decides how an imported book changes its note.
///
/// A field is imported if the note lacks it, or if the note still has the value of the program's
/// last import. A field that the user changed stays, and so does a field that the list lacks. A
/// value that the program's last import contained is not imported again. Readings that changed on
/// both sides are united.
struct BookArrival {
  let record: BookRecord
  let program: String
  private let hashtags: [String]
  private let notes: [String]

  struct Outcome {
    var values: BookValues
    /// The names of the fields that differ and keep the note's values. Title and authors are
    /// missing at the first import, and with `isSecond`.
    var differing: [String] = []
  }

  init(_ book: ForeignBook, of program: String, hashtags: inout HashtagNames) {
    var record = book.record
    if record.sources.isEmpty, program != "isbns", let isbn = record.isbn {
      record.sources = ["\(program):\(isbn.thirteen)"]
    }
    var tags: [String] = []
    for shelf in book.shelves {
      // A shelf that cannot be a hashtag becomes a genre: the app shows both.
      if let tag = hashtags[shelf] {
        if !tags.contains(tag) { tags.append(tag) }
      } else if !record.tags.contains(shelf) {
        record.tags.append(shelf)
      }
    }
    self.record = record
    self.hashtags = tags
    self.program = program
    notes = book.notes
  }

  func made(now: Date) -> Outcome {
    var record = record
    if record.added == nil { record.added = now }
    record.imported[program] = facts
    var values = BookValues(text: text(after: "", tags: hashtags, notes: notes))
    values.set(record)
    return Outcome(values: values)
  }

  /// Returns the values of an existing note; nil if it has no book. If another book of the same
  /// list was imported into this note (`isSecond`), only missing fields are filled. Readings,
  /// hashtags and notes are added. The ISBN of another edition (`isEdition`) is stored in addition
  /// to the note's.
  func taken(into former: BookValues, isSecond: Bool, isEdition: Bool) -> Outcome? {
    guard var record = BookRecord(former) else { return nil }
    let base = isSecond ? nil : record.imported[program]?.object
    var outcome = Outcome(values: former)
    if isEdition, let isbn = self.record.isbn { record.add(otherISBN: isbn) }
    let isKnownISBN = self.record.isbn.map { record.otherISBNs.contains($0.thirteen) } ?? false
    for fact in BookFact.all {
      guard let theirs = fact.digest(in: self.record), base?[fact.name]?.string != theirs else {
        continue
      }
      let ours = fact.digest(in: record)
      if ours == theirs { continue }
      if ours == nil || ours == base?[fact.name]?.string {
        fact.take(from: self.record, into: &record)
      } else if fact.name != "title" && fact.name != "authors" || base != nil {
        if !isKnownISBN || fact.name != "ISBN" { outcome.differing.append(fact.name) }
      }
    }
    takeReadings(into: &record, base)
    record.sources += self.record.sources.filter { !record.sources.contains($0) }
    let knownTags = strings(base?["tags"])
    let knownNotes = Set(strings(base?["notes"]))
    let text = text(
      after: former.text, tags: hashtags.filter { !knownTags.contains($0) },
      notes: notes.filter {
        !knownNotes.contains(Self.digest($0)) && !former.text.contains(LiteralText.literal($0))
      })
    if !isSecond { record.imported[program] = facts }
    outcome.values.text = text
    outcome.values.set(record)
    return outcome
  }

  private func takeReadings(into record: inout BookRecord, _ base: JSONObject?) {
    let fact = BookFact.readings
    guard let theirs = fact.digest(in: self.record), base?[fact.name]?.string != theirs else {
      return
    }
    if let ours = fact.digest(in: record), ours == base?[fact.name]?.string {
      // Only the program changed the readings, so they replace the note's: an open reading may have
      // ended.
      fact.take(from: self.record, into: &record)
    } else {
      record.unite(readingsOf: self.record)
    }
  }

  /// Digests of the imported fields, to be compared at the next import.
  private var facts: JSONValue {
    var facts = JSONObject()
    for fact in BookFact.all + [BookFact.readings] {
      facts[fact.name] = fact.digest(in: record).map(JSONValue.string)
    }
    if !hashtags.isEmpty { facts["tags"] = .array(hashtags.map(JSONValue.string)) }
    if !notes.isEmpty { facts["notes"] = .array(notes.map { .string(Self.digest($0)) }) }
    return .object(facts)
  }

  private func strings(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap(\.string)
  }

  private static func digest(_ text: String) -> String {
    String(TextDigest(text).value, radix: 16)
  }

  private func text(after text: String, tags: [String], notes: [String]) -> String {
    var text = text
    for note in notes { text = NoteText.appending(LiteralText.literal(note), to: text) }
    guard !tags.isEmpty else { return text }
    if text.isEmpty { return tags.joined(separator: " ") + "\n" }
    let change = TagChange(adding: tags.map(HashtagPath.init), removing: [])
    let outcome = change.applied(to: text)
    return outcome.isFaithful ? outcome.text : text
  }
}

struct HashtagNames {
  private var known: [String: String?] = [:]

  /// Returns the hashtag for a shelf, with `-` for white space. Returns nil if the name has no
  /// usable characters, or if the hashtag would exceed 200 UTF-8 bytes.
  subscript(shelf: String) -> String? {
    mutating get {
      if let tag = known[shelf] { return tag }
      let words = shelf.drop { $0 == "#" }.split { $0.isWhitespace || $0 == "#" }
      var tag = "#" + words.joined(separator: "-")
      if !Hashtag.isHashtag(tag) {
        // “to read!” and “sci-fi (old)” lose their punctuation.
        tag =
          "#"
          + tag.dropFirst().split { !$0.isLetter && !$0.isNumber && !"-_/".contains($0) }
          .joined(separator: "-")
      }
      let result = words.isEmpty || tag.utf8.count > 200 || !Hashtag.isHashtag(tag) ? nil : tag
      known[shelf] = .some(result)
      return result
    }
  }
}

private enum LiteralText {
  /// Returns the text, changed so that it is not parsed as syntax. Notes have no escapes. A word
  /// joiner (U+2060, zero width) is inserted before `#` after white space, within `?[`, and before
  /// `>` or `Q` at the start of a line.
  static func literal(_ text: String) -> String {
    guard text.utf8.contains(where: { "#>?".utf8.contains($0) }) || text.contains("Q:") else {
      return text
    }
    var result = String.UnicodeScalarView()
    var former: Unicode.Scalar = "\n"
    var isLineStart = true
    for scalar in text.unicodeScalars {
      let isAfterBlank = former.properties.isWhitespace
      if scalar == "#" && isAfterBlank || scalar == "[" && former == "?"
        || isLineStart && (scalar == ">" || scalar == "Q")
      {
        result.append("\u{2060}")
      }
      result.append(scalar)
      isLineStart = scalar == "\n" || isLineStart && scalar.properties.isWhitespace
      former = scalar
    }
    return String(result)
  }
}
