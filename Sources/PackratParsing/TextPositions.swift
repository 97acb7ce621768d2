/// A position in a text as editors count it: line and column, both from 0.
package struct TextPosition: Hashable, Sendable, Comparable {
  package var line: Int
  /// The column, in units of the `PositionEncoding` in use.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// Conversions between offsets and positions. A line ends with `\n`, `\r\n`, or `\r` alone. (LSP
/// 3.17, "Text Documents".) Cost of each, unless stated otherwise: O(log n), and one record's text.
extension DocumentSnapshot {
  /// The number of lines; a text without line ends has one.
  package var lineCount: Int { root.summary.metrics.lineEnds + 1 }

  /// Returns the line that contains `offset`, which is clamped to the text.
  package func line(at offset: Int) -> Int {
    let offset = min(max(offset, 0), count)
    let lineEnds = metrics(before: offset).lineEnds
    return isInsideLineEnd(offset) ? lineEnds - 1 : lineEnds
  }

  /// Returns the range of line `index`, without its line end. `index` is clamped to the existing
  /// lines.
  package func lineRange(_ index: Int) -> Range<Int> {
    let line = min(max(index, 0), lineCount - 1)
    let start = lineStart(line)
    if line == lineCount - 1 { return start..<count }
    var end = lineStart(line + 1) - 1
    if end > start, byte(at: end) == 0x0A, byte(at: end - 1) == 0x0D { end -= 1 }
    return start..<end
  }

  /// Returns line and column of `offset`, which is clamped to the text and rounded down to the
  /// start of a scalar.
  package func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition {
    if let position = root.record(at: max(0, offset))?.position(of: max(0, offset), in: encoding) {
      return position
    }
    let offset = scalarStart(atOrBefore: offset)
    let line = line(at: offset)
    let start = lineStart(line)
    let column =
      metrics(before: offset).count(in: encoding, utf8: offset)
      - metrics(before: start).count(in: encoding, utf8: start)
    return TextPosition(line: line, column: column)
  }

  /// Returns the positions of many offsets, which must be starts of scalars. Cost: O(log n) for
  /// each, and the bytes between the first and the last offset.
  package func positions(
    of offsets: [Int], in encoding: PositionEncoding
  ) -> [Int: TextPosition] {
    var positions: [Int: TextPosition] = [:]
    let sorted = Set(offsets).sorted()
    guard var reached = sorted.first else { return [:] }
    var cursor = PositionCursor(at: position(of: reached, in: encoding), encoding: encoding)
    for offset in sorted {
      cursor.advance(over: utf8(in: reached..<offset)[...])
      reached = offset
      positions[offset] = cursor.position
    }
    return positions
  }

  /// Returns the offset of a position. A line after the last means the end of the text. A column
  /// after the end of its line means that end, and a column inside a scalar means the scalar's
  /// start. (LSP 3.17, "Position".)
  package func offset(of position: TextPosition, in encoding: PositionEncoding) -> Int {
    if position.line < 0 { return 0 }
    if position.line >= lineCount { return count }
    return offset(of: position, recordAtStart(ofLine: position.line), in: encoding)
  }

  /// Returns the offsets of two positions. Cost: about that of one, if both are on one line.
  package func offsets(
    of left: TextPosition, _ right: TextPosition, in encoding: PositionEncoding
  ) -> (left: Int, right: Int) {
    guard left.line == right.line, left.line >= 0, left.line < lineCount else {
      return (offset(of: left, in: encoding), offset(of: right, in: encoding))
    }
    let line = recordAtStart(ofLine: left.line)
    return (offset(of: left, line, in: encoding), offset(of: right, line, in: encoding))
  }

  private func offset(
    of position: TextPosition, _ line: (start: Int, record: RecordLocation?),
    in encoding: PositionEncoding
  ) -> Int {
    guard position.column > 0 else { return line.start }
    if let offset = line.record?
      .offset(ofColumn: position.column, after: line.start, in: encoding)
    {
      return offset
    }
    let line = lineRange(position.line)
    let before = metrics(before: line.lowerBound).count(in: encoding, utf8: line.lowerBound)
    let (unit, overflow) = before.addingReportingOverflow(position.column)
    if overflow { return line.upperBound }
    return min(offset(ofUnit: unit, in: encoding), line.upperBound)
  }

  /// Returns the offset of the scalar that contains unit `unit` of the whole text; after the last
  /// unit, the end of the text.
  package func offset(ofUnit unit: Int, in encoding: PositionEncoding) -> Int {
    if unit <= 0 { return 0 }
    guard
      let location = root.first(where: { $0.metrics.count(in: encoding, utf8: $0.utf8) > unit })
    else { return count }
    if encoding == .utf8 { return scalarStart(atOrBefore: unit) }
    var units = location.before.metrics.count(in: encoding, utf8: location.start)
    var start = location.start
    for (index, byte) in zip(location.start..., location.text) where !byte.isUTF8Continuation {
      if units > unit { return start }
      start = index
      if units == unit { return start }
      units += encoding == .utf16 ? byte.utf16UnitsOfLead : 1
    }
    return units > unit ? start : location.end
  }

  private func scalarStart(atOrBefore offset: Int) -> Int {
    var cursor = LeafCursor(root)
    return cursor.scalarStart(atOrBefore: offset)
  }

  private func isInsideLineEnd(_ offset: Int) -> Bool {
    offset > 0 && byte(at: offset) == 0x0A && byte(at: offset - 1) == 0x0D
  }

  private func metrics(before offset: Int) -> Metrics {
    guard let location = root.record(at: offset) else { return root.summary.metrics }
    var metrics = location.before.metrics
    let length = offset - location.start
    if length > 0 {
      location.text.prefix(length).withUnsafeBufferPointer { metrics.append(Metrics($0)) }
    }
    return metrics
  }

  /// Returns the start of a line, and the record that contains that byte; nil at the text's end.
  private func recordAtStart(ofLine line: Int) -> (start: Int, record: RecordLocation?) {
    guard line > 0, let location = root.first(where: { $0.metrics.lineEnds >= line }) else {
      return (0, root.record(at: 0))
    }
    let start = lineStart(line, in: location)
    if start < location.end { return (start, location) }
    if start == location.end, let next = location.next { return (start, next) }
    return (start, root.record(at: start))
  }

  private func lineStart(_ line: Int) -> Int {
    guard line > 0, let location = root.first(where: { $0.metrics.lineEnds >= line }) else {
      return 0
    }
    return lineStart(line, in: location)
  }

  /// Returns the start of a line that begins in `location` or right after it.
  private func lineStart(_ line: Int, in location: RecordLocation) -> Int {
    var lineEnds = location.before.metrics.lineEnds
    var wasReturn = location.before.metrics.endsInReturn
    for (index, byte) in zip(location.start..., location.text) {
      // A line end counts at its `\r`, and the `\n` after it belongs to it.
      if byte == 0x0D || (byte == 0x0A && !wasReturn) { lineEnds += 1 }
      wasReturn = byte == 0x0D
      if lineEnds == line {
        return wasReturn && self.byte(at: index + 1) == 0x0A ? index + 2 : index + 1
      }
    }
    return location.end
  }
}

/// Conversions that do not read other records.
extension RecordLocation {
  /// Returns line and column of `offset`, which must be in this record. Returns nil if the line
  /// begins in an earlier record, or `offset` is within a line end.
  func position(of offset: Int, in encoding: PositionEncoding) -> TextPosition? {
    text.withUnsafeBufferPointer { text in
      var end = offset - start
      while end > 0, text[end].isUTF8Continuation { end -= 1 }
      if text[end] == 0x0A, end > 0 ? text[end - 1] == 0x0D : before.metrics.endsInReturn {
        return nil
      }
      let lineStart =
        text[..<end].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 }
        ?? (before.metrics.endsLine ? 0 : nil)
      guard let lineStart else { return nil }
      var metrics = before.metrics
      metrics.append(Metrics(UnsafeBufferPointer(rebasing: text[..<lineStart])))
      let column = Metrics(UnsafeBufferPointer(rebasing: text[lineStart..<end]))
      return TextPosition(
        line: metrics.lineEnds, column: column.count(in: encoding, utf8: end - lineStart))
    }
  }

  /// Returns the offset of a column of the line that begins at byte `lineStart` in this record.
  /// Returns nil if the column is at or after the record's end.
  fileprivate func offset(
    ofColumn column: Int, after lineStart: Int, in encoding: PositionEncoding
  ) -> Int? {
    text.withUnsafeBufferPointer { text in
      var (index, units) = (lineStart - start, 0)
      // 64 bytes per step, while the column and the line end are after them.
      let step = 64
      while index + step <= text.count, column - units > step / 4 {
        let part = Metrics(UnsafeBufferPointer(rebasing: text[index..<index + step]))
        let after = units + part.count(in: encoding, utf8: step)
        guard part.lineEnds == 0, after < column else { break }
        (index, units) = (index + step, after)
      }
      // The start of the last scalar read.
      var scalar = index
      while scalar > 0, scalar < text.count, text[scalar].isUTF8Continuation { scalar -= 1 }
      while index < text.count {
        let byte = text[index]
        if !byte.isUTF8Continuation {
          if units > column { return start + scalar }
          if units == column || byte == 0x0A || byte == 0x0D { return start + index }
          scalar = index
        }
        units += byte.units(in: encoding)
        index += 1
      }
      return units > column ? start + scalar : nil
    }
  }
}

