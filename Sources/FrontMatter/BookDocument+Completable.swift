import JSON

extension BookDocument {
  package enum Completable: Sendable, Equatable {
    /// The name of a field. `typed` is its part before the offset; a completion replaces `range`,
    /// in UTF-8 bytes.
    case name(typed: String, range: Range<Int>)
    /// The value of a field, or one element of a list; `typed` and `range` as for a name.
    case value(field: String, typed: String, range: Range<Int>, form: Form)
  }

  package enum Form: Sendable, Equatable {
    /// The only value, or an item on a separate line.
    case plain
    /// An element of a list in brackets.
    case inBrackets
    /// The first element of a list without brackets yet.
    case bracketed
  }

  /// The fields whose values are lists of texts.
  package static let lists: Set = ["authors", "tags", "sources"]

  package static func written(_ text: String, as form: Form) -> String {
    switch form {
    case .plain: FrontMatter.inline(.string(text))
    case .inBrackets: FrontMatter.inline(.array([.string(text)])).bracketsTaken
    case .bracketed: FrontMatter.inline(.array([.string(text)]))
    }
  }

  /// Returns what can be completed at a UTF-8 offset; nil if nothing can, or if the text is longer
  /// than `mostBytes`. Cost: linear in the text.
  package static func completable(at offset: Int, in text: String) -> Completable? {
    guard text.utf8.count <= mostBytes else { return nil }
    let lines = BookDocumentLines(text)
    guard let line = lines.lines.last(where: { $0.start <= offset }), offset <= line.end else {
      return nil
    }
    let bytes = Array(line.text.utf8)
    let column = offset - line.start
    if bytes.first == UInt8(ascii: "#") { return nil }
    guard let unit = lines.units.last(where: { $0.lines.contains { $0.start == line.start } }),
      let name = unit.name
    else { return nameBeing(bytes, column, line.start) }
    if unit.lines.first?.start == line.start {
      if offset <= unit.nameRange.upperBound { return nameBeing(bytes, column, line.start) }
      guard let colon = bytes[(unit.nameRange.upperBound - line.start)...].firstIndex(of: 0x3A),
        column > colon
      else { return nil }
      return value(of: name, bytes, from: colon + 1, at: column, line.start)
    }
    let mark = bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
    guard lists.contains(name), mark < bytes.count, bytes[mark] == UInt8(ascii: "-"), column > mark
    else { return nil }
    return value(of: name, bytes, from: mark + 1, at: column, line.start, isItem: true)
  }

  private static func nameBeing(_ bytes: [UInt8], _ column: Int, _ start: Int) -> Completable? {
    let isName = { (byte: UInt8) in
      (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "-")
        || (0x30...0x39).contains(byte)
    }
    guard bytes[..<column].allSatisfy(isName) else { return nil }
    let end = column + bytes[column...].prefix(while: isName).count
    return .name(
      typed: String(decoding: bytes[..<column], as: UTF8.self), range: start..<start + end)
  }

  private static func value(
    of name: String, _ bytes: [UInt8], from: Int, at column: Int, _ start: Int, isItem: Bool = false
  ) -> Completable? {
    var begin = from
    while begin < column, bytes[begin] == 0x20 { begin += 1 }
    let isList = lists.contains(name) && !isItem
    var (end, form) = (bytes.count, isList ? Form.bracketed : .plain)
    if isList, begin < bytes.count, bytes[begin] == UInt8(ascii: "[") {
      guard column > begin else { return nil }
      form = .inBrackets
      (begin, end) = element(in: bytes, after: begin + 1, around: column)
    }
    let quotes: (Character) -> Bool = { $0 == "\"" || $0 == "'" || $0.isWhitespace }
    let typed = String(decoding: bytes[begin..<max(begin, column)], as: UTF8.self)
    // The colon or hyphen needs a space after it.
    let needsBlank = begin == from && form != .inBrackets
    guard !needsBlank else { return nil }
    return .value(
      field: name, typed: String(typed.drop(while: quotes)), range: start + begin..<start + end,
      form: form)
  }

  /// Returns the byte range of the element at `column` in a list in brackets, without spaces before
  /// it.
  private static func element(
    in bytes: [UInt8], after open: Int, around column: Int
  ) -> (Int, Int) {
    var (begin, index, isQuoted) = (open, open, false)
    while index < bytes.count {
      let byte = bytes[index]
      if isQuoted, byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
        if index >= column { break }
        begin = index + 1
      }
      index += 1
    }
    while begin < column, bytes[begin] == 0x20 { begin += 1 }
    return (begin, max(column, min(index, bytes.count)))
  }
}

extension String {
  fileprivate var bracketsTaken: String { String(dropFirst().dropLast()) }
}
