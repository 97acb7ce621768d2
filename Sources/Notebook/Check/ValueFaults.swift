internal import JSON
internal import MiniMarkdown

/// Why the app cannot read a note's `.metadata`.
struct MetadataFault {
  /// What is wrong: a phrase.
  let what: String

  /// Nil if it can be read.
  init?(json text: String) {
    guard NoteMetadata(json: text) == nil else { return nil }
    guard let json = try? JSONValue(stored: text), let metadata = json.object else {
      what = "its metadata are no JSON object"
      return
    }
    let dates = ["creationTimestamp", "modifiedTimestamp"]
    let fields: [(String, Bool)] =
      [("title", metadata["title"]?.string != nil), ("tags", metadata["tags"]?.strings != nil)]
      + dates.map { name in
        (name, metadata[name]?.string.flatMap(Timestamps.date(json:)) != nil)
      }
    if let (name, _) = fields.first(where: { !$0.1 }) {
      what = metadata[name] == nil ? "“\(name)” is missing" : "“\(name)” is not as it must be"
    } else if let book = metadata["book"], book != .null, (try? Book(json: book)) == nil {
      what = "its book is not as it must be"
    } else {
      what = "its metadata are not as they must be"
    }
  }
}

/// Why the app cannot read a note's prompts, or reads other ones than their key says.
struct PromptFault {
  /// What is wrong: a phrase.
  let what: String

  private static let fields = [
    "reviewCount", "lapseCount", "totalCorrect", "totalIncorrect", "spacedRepetitionFactor",
  ]

  /// Nil if there is nothing wrong.
  init?(key: String, place: EntryKey, value: EntryValue) {
    guard let prompts = StoredPrompts(key: key, place: place, value: value) else {
      what = "a value contradicts its key"
      return
    }
    let statistics = prompts.json["promptStatistics"]?.array ?? []
    if let field = Self.fields.first(where: { name in statistics.contains { $0[name] == nil } }) {
      what = "statistics lack “\(field)”"
      return
    }
    guard prompts.isInApp else { return nil }
    let found = NoteContent(text: prompts.rawValue).promptCollections
      .filter { $0.kind == prompts.key.kind }
    // Of several it is not said which are equal; of a text that the app reads otherwise, not what
    // else is in it.
    guard found.count == 1 || (found.isEmpty && !AppText.differs(prompts.rawValue)) else {
      return nil
    }
    guard let count = found.isEmpty ? 0 : found[0].promptCountInApp, count != prompts.key.count
    else { return nil }
    what = "another number of prompts than the key says"
  }
}
