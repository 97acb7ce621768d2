import JSON

/// The fields in the text of a record, with their ranges in UTF-8 bytes, for editors.
struct BookDocumentLines {
  /// A line without its line end. `start` and `end` are offsets in UTF-8 bytes.
  struct Line {
    var start: Int
    var text: String
    var end: Int { start + text.utf8.count }
  }

  /// A field, or lines that are not a field.
  struct Unit {
    var lines: [Line]
    var name: String?
    /// The range of the name; of the first line if it has no name.
    var nameRange: Range<Int>
    /// The range of the value on the first line; empty if there is none.
    var valueRange: Range<Int>

    var range: Range<Int> { nameRange.lowerBound..<(lines.last?.end ?? nameRange.upperBound) }
    var text: String { lines.map { $0.text + "\n" }.joined() }

    init(member line: Line) {
      lines = [line]
      let found = FrontMatterReader.key(of: line.text)
      name = found?.0
      let bytes = Array(line.text.utf8)
      let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
      // Searches back from the value for the colon; there may be blanks between them.
      let value = found.map(\.1) ?? ""
      var end = bytes.count
      while let last = bytes[..<end].last, isBlank(last) { end -= 1 }
      let begin = end - value.utf8.count
      var colon = begin
      while colon > 0, bytes[colon - 1] != UInt8(ascii: ":") { colon -= 1 }
      var nameEnd = max(0, colon - 1)
      while nameEnd > 0, isBlank(bytes[nameEnd - 1]) { nameEnd -= 1 }
      nameRange = line.start..<line.start + (found == nil ? end : nameEnd)
      valueRange = line.start + begin..<line.start + end
    }
  }

  private(set) var lines: [Line] = []
  private(set) var units: [Unit] = []

  /// Cost: linear in the text.
  init(_ text: String) {
    var start = 0
    for part in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let kept = part.last == 0x0D ? part.dropLast() : part
      add(Line(start: start, text: String(decoding: kept, as: UTF8.self)))
      start += part.count + 1
    }
  }

  private mutating func add(_ line: Line) {
    lines.append(line)
    guard !line.text.isBlank, let first = line.text.utf8.first, first != UInt8(ascii: "#") else {
      return
    }
    if " \t]}".utf8.contains(first) || line.text.isListItem, !units.isEmpty {
      units[units.count - 1].lines.append(line)
    } else {
      units.append(Unit(member: line))
    }
  }
}
