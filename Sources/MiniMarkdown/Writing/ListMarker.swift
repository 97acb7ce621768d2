import PackratParsing

/// The marker of a list item at its position in a text: `- `, or `1. ` with its number.
struct ListMarker {
  /// The range of the marker with its indent and the space after it, in UTF-8 bytes.
  var range: Range<Int>
  /// The indent of the item, in columns; a tab counts as four.
  var indent: Int
  /// The range of the number; nil for a bullet.
  var numberRange: Range<Int>?
  /// The number, if it is written in ASCII digits without leading zeros.
  var number: Int?
  var indentText: String
  /// The bullet `-`, `*` or `+`, or the terminator of the number, `.` or `)`.
  var sign: String
  var tab: String

  init?(_ root: Syntax) {
    guard root.kind == .list,
      let delimiter = root.child(.listItem)?.child(.listDelimiter),
      let sign = delimiter.child(.unorderedListOpening, .orderedListTerminator),
      let tab = delimiter.child(.tab)
    else { return nil }
    range = delimiter.range
    indentText = delimiter.child(.text)?.text ?? ""
    indent = indentText.unicodeScalars.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    self.sign = sign.text
    self.tab = tab.text
    if let digits = delimiter.child(.orderedListNumber) {
      numberRange = digits.range
      number = Self.number(digits.text)
    }
  }

  private static func number(_ digits: String) -> Int? {
    guard digits == "0" || digits.utf8.first != UInt8(ascii: "0"),
      digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    return Int(digits)
  }

  /// Returns whether `other`, with an equal indent, continues the list of this marker. Bullets of
  /// any sign do.
  func isNumbered(like other: ListMarker) -> Bool {
    (numberRange == nil) == (other.numberRange == nil)
      && (numberRange == nil || sign == other.sign)
  }
}

/// Sequences of markers with equal indent and kind, at every nesting level.
///
/// The tree's lists are flat, so a nested list splits the list around it; readers see one list.
struct ListSequences {
  private var open: [[ListMarker]] = []
  private(set) var ended: [[ListMarker]] = []

  /// Adds the next block of the text. Blank lines do not end a list.
  mutating func add(_ root: Syntax) {
    guard let marker = ListMarker(root) else {
      if root.kind != .blankLine, root.kind != .list { end() }
      return
    }
    while let last = open.last?.last, last.indent > marker.indent { endLast() }
    if let last = open.last?.last, last.indent == marker.indent {
      if last.isNumbered(like: marker) {
        open[open.count - 1].append(marker)
        return
      }
      endLast()
    }
    open.append([marker])
  }

  mutating func end() { while !open.isEmpty { endLast() } }

  private mutating func endLast() {
    if let last = open.popLast() { ended.append(last) }
  }
}
