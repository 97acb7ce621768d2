import JSON
import KeyValueStore

/// Describes the values in which sides of a conflict differ, such as `stars: 5`.
enum ConflictFacts {
  /// Returns, for each of `versions` of one key, the values that differ between them. For files,
  /// such as images, returns the size in bytes.
  static func all(_ versions: [StoredVersion]) -> [[String]] {
    guard let key = versions.first?.key else { return [] }
    if case .blob? = versions.first?.value.value {
      return versions.map { ["\(name(of: key)): \($0.value.size) bytes"] }
    }
    let facts = versions.map { version -> [String: String] in
      guard let object = version.value.value?.json?.object else { return [:] }
      var facts: [String: String] = [:]
      add(.object(object), at: "", to: &facts)
      return facts
    }
    let names = Set(facts.flatMap(\.keys)).filter { name in
      facts.contains { $0[name] != facts.first?[name] }
    }
    return facts.map { facts in
      names.sorted().map { "\($0): \(facts[$0] ?? "none")".onOneLine(atMost: mostCharacters) }
    }
  }

  private static let mostCharacters = 80

  private static func name(of key: EntryKey) -> String {
    key.key == NoteCover.key ? "cover" : key.key
  }

  /// Nil for values that are not shown, most of which follow from others.
  private static let names: [String: String?] = [
    "rating": "stars", "numberOfPages": "pages", "yearPublished": "year",
    "originalYearPublished": "first published", "readingHistory.entries": "readings",
    "readingHistory.hasRead": nil, "readingHistory.multipleReadings": nil, "highlights": nil,
  ]

  private static func add(_ value: JSONValue, at path: String, to facts: inout [String: String]) {
    if JSONObject.derivedMetadata.contains(path) { return }
    var name = path
    if path.hasPrefix("book.") { name = String(path.dropFirst("book.".count)) }
    if let known = names[name] {
      guard let known else { return }
      name = known
    }
    switch value {
    case .object(let object) where path.isEmpty || ["book", "book.readingHistory"].contains(path):
      for member in object.members {
        add(member.value, at: path.isEmpty ? member.key : "\(path).\(member.key)", to: &facts)
      }
    case .null: break
    default: facts[name] = words(of: value)
    }
  }

  private static func words(of value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let array): array.map(words).joined(separator: ", ")
    case .object(let object):
      object.members.map { "\($0.key) \(words(of: $0.value))" }.joined(separator: " ")
    default: String(decoding: value.serialized(), as: UTF8.self)
    }
  }
}

extension String {
  fileprivate func onOneLine(atMost count: Int) -> String {
    let line = String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    return line.count > count ? line.prefix(count - 1) + "…" : line
  }
}
