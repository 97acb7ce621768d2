import JSON

/// A document as its client holds it, with positions in an encoding. Written without the server's
/// code, to hold it against.
struct ClientText {
  private(set) var bytes: [UInt8]
  var encoding = "utf-16"

  init(_ text: String, encoding: String = "utf-16") {
    bytes = Array(text.utf8)
    self.encoding = encoding
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func replace(_ range: Range<Int>, with text: String) {
    bytes.replaceSubrange(range, with: Array(text.utf8))
  }

  /// The start of each line. `\r\n`, `\n` and `\r` end lines.
  var lineStarts: [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isPair = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isPair) { starts.append(index + 1) }
    }
    return starts
  }

  /// The position of a byte.
  func position(_ offset: Int) -> JSONValue {
    let starts = lineStarts
    let line = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
    return .position(line, length(of: starts[line]..<offset))
  }

  /// The range of bytes.
  func range(_ bytes: Range<Int>) -> JSONValue {
    ["start": position(bytes.lowerBound), "end": position(bytes.upperBound)]
  }

  /// The text of a range; nil if one of its ends is not between two characters of this text.
  func text(of range: JSONValue) -> String? {
    guard let start = range["start"].flatMap(offset), let end = range["end"].flatMap(offset),
      start <= end
    else { return nil }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The byte at a position; nil if there is no such position.
  func offset(_ position: JSONValue) -> Int? {
    let starts = lineStarts
    guard let line = position["line"]?.int, let column = position["character"]?.int,
      starts.indices.contains(line)
    else { return nil }
    let end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    for offset in starts[line]...end where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
      let length = length(of: starts[line]..<offset)
      if length == column { return offset }
      if length > column { return nil }
    }
    return nil
  }

  private func length(of range: Range<Int>) -> Int {
    let text = String(decoding: bytes[range], as: UTF8.self)
    return switch encoding {
    case "utf-8": range.count
    case "utf-32": text.unicodeScalars.count
    default: text.utf16.count
    }
  }
}
