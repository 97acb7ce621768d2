import Base
import FrontMatter
import JSON

/// The other titles of a note: `aliases:` in front matter, as other programs write them.
///
///     ---
///     aliases: [Walden, "Life in the Woods"]
///     ---
enum NoteAliases {
  /// The most that are read.
  private static let most = 50

  /// Reads them, in order. Returns none where there is no front matter or no such field. Cost: that of the
  /// front matter.
  static func read(_ text: String) -> [String] {
    titles(FrontMatter.fields(of: text, where: isField))
  }

  /// The same of the lines of front matter.
  static func read(lines: [String]) -> [String] {
    titles(FrontMatter.fields(in: lines, where: isField))
  }

  /// Whether a field has other titles.
  static func isField(_ name: String) -> Bool {
    ["aliases", "alias"].contains(name.lowercased())
  }

  private static func titles(_ fields: [(name: String, value: JSONValue)]) -> [String] {
    let values = fields.first.map { texts(of: $0.value) } ?? []
    return Array(values.lazy.map(\.trimmed).filter { !$0.isEmpty }.prefix(most))
  }

  private static func texts(of value: JSONValue) -> [String] {
    // `[[Walden]]` is a list in a list to YAML.
    value.array.map { $0.flatMap(texts) } ?? value.asText.map { [$0] } ?? []
  }
}
