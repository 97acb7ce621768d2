package import JSON

/// The part before the text in a Markdown file, between two lines `---`.
///
/// It is YAML; `docs/export.md` defines the kind. Reading is lenient. Lines that are not
/// understood, or that no note has, stay as they are, so that nothing is lost.
package struct FrontMatter: Equatable {
  /// The fields that were understood, in their order.
  package var fields = JSONObject()
  /// All other lines, as they are in the file, without their ends.
  package var rest: [String] = []
  /// Lines that were not understood.
  package private(set) var remarks: [Remark] = []
  /// The lines that said a field, with its place among all fields; and the places of those in
  /// `rest`.
  private var sources: [String: (place: Int, lines: [String])] = [:]
  private var places: [Int] = []

  /// The reason why some lines are not understood.
  package struct Remark: Equatable {
    /// The field they are of; nil if of none.
    package var field: String?
    package var reason: String
    package var lines: [String]
  }

  /// The most bytes that are looked through for its end.
  package static let mostBytes = 256 << 10

  package init(fields: JSONObject = JSONObject(), rest: [String] = []) {
    (self.fields, self.rest) = (fields, rest)
  }

  /// Whether both say the same.
  package static func == (left: FrontMatter, right: FrontMatter) -> Bool {
    left.fields == right.fields && left.rest == right.rest
  }
}

extension FrontMatter {
  /// The front matter of a Markdown file, if it has one, and the text after it.
  ///
  /// A file that begins with a rule (`---`) and continues with prose has none. Cost: linear in the
  /// front matter.
  package static func split(_ file: String) -> (FrontMatter?, text: String) {
    let bytes = Array(file.utf8)
    guard let (lines, end) = head(of: bytes) else { return (nil, file) }
    return (FrontMatter(lines: lines), String(decoding: bytes[end...], as: UTF8.self))
  }

  /// The fields whose names are wanted in the front matter of a Markdown file, in their order. Of others only the
  /// names are read. Cost: linear in the front matter.
  package static func fields(
    of file: String, where isWanted: (String) -> Bool
  ) -> [(name: String, value: JSONValue)] {
    guard file.utf8.starts(with: "---".utf8),
      let head = head(of: Array(file.utf8.prefix(mostBytes)))
    else { return [] }
    return fields(in: head.lines, where: isWanted)
  }

  /// The same of the lines between the marks.
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

  /// The lines between the marks, and the place after the second mark's line; nil if there is no front matter.
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

  /// Whether its first line that says something has a key.
  private static func isFrontMatter(_ lines: ArraySlice<String>) -> Bool {
    let first = lines.first { !$0.isBlank && $0.utf8.first != UInt8(ascii: "#") }
    return first.map { FrontMatterReader.key(of: $0) != nil } ?? true
  }

  /// Reads the lines between the marks.
  package init(lines: [String]) {
    for unit in Self.units(of: lines) { add(unit.lines, at: unit.place) }
  }

  /// The lines of each field, or of none, with the index of the first line.
  private static func units(of lines: [String]) -> [(place: Int, lines: [String])] {
    var units: [(place: Int, lines: [String])] = []
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

  /// Adds the lines of a field, or of none.
  private mutating func add(_ unit: [String], at place: Int) {
    guard let first = unit.first else { return }
    do throws(FrontMatterReader.Unreadable) {
      let (key, value) = try FrontMatterReader.field(unit)
      guard fields[key] == nil else {
        throw FrontMatterReader.Unreadable(reason: "it is there twice")
      }
      fields[key] = value
      sources[key] = (place, unit)
    } catch {
      rest += unit
      places += unit.map { _ in place }
      if first.utf8.first == UInt8(ascii: "#"), unit.count == 1 { return }
      remarks.append(
        Remark(field: FrontMatterReader.key(of: first)?.0, reason: error.reason, lines: unit))
    }
  }

  /// The end of the lines that continue the field above, if the lines from `start` on do: blank
  /// ones, indented ones, items, the end of a list; and comments between them.
  private static func end(ofContinuation lines: [String], from start: Int) -> Int? {
    var end = start
    while end < lines.count, lines[end].utf8.first == UInt8(ascii: "#") { end += 1 }
    guard end < lines.count else { return nil }
    let line = lines[end]
    // A comment after a blank line is the next field's.
    if end > start, line.isBlank { return nil }
    let isPart =
      line.isBlank || line.isListItem
      || line.utf8.first.map { " \t]}".utf8.contains($0) } ?? false
    return isPart ? end + 1 : nil
  }

  /// Turns the fields that `isMoved` names into lines that mean nothing here: those that they were read
  /// from, byte for byte, in their place among the others.
  package mutating func keepAsLines(_ isMoved: (String) -> Bool) {
    var (written, kept) = (FrontMatter(), JSONObject())
    let places = places.count == rest.count ? places : Array(repeating: .max, count: rest.count)
    var units = zip(places, rest).map { (place: $0, lines: [$1]) }
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
    // In front of the others, so that reading and writing it again changes nothing.
    let front = written.lines.dropFirst().dropLast().map { (place: -1, lines: [$0]) }
    let sorted = (front + units).enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }
    rest = sorted.flatMap(\.element.lines)
    self.places = sorted.flatMap { unit in unit.element.lines.map { _ in unit.element.place } }
  }

  /// Takes other fields in the place of those that were read.
  package mutating func replaceFields(with fields: JSONObject) {
    self.fields = fields
    sources = [:]
  }

  /// The keys of fields that were not understood.
  package var keysInRest: Set<String> { Set(rest.compactMap { FrontMatterReader.key(of: $0)?.0 }) }
}

extension String {
  /// Whether it is `-` or begins with `- `. By bytes, as everything here: to Swift a combining mark
  /// makes another character of the one before it.
  package var isListItem: Bool { utf8.elementsEqual("-".utf8) || utf8.starts(with: "- ".utf8) }

  /// The text without so many bytes at its beginning.
  package func dropping(_ bytes: Int) -> String {
    String(decoding: utf8.dropFirst(bytes), as: UTF8.self)
  }

  /// Whether nothing is to be seen.
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
  /// The id in the front matter of a file with this text; nil if there is none. It may be any text. Cost: linear in
  /// the front matter.
  package static func id(in text: String) -> String? {
    guard text.utf8.starts(with: "---".utf8) else { return nil }
    let head = String(decoding: text.utf8.prefix(FrontMatter.mostBytes), as: UTF8.self)
    return FrontMatter.split(head).0?.fields["id"]?.string
  }
}
