import Base
import Books
package import JSON
package import KeyValueStore
import MiniMarkdown

/// The reason, as a phrase, why the app cannot read a note's `.metadata`.
package struct MetadataFault {
  package let problem: String

  package init?(json text: String) {
    var outline = JSONOutline()
    guard NoteMetadata(json: text, &outline) == nil else {
      let hasHistory = try? outline.read(text) { metadata in
        metadata.member("book")?.member("readingHistory").map { !$0.isNull } ?? false
      }
      guard hasHistory == true, let json = try? JSONValue(stored: text),
        !Self.isReadable(json["book"]?["readingHistory"])
      else { return nil }
      problem = "the book's readings are invalid"
      return
    }
    guard let json = try? JSONValue(stored: text), let metadata = json.object else {
      problem = "it is not a JSON object"
      return
    }
    let dates = ["creationTimestamp", "modifiedTimestamp"]
    let fields: [(String, Bool)] =
      [("title", metadata["title"]?.string != nil), ("tags", metadata["tags"]?.strings != nil)]
      + dates.map { name in
        (name, metadata[name]?.string.flatMap(Timestamps.date(json:)) != nil)
      }
    if let (name, _) = fields.first(where: { !$0.1 }) {
      problem = metadata[name] == nil ? "“\(name)” is missing" : "“\(name)” is invalid"
    } else if let book = metadata["book"], book != .null, (try? Book(json: book)) == nil {
      problem = "the book is invalid"
    } else {
      problem = "its format is unknown"
    }
  }
}

extension MetadataFault {
  /// Whether the app can read a reading history: `{entries: [{start, finish}]}`, where a date is an
  /// object of integers. This program itself reads fewer members.
  private static func isReadable(_ history: JSONValue?) -> Bool {
    guard let entries = history?["entries"], entries != .null else { return true }
    return entries.array?.allSatisfy { entry in
      entry.object != nil
        && ["start", "finish"].allSatisfy { isDate(entry[$0] ?? .null) }
    } ?? false
  }

  private static let parts = [
    "era", "year", "month", "day", "hour", "minute", "second", "nanosecond", "weekday",
    "weekdayOrdinal", "quarter", "weekOfMonth", "weekOfYear", "yearForWeekOfYear",
  ]

  private static func isDate(_ date: JSONValue) -> Bool {
    date == .null
      || date.object != nil
        && parts.allSatisfy { name in
          date[name].map { $0 == .null || $0.int != nil } ?? true
        }
  }
}

/// The reason, as a phrase, why a stored value is unreadable.
struct ValueFault {
  let problem: String

  /// Returns nil if the value is valid; metadata and prompts of a note must also be readable by the
  /// app.
  init?(_ version: StoredVersion) {
    let value = version.value
    for (name, bytes) in [("text", value.text), ("JSON", value.json), ("type", value.mimeType)] {
      if let bytes, String(validating: bytes, as: UTF8.self) == nil {
        problem = "its \(name) is not in UTF-8"
        return
      }
    }
    guard let decoded = value.value else {
      problem =
        value.type == 2 && value.json != nil ? "its JSON is not valid" : "it has the wrong type"
      return
    }
    let key = version.key
    if key.key == ".metadata", NoteValues.isNote(key.scope), decoded != .null {
      guard let json = value.json else {
        problem = "it is not JSON"
        return
      }
      guard let fault = MetadataFault(json: String(decoding: json, as: UTF8.self)) else {
        return nil
      }
      problem = fault.problem
    } else if NoteValues.isNote(key.scope), PromptKey.isKnown(key.key), decoded != .null {
      guard let fault = PromptFault(key: key.key, entryKey: key, value: decoded) else { return nil }
      problem = fault.problem
    } else {
      return nil
    }
  }
}

/// The reason, as a phrase, why the app cannot read a note's prompts, or reads other prompts than
/// their key states.
package struct PromptFault {
  package let problem: String
  /// Whether saving the note fixes the problem and keeps the statistics, by moving the prompts to a
  /// scope that the app ignores.
  package private(set) var isMovable = false

  private static let fields: [StaticString] = [
    "reviewCount", "lapseCount", "totalCorrect", "totalIncorrect", "spacedRepetitionFactor",
  ]

  init?(key: String, entryKey: EntryKey, value: EntryValue) {
    guard case .json(let json) = value else {
      self.init(key: key, entryKey: entryKey, node: nil as JSONValue?)
      return
    }
    self.init(key: key, entryKey: entryKey, node: json)
  }

  /// Checks unparsed JSON, which is faster for many values. `json` is nil for a value of another
  /// kind.
  package init?(key: String, entryKey: EntryKey, json: String?, _ outline: inout JSONOutline) {
    do {
      guard let json else { throw JSONMismatch() }
      let fault = try outline.read(json) { node in Self(key: key, entryKey: entryKey, node: node) }
      guard let fault else { return nil }
      self = fault
    } catch {
      self.init(key: key, entryKey: entryKey, node: nil as JSONValue?)
    }
  }

  private init?<Node: JSONNode>(key text: String, entryKey: EntryKey, node: Node?) {
    guard PromptKey.isKnown(text) else {
      problem = "they are of an unknown kind (\(text.prefix(40)))"
      return
    }
    guard let key = PromptKey(text),
      node?.member("type")?.string == PromptKey.prefix + key.kind.rawValue,
      let rawValue = node?.member("rawValue")?.string,
      let statistics = node?.member("promptStatistics")?.array, statistics.count == key.count
    else {
      problem = "they do not match their key"
      return
    }
    let field = Self.fields.first { name in statistics.contains { $0.member(name) == nil } }
    if let field {
      problem = "“\(field)” is missing in their statistics"
      return
    }
    // The app ignores our scope.
    guard entryKey.scope != EntryKey.ourScope else { return nil }
    if key.kind != .cloze {
      if key.count == 1 { return nil }
      problem = "the number of prompts differs from its key"
      return
    }
    let count = LibraryNotesReading.clozeCount(of: rawValue)
    if count == key.count { return nil }
    problem =
      count == nil
      ? "the app crashes when it reads them" : "the number of prompts differs from its key"
    isMovable = NoteContent(text: rawValue).promptCollections.contains {
      $0.kind == .cloze && $0.promptCount == key.count
    }
  }
}
