import PackratParsing

/// The marker of a list item where it stands: `- `, or `1. ` with its number.
struct ListMarker {
  /// The whole marker with its indent and the space after it, in UTF-8 bytes of the text.
  var range: Range<Int>
  /// The indent of the item, in columns; a tab counts as four.
  var indent: Int
  /// The place of the number; nil for a bullet.
  var numberRange: Range<Int>?
  /// The number, if it is written in ASCII digits and without a zero before it.
  var number: Int?
  /// The text before the bullet or the number.
  var indentText: String
  /// `-`, `*`, `+`, or the end of the number: `.` or `)`.
  var sign: String
  /// The space between the marker and the text.
  var tab: String

  /// The marker of the item that `root` is; nil for anything else.
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

  /// Whether `other`, with the same indent, is numbered on from this one.
  func isNumbered(like other: ListMarker) -> Bool {
    (numberRange == nil) == (other.numberRange == nil)
      && (numberRange == nil || sign == other.sign)
  }
}

/// Markers that stand below each other with one indent and in one sequence, of all that is nested.
///
/// The tree's lists are flat, and one within another splits it; people see one list.
struct ListSequences {
  private var open: [[ListMarker]] = []
  /// The sequences that have ended.
  private(set) var ended: [[ListMarker]] = []

  /// Takes the next block of the text. Blank lines end no list.
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

  /// Nothing goes on from here.
  mutating func end() { while !open.isEmpty { endLast() } }

  private mutating func endLast() {
    if let last = open.popLast() { ended.append(last) }
  }
}