/// Tracks the position while advancing through a text, from its start or any known position.
package struct PositionCursor: Sendable, Equatable {
  package private(set) var position: TextPosition
  private let encoding: PositionEncoding
  private var wasReturn = false

  package init(at position: TextPosition, encoding: PositionEncoding) {
    self.position = position
    self.encoding = encoding
  }

  /// Advances over `utf8`, which must consist of whole scalars.
  package mutating func advance(over utf8: ArraySlice<UInt8>) {
    utf8.withUnsafeBufferPointer { text in
      if text.count < 32 { return advance(byBytesOf: text) }
      // In bulk up to the last line end, then after it.
      let lastLine = (text.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? -1) + 1
      if lastLine > 0 {
        let lines = Metrics(UnsafeBufferPointer(rebasing: text[..<lastLine]))
        position.line += lines.lineEnds - (wasReturn && lines.beginsWithLineFeed ? 1 : 0)
        position.column = 0
      }
      let rest = Metrics(UnsafeBufferPointer(rebasing: text[lastLine...]))
      position.column += rest.count(in: encoding, utf8: text.count - lastLine)
      wasReturn = text.last == 0x0D
    }
  }

  private mutating func advance(byBytesOf text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      if byte == 0x0A || byte == 0x0D {
        if byte == 0x0D || !wasReturn { position.line += 1 }
        position.column = 0
      } else {
        position.column += byte.units(in: encoding)
      }
      wasReturn = byte == 0x0D
    }
  }
}

extension UInt8 {
  @inlinable var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }

  /// The number of UTF-16 code units of the scalar that begins with this byte; 0 for a continuation
  /// byte.
  @inlinable var utf16UnitsOfLead: Int { isUTF8Continuation ? 0 : self < 0xF0 ? 1 : 2 }

  /// Returns the units that this byte adds to a text. The first byte of a scalar adds all its
  /// UTF-16 or UTF-32 units.
  fileprivate func units(in encoding: PositionEncoding) -> Int {
    switch encoding {
    case .utf8: 1
    case .utf16: utf16UnitsOfLead
    case .utf32: isUTF8Continuation ? 0 : 1
    }
  }
}

/// The unit in which a column within a line is counted.
///
/// Source: LSP 3.17, "PositionEncodingKind".
package enum PositionEncoding: String, Sendable, CaseIterable {
  /// UTF-8 bytes.
  case utf8 = "utf-8"
  /// UTF-16 code units; every LSP client supports them.
  case utf16 = "utf-16"
  /// Unicode scalars.
  case utf32 = "utf-32"
}
