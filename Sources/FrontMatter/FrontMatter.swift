package import JSON

/// The front matter of a Markdown file: YAML between two lines `---`, before the text.
///
/// `docs/export.md` defines the form. Parsing is lenient: lines that cannot be parsed are kept
/// unchanged in `rest`.
package struct FrontMatter: Equatable {
  package var fields = JSONObject()
  /// The other lines, such as comments, unchanged and without line ends. Blank lines between fields
  /// are dropped.
  package var rest: [String] = []
  /// The lines in `rest` that could not be parsed, without comments.
  package private(set) var remarks: [Remark] = []
  /// The lines of each field, and the index of the first. `lineIndices` contains, for each line of
  /// `rest`, the index of the first line parsed with it.
  private var sources: [String: (index: Int, lines: [String])] = [:]
  private var lineIndices: [Int] = []

  package struct Remark: Equatable {
    /// The key of the first line; nil if it has none.
    package var field: String?
    package var reason: String
    package var lines: [String]
  }

  /// The maximum number of bytes that are searched for the closing line.
  package static let mostBytes = 256 << 10

  package init(fields: JSONObject = JSONObject(), rest: [String] = []) {
    (self.fields, self.rest) = (fields, rest)
  }

  /// Whether both have equal fields and an equal `rest`, regardless of the lines they were read
  /// from.
  package static func == (left: FrontMatter, right: FrontMatter) -> Bool {
    left.fields == right.fields && left.rest == right.rest
  }
}

extension FrontMatter {
  /// Splits a Markdown file into its front matter, if it has one, and the text after it.
  ///
  /// A file that begins with a rule (`---`) and continues with prose has none. Cost: linear in the
  /// file.
  package static func split(_ file: String) -> (FrontMatter?, text: String) {
    let bytes = Array(file.utf8)
    guard let (lines, end) = head(of: bytes) else { return (nil, file) }
    return (FrontMatter(lines: lines), String(decoding: bytes[end...], as: UTF8.self))
  }

  /// Returns the fields whose names `isWanted` accepts, in order, from the front matter of `file`.
  /// Skips fields that cannot be parsed.
  package static func fields(
    of file: String, where isWanted: (String) -> Bool
  ) -> [(name: String, value: JSONValue)] {
    guard file.utf8.starts(with: "---".utf8),
      let head = head(of: Array(file.utf8.prefix(mostBytes)))
    else { return [] }
    return fields(in: head.lines, where: isWanted)
  }

  /// Returns the fields that `isWanted` accepts from the lines between the two `---`.
  package static func fields(
    in lines: [String], where isWanted: (String) -> Bool
  ) -> [(name: String, value: JSONValue)] {
    units(of: lines).compactMap { unit in
      guard let name = unit.lines.first.flatMap(FrontMatterReader.key)?.0, isWanted(name),
        let field = try? FrontMatterReader.field(unit.lines)
      else { return nil }
      return (name, field.1)
    }
  }

  /// Returns the lines between the two `---`, and the offset after the closing line; nil without
  /// front matter. `...` closes it, too.
  private static func head(of bytes: [UInt8]) -> (lines: [String], end: Int)? {
    var lines: [String] = []
    var start = 0
    while start < bytes.count, start < mostBytes {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
      let line = String(decoding: bytes[start..<(hasReturn ? end - 1 : end)], as: UTF8.self)
      start = min(end + 1, bytes.count)
      let isMark = line.trimmedOnTheRight == "---"
      if lines.isEmpty, !isMark { return nil }
      if !lines.isEmpty, isMark || line.trimmedOnTheRight == "..." {
        let fields = lines.dropFirst()
        return isFrontMatter(fields) ? (Array(fields), start) : nil
      }
      lines.append(line)
      if end == bytes.count { break }
    }
    return nil
  }

  /// Returns whether the first line that is neither blank nor a comment has a key; true if there is
  /// no such line.
  private static func isFrontMatter(_ lines: ArraySlice<String>) -> Bool {
    let first = lines.first { !$0.isBlank && $0.utf8.first != UInt8(ascii: "#") }
    return first.map { FrontMatterReader.key(of: $0) != nil } ?? true
  }

  package init(lines: [String]) {
    for unit in Self.units(of: lines) { add(unit.lines, at: unit.index) }
  }

  /// Groups lines by field. Each group has the index of its first line; a line outside all fields
  /// starts a group, too.
  private static func units(of lines: [String]) -> [(index: Int, lines: [String])] {
    var units: [(index: Int, lines: [String])] = []
    var index = 0
    while index < lines.count {
      var end = index + 1
      while let next = Self.end(ofContinuation: lines, from: end) { end = next }
      var unit = Array(lines[index..<end])
      while unit.count > 1, unit.last?.isBlank == true { unit.removeLast() }
      units.append((index, Array(unit.drop(while: \.isBlank))))
      index = end
    }
    return units
  }

