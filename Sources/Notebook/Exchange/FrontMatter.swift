internal import JSON

/// What stands in front of the text in a Markdown file, between two lines `---`.
///
/// It is YAML of a small kind: `docs/export.md` says which. Reading is lenient. What is not
/// understood stays as it is, line by line, so that nothing is lost by it.
struct FrontMatter: Equatable {
  /// The fields that were understood, in their order.
  var fields = JSONObject()
  /// All other lines, as they are in the file, without their ends.
  var rest: [String] = []

  /// The most bytes that are looked through for its end.
  static let mostBytes = 256 << 10
}

extension FrontMatter {
  /// The front matter of a Markdown file, if it has one, and the text behind it.
  ///
  /// A file that begins with a rule (`---`) and goes on with prose has none. Cost: linear in the
  /// front matter.
  static func split(_ file: String) -> (FrontMatter?, text: String) {
    let bytes = Array(file.utf8)
    var lines: [String] = []
    var start = 0
    while start < bytes.count, start < mostBytes {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      let line = String(decoding: bytes[start..<(hasReturn ? end - 1 : end)], as: UTF8.self)
      start = min(end + 1, bytes.count)
      let isMark = line.trimmedOnTheRight == "---"
      if lines.isEmpty, !isMark { break }
      if !lines.isEmpty, isMark || line.trimmedOnTheRight == "..." {
        guard isFrontMatter(lines.dropFirst()) else { break }
        let text = String(decoding: bytes[start...], as: UTF8.self)
        return (FrontMatter(lines: Array(lines.dropFirst())), text)
      }
      lines.append(line)
      if end == bytes.count { break }
    }
    return (nil, file)
  }

  /// Whether its first line that says something has a key.
  private static func isFrontMatter(_ lines: ArraySlice<String>) -> Bool {
    let first = lines.first { !$0.isBlank && $0.utf8.first != UInt8(ascii: "#") }
    return first.map { FrontMatterReader.key(of: $0) != nil } ?? true
  }

  /// Reads the lines between the marks.
  init(lines: [String]) {
    var index = 0
    while index < lines.count {
      var end = index + 1
      while end < lines.count, Self.continues(lines[end]) { end += 1 }
      var unit = Array(lines[index..<end])
      while unit.count > 1, unit.last?.isBlank == true { unit.removeLast() }
      if let (key, value) = FrontMatterReader.field(unit), fields[key] == nil {
        fields[key] = value
      } else {
        rest += unit.drop(while: \.isBlank)
      }
      index = end
    }
  }

  /// Whether a line belongs to the field above it.
  private static func continues(_ line: String) -> Bool {
    line.isBlank || line.utf8.first == 0x20 || line.utf8.first == 0x09 || line.isListItem
  }

  /// The keys of fields that were not understood.
  var keysInRest: Set<String> { Set(rest.compactMap { FrontMatterReader.key(of: $0)?.0 }) }
}

extension String {
  /// Whether it is `-` or begins with `- `. By bytes, as everything here: to Swift a combining mark
  /// makes another character of what stands before it.
  var isListItem: Bool { utf8.elementsEqual("-".utf8) || utf8.starts(with: "- ".utf8) }

  /// The text without so many bytes at its beginning.
  func dropping(_ bytes: Int) -> String { String(decoding: utf8.dropFirst(bytes), as: UTF8.self) }

  /// Whether nothing is to be seen.
  var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

  /// The text without spaces and tabs at its end.
  var trimmedOnTheRight: String {
    var bytes = Array(utf8)
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
