import DisplayWidth

/// A terminal's screen, made of the bytes that it got: as much of ECMA-48 as our programs use. It
/// keeps everything else in `unknown`, which tests want to be empty.
struct TerminalScreen {
  let columns: Int
  let rows: Int
  /// The cells of each line; the second of a wide character is empty.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  private var pending: [UInt8] = []
  /// Whether the program has the whole screen.
  private(set) var isAlternate = false
  private var isCursorShown = true
  private var wraps = true
  /// Whether pasted text comes in brackets.
  private(set) var isPasteMarked = false
  private(set) var unknown: [String] = []
  /// Everything that was sent.
  private(set) var sent = ""

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The lines without the spaces at their ends.
  var lines: [String] {
    cells.map { line in
      var text = line.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Whether all that the program changed is as it was.
  var isGivenBack: Bool { !isAlternate && isCursorShown && wraps && !isPasteMarked }

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  mutating func take(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    // A character or a sequence may arrive in pieces.
    guard let text = String(validating: pending, as: UTF8.self) else { return }
    var rest = text.unicodeScalars[...]
    var plain = ""
    while let first = rest.first {
      if first == "\u{1B}" {
        write(plain)
        plain = ""
        guard let length = Self.length(of: rest) else { break }
        obey(String(String.UnicodeScalarView(rest.prefix(length))))
        rest = rest.dropFirst(length)
      } else {
        plain.unicodeScalars.append(first)
        rest.removeFirst()
      }
    }
    write(plain)
    sent += String(String.UnicodeScalarView(text.unicodeScalars.dropLast(rest.count)))
    pending = Array(String(String.UnicodeScalarView(rest)).utf8)
  }

  /// The length of the sequence that begins `text`; nil if it is not all there.
  private static func length(of text: Substring.UnicodeScalarView) -> Int? {
    guard text.dropFirst().first == "[" else { return text.count > 1 ? 2 : nil }
    guard let last = text.dropFirst(2).firstIndex(where: { ("@"..."~").contains($0) }) else {
      return nil
    }
    return text.distance(from: text.startIndex, to: last) + 1
  }

  private mutating func obey(_ sequence: String) {
    let body = sequence.dropFirst(2).dropLast()
    let numbers = body.split(separator: ";").compactMap { Int($0) }
    switch sequence.last {
    case "m": break
    case "H":
      row = min(rows, max(1, numbers.first ?? 1)) - 1
      column = min(columns, max(1, numbers.dropFirst().first ?? 1)) - 1
    case "K" where body.isEmpty: erase(row, from: column)
    case "J" where body == "2": for line in cells.indices { erase(line, from: 0) }
    case "h" where body == "?1049": isAlternate = true
    case "l" where body == "?1049":
      isAlternate = false
      for line in cells.indices { erase(line, from: 0) }
      (row, column) = (0, 0)
    case "h" where body == "?25": isCursorShown = true
    case "l" where body == "?25": isCursorShown = false
    case "h" where body == "?7": wraps = true
    case "l" where body == "?7": wraps = false
    case "h" where body == "?2004": isPasteMarked = true
    case "l" where body == "?2004": isPasteMarked = false
    default: unknown.append(sequence.debugDescription)
    }
  }

  private mutating func erase(_ line: Int, from first: Int) {
    for column in first..<columns { cells[line][column] = " " }
  }

  private mutating func write(_ text: String) {
    for character in text {
      switch character {
      case "\r": column = 0
      case "\n", "\r\n":
        column = 0
        if row + 1 < rows {
          row += 1
        } else {
          cells.removeFirst()
          cells.append(Array(repeating: " ", count: columns))
        }
      case _ where character.displayWidth == 0: unknown.append("\(character)".debugDescription)
      default:
        let width = character.displayWidth
        // Without wrapping the last cell is written over.
        let cell = min(column, columns - 1)
        cells[row][cell] = String(character)
        if width == 2, cell + 1 < columns { cells[row][cell + 1] = "" }
        column = min(columns, cell + width)
      }
    }
  }
}