  /// Parses a field and adds it. If that fails, adds its lines to `rest`, with a remark unless they
  /// are one comment.
  private mutating func add(_ unit: [String], at index: Int) {
    guard let first = unit.first else { return }
    do throws(FrontMatterReader.Unreadable) {
      let (key, value) = try FrontMatterReader.field(unit)
      guard fields[key] == nil else {
        throw FrontMatterReader.Unreadable(reason: "it occurs twice")
      }
      fields[key] = value
      sources[key] = (index, unit)
    } catch {
      rest += unit
      lineIndices += unit.map { _ in index }
      if first.utf8.first == UInt8(ascii: "#"), unit.count == 1 { return }
      remarks.append(
        Remark(field: FrontMatterReader.key(of: first)?.0, reason: error.reason, lines: unit))
    }
  }

  /// Skips comments and one line that continues the field above. Returns the index after that line;
  /// nil if the field does not continue. Blank and indented lines, items and closing brackets
  /// continue a field.
  private static func end(ofContinuation lines: [String], from start: Int) -> Int? {
    var end = start
    while end < lines.count, lines[end].utf8.first == UInt8(ascii: "#") { end += 1 }
    guard end < lines.count else { return nil }
    let line = lines[end]
    // A comment before a blank line belongs to the next field.
    if end > start, line.isBlank { return nil }
    let isPart =
      line.isBlank || line.isListItem
      || line.utf8.first.map { " \t]}".utf8.contains($0) } ?? false
    return isPart ? end + 1 : nil
  }

  /// Moves the fields that `isMoved` accepts to `rest`: the lines from which they were parsed,
  /// unchanged and in order. Fields without lines are formatted and placed first.
  package mutating func keepAsLines(_ isMoved: (String) -> Bool) {
    var (written, kept) = (FrontMatter(), JSONObject())
    let indices =
      lineIndices.count == rest.count ? lineIndices : Array(repeating: .max, count: rest.count)
    var units = zip(indices, rest).map { (index: $0, lines: [$1]) }
    for member in fields.members {
      if !isMoved(member.key) {
        kept[member.key] = member.value
      } else if let source = sources.removeValue(forKey: member.key) {
        units.append(source)
      } else {
        written.fields[member.key] = member.value
      }
    }
    fields = kept
    // Formatted lines come first, so that parsing and writing the result does not change it.
    let front = written.lines.dropFirst().dropLast().map { (index: -1, lines: [$0]) }
    let sorted = (front + units).enumerated().sorted {
      ($0.element.index, $0.offset) < ($1.element.index, $1.offset)
    }
    rest = sorted.flatMap(\.element.lines)
    lineIndices = sorted.flatMap { unit in unit.element.lines.map { _ in unit.element.index } }
  }

  /// Turns the lines in `rest` of fields with these names into comments. An export with fields of
  /// these names then has each key once.
  package mutating func commentOut(_ names: Set<String>) {
    var isField = false
    rest = rest.map { line in
      if line.hasPrefix("#") { return line }
      let isPart = line.utf8.first.map { " \t-]}".utf8.contains($0) } ?? true
      if !isPart || !isField {
        isField = FrontMatterReader.key(of: line).map { names.contains($0.0) } ?? false
      }
      return isField ? "# \(line)" : line
    }
  }

  package mutating func replaceFields(with fields: JSONObject) {
    self.fields = fields
    sources = [:]
  }

  package var keysInRest: Set<String> { Set(rest.compactMap { FrontMatterReader.key(of: $0)?.0 }) }
}

extension String {
  /// Whether the line is an item of a list: `-`, or `- ` and a text. Compares bytes: in Swift, a
  /// combining mark joins the character before it.
  package var isListItem: Bool { utf8.elementsEqual("-".utf8) || utf8.starts(with: "- ".utf8) }

  package func dropping(_ bytes: Int) -> String {
    String(decoding: utf8.dropFirst(bytes), as: UTF8.self)
  }

  package var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }

  /// The text without spaces and tabs at its end.
  package var trimmedOnTheRight: String {
    var bytes = Array(utf8)
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A Markdown file that may be the export of a note.
package enum NoteFile {
  /// Returns the `id` in the front matter of `text`; nil if there is none, or if it is not a
  /// string. Cost: linear in the first `FrontMatter.mostBytes`.
  package static func id(in text: String) -> String? {
    guard text.utf8.starts(with: "---".utf8) else { return nil }
    let head = String(decoding: text.utf8.prefix(FrontMatter.mostBytes), as: UTF8.self)
    return FrontMatter.split(head).0?.fields["id"]?.string
  }
}
