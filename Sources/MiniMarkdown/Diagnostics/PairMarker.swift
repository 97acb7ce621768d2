import PackratParsing

/// The start of a line that is `Q: ` or `A: `, or looks like one of them: `q:`, `Q：`.
struct PairMarker {
  enum Space { case one, missing, other }

  var isQuestion: Bool
  var isIndented: Bool
  var isLowercase: Bool
  /// Whether the letter or the colon is that of a Chinese or Japanese keyboard.
  var isFullWidth: Bool
  var space: Space
  /// The range from the start of the line, indent included, to the colon.
  var range: Range<Int>
  /// The range from the letter to the colon.
  var mark: Range<Int>

  /// Whether the grammar accepts the marker at the start of its line.
  var isRight: Bool { !isIndented && !isLowercase && !isFullWidth && space == .one }

  init?(_ block: Block, line: Range<Int>) { self.init(line) { block.byte(at: $0) } }

  /// Returns nil if `line`, with the bytes that `byte` returns, does not begin with a marker.
  init?(_ line: Range<Int>, byte: (Int) -> UInt8?) {
    var letter = line.lowerBound
    while letter < line.upperBound, byte(letter)?.isSpaceOrTab == true { letter += 1 }
    guard letter + 1 < line.upperBound, let first = KeyboardMark(at: letter, byte),
      let colon = KeyboardMark(at: letter + first.size, byte), colon.ascii == UInt8(ascii: ":")
    else { return nil }
    let upper = first.ascii & ~0x20
    let end = letter + first.size + colon.size
    guard upper == UInt8(ascii: "Q") || upper == UInt8(ascii: "A") else { return nil }
    isQuestion = upper == UInt8(ascii: "Q")
    isLowercase = first.ascii != upper
    isFullWidth = first.isFullWidth || colon.isFullWidth
    isIndented = letter > line.lowerBound
    mark = letter..<end
    range = line.lowerBound..<end
    switch end < line.upperBound ? byte(end) : nil {
    case UInt8(ascii: " "): space = .one
    case UInt8(ascii: "\t"): space = .other
    default: space = .missing
    }
  }
}

extension DocumentSnapshot {
  func pairMarker(_ line: NoteLine?) -> PairMarker? {
    line.flatMap { PairMarker($0.range) { byte(at: $0) } }
  }
}
