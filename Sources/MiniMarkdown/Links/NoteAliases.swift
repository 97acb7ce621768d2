/// The other titles of a note: `aliases:` in front matter, as other programs write them.
///
///     ---
///     aliases: [Walden, "Life in the Woods"]
///     ---
package enum NoteAliases {
  /// The most that are read, and the length of front matter in which they are looked for, in bytes.
  static let (most, longest) = (50, 16 << 10)

  /// Reads them, in order. Returns none where there is no front matter or no such member. Cost: that of the
  /// front matter.
  package static func read(_ text: String) -> [String] {
    guard text.utf8.starts(with: "---".utf8) else { return [] }
    let head = Substring(text.utf8.prefix(longest))
    let lines = head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.first?.trimmed == "---",
      let end = lines.dropFirst().firstIndex(where: { ["---", "..."].contains($0.trimmed) }),
      let start = lines[..<end].firstIndex(where: isMember)
    else { return [] }
    let rest = lines[start].drop { $0 != ":" }.dropFirst().trimmed
    let items: [String] =
      if rest.hasPrefix("["), rest.hasSuffix("]") {
        parts(ofList: rest.dropFirst().dropLast())
      } else if rest.isEmpty {
        lines[(start + 1)..<end].prefix { isItem($0) }.map { String($0.trimmed.dropFirst()) }
      } else {
        [rest]
      }
    return items.lazy.map(unquoted).filter { !$0.isEmpty }.prefix(most).map { $0 }
  }

  private static func isMember(_ line: Substring) -> Bool {
    let name = line.prefix { $0 != ":" }.lowercased()
    return line.contains(":") && (name == "aliases" || name == "alias")
  }

  private static func isItem(_ line: Substring) -> Bool {
    let line = line.trimmed
    return line == "-" || line.hasPrefix("- ")
  }

  /// The items of `a, "b, c"`.
  private static func parts(ofList list: Substring) -> [String] {
    var parts: [String] = [""]
    var quote: Character?
    for character in list {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == nil, character == "," {
        parts.append("")
        continue
      }
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func unquoted(_ item: String) -> String {
    let item = item.trimmed
    guard item.count >= 2, let first = item.first, first == item.last, first == "\"" || first == "'"
    else { return item }
    return item.dropFirst().dropLast().trimmed
  }
}
