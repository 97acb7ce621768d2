struct RowReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  /// The byte that ends lines: a line feed, or a carriage return in texts without line feeds.
  private let lineEnd: UInt8
  private var offset: Int
  private var line: Int
  private var secondLooks = 0
  var hasQuotes = true
  /// Whether spaces may precede the quote that encloses a field.
  var isPadded = false
  var width: Int?

  private static let quote = UInt8(ascii: "\"")

  init(_ bytes: [UInt8], separator: UInt8, at offset: Int, line: Int) {
    self.bytes = bytes
    self.separator = separator
    lineEnd = bytes.contains(0x0A) ? 0x0A : 0x0D
    self.offset = offset
    self.line = line
  }

  /// Returns the next nonblank row; nil at the end.
  mutating func next() -> DelimitedText.Row? {
    while offset < bytes.count {
      var draft = fields(endingWithLine: secondLooks >= DelimitedText.Limits.secondLooks)
      if draft.isSuspicious(width: width) {
        secondLooks += 1
        let again = fields(endingWithLine: true)
        // Prefer the shorter row if the quotes seem to join several lines by mistake.
        if again.next < draft.next { draft = again }
      }
      let first = line
      line += bytes[offset..<draft.next].count { $0 == lineEnd }
      let range = offset..<max(offset, draft.end)
      offset = draft.next
      guard draft.fields.contains(where: { !$0.trimmedField.isEmpty }) else { continue }
      let extra = width.map { draft.fields.dropFirst($0) } ?? []
      return DelimitedText.Row(
        line: first, fields: draft.fields, range: range,
        isRagged: draft.fields.count < width ?? 0 || extra.contains { !$0.trimmedField.isEmpty },
        hasStrayQuotes: draft.hasStrayQuotes)
    }
    return nil
  }

  private struct Draft {
    var fields: [String] = []
    var end = 0
    var next = 0
    var hasStrayQuotes = false
    var isMultiline = false
    /// Whether a quote is not closed, or not within the limit.
    var isOpen = false

    func isSuspicious(width: Int?) -> Bool {
      isOpen || isMultiline && hasStrayQuotes && width.map { fields.count != $0 } ?? true
    }
  }

  private func fields(endingWithLine: Bool) -> Draft {
    var draft = Draft()
    var index = offset
    while true {
      let (field, end) = field(at: index, endingWithLine, &draft)
      if draft.fields.count < DelimitedText.Limits.fields {
        draft.fields.append(field)
      } else if let last = draft.fields.indices.last {
        draft.fields[last] += String(decoding: [separator], as: UTF8.self) + field
      }
      index = end
      guard index < bytes.count, bytes[index] == separator else { break }
      index += 1
    }
    draft.end = index
    if lineEnd == 0x0A, index > offset, bytes[index - 1] == 0x0D { draft.end -= 1 }
    draft.next = min(index + 1, bytes.count)
    return draft
  }

  private func field(
    at start: Int, _ endingWithLine: Bool, _ draft: inout Draft
  ) -> (String, Int) {
    var open = start
    while isPadded, open < bytes.count, bytes[open] == 0x20 { open += 1 }
    if hasQuotes, open < bytes.count, bytes[open] == Self.quote {
      if let quoted = quoted(at: open, endingWithLine, &draft) { return quoted }
      draft.hasStrayQuotes = true
    }
    var end = hasQuotes ? endOfFormula(at: open) ?? start : start
    while end < bytes.count, bytes[end] != separator, bytes[end] != lineEnd { end += 1 }
    var textEnd = end
    let isLineEnd = end == bytes.count || bytes[end] == lineEnd
    if isLineEnd, lineEnd == 0x0A, textEnd > start, bytes[textEnd - 1] == 0x0D { textEnd -= 1 }
    return (String(decoding: bytes[start..<textEnd], as: UTF8.self), end)
  }

  /// Returns a quoted field; nil if no quote closes it within the limit or, with `endingWithLine`,
  /// on its line.
  private func quoted(
    at start: Int, _ endingWithLine: Bool, _ draft: inout Draft
  ) -> (String, Int)? {
    var text: [UInt8] = []
    var index = start + 1
    var isMultiline = false
    var isStray = false
    while index < bytes.count, index - start <= DelimitedText.Limits.field {
      let byte = bytes[index]
      if byte == Self.quote {
        if index + 1 < bytes.count, bytes[index + 1] == Self.quote {
          text.append(byte)
          index += 2
          continue
        }
        if let end = endOfField(after: index) {
          draft.isMultiline = draft.isMultiline || isMultiline
          draft.hasStrayQuotes = draft.hasStrayQuotes || isStray
          return (String(decoding: text, as: UTF8.self), end)
        }
        isStray = true
      } else if byte == lineEnd {
        if endingWithLine { return nil }
        isMultiline = true
      }
      // Line ends within fields become line feeds, in all files.
      let isHalf = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isHalf { text.append(byte == lineEnd ? 0x0A : byte) }
      index += 1
    }
    draft.isOpen = true
    return nil
  }

  /// Returns the offset after a formula such as `="813,01"`, in which spreadsheets keep numbers as
  /// text; nil if there is none.
  private func endOfFormula(at start: Int) -> Int? {
    guard start + 2 < bytes.count, bytes[start] == UInt8(ascii: "="),
      bytes[start + 1] == Self.quote,
      let close = bytes[(start + 2)...].firstIndex(where: { $0 == Self.quote || $0 == lineEnd }),
      bytes[close] == Self.quote
    else { return nil }
    return endOfField(after: close)
  }

  /// Returns the offset of the separator or line end after the quote at `index`, if only spaces are
  /// before it; nil otherwise.
  private func endOfField(after index: Int) -> Int? {
    var end = index + 1
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x0D && bytes[end] != lineEnd {
      end += 1
    }
    guard end < bytes.count else { return end }
    return bytes[end] == separator || bytes[end] == lineEnd ? end : nil
  }
}
