import Base
import FrontMatter
import JSON

/// The other titles of a note: `aliases:` in front matter, as other programs write them.
///
///     ---
///     aliases: [Walden, "Life in the Woods"]
///     ---
enum NoteAliases {
  private static let most = 50

  /// Returns the titles in order; empty if the front matter or the field is missing. Cost: linear
  /// in the front matter.
  static func read(_ text: String) -> [String] {
    titles(FrontMatter.fields(of: text, where: isField))
  }

  static func read(lines: [String]) -> [String] {
    titles(FrontMatter.fields(in: lines, where: isField))
  }

  static func isField(_ name: String) -> Bool {
    ["aliases", "alias"].contains(name.lowercased())
  }

  private static func titles(_ fields: [(name: String, value: JSONValue)]) -> [String] {
    let values = fields.first.map { texts(of: $0.value) } ?? []
    return Array(values.lazy.map(\.trimmed).filter { !$0.isEmpty }.prefix(most))
  }

  private static func texts(of value: JSONValue) -> [String] {
    // YAML reads `[[Walden]]` as a list in a list.
    value.array.map { $0.flatMap(texts) } ?? value.asText.map { [$0] } ?? []
  }
}
