import PackratParsing

extension DiagnosticRule {
  static let fullWidthMark = DiagnosticRule(
    "full-width-mark", .warning, in: .notesAndFiles, says: nil,
    find: .block(.fullWidthMarks),
    fix: .safe { document, found in
      let marker = document.pairMarker(document.noteLine(at: found.start))
      return marker?.mark.lowerBound == found.start
        ? document.rightMarkers(at: found.start) : document.narrowing(at: found.start)
    })
}

extension BlockFinder {
  /// Finds clozes, links and hashtags. Pairs have their own finder.
  static let fullWidthMarks = BlockFinder { document, root, bytes in
    bytes.hasOther ? document.fullWidthMarks(in: root) : []
  }
}

/// Finds the marks of Chinese and Japanese keyboards where this language has an ASCII mark.
extension DocumentSnapshot {
  /// Cost: linear in the block.
  func fullWidthMarks(in root: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    func visit(_ node: Syntax, in parent: SyntaxKind) {
      switch node.kind {
      case .emphasis, .strongEmphasis: break
      case .text where parent.isReadByPeople: found += fullWidthMarks(inText: node)
      default: for child in node.children { visit(child, in: node.kind) }
      }
    }
    visit(root, in: root.kind)
    return found
  }

  private func fullWidthMarks(inText leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    var offset = leaf.range.lowerBound
    while offset < leaf.range.upperBound {
      if let form = FullWidthForm(leaf.block, at: offset) {
        found.append(NoteDiagnostic(.fullWidthMark, form.range, form.message))
        offset = form.range.upperBound
      } else {
        if let hashtag = fullWidthHashtag(at: offset, in: leaf) { found.append(hashtag) }
        offset += 1
      }
    }
    return found
  }

  fileprivate func narrowing(at start: Int) -> [ProposedFix] {
    guard let block = blockIndex(at: start).flatMap({ block($0) }),
      let form = FullWidthForm(block, at: start)
    else { return [] }
    return [
      ProposedFix(
        "Convert to \(form.isCloze ? "?[hint](answer)" : "[[title]]")", form.edits, isSafe: false,
        cloze: form.isCloze ? start : nil)
    ]
  }
}

/// An ASCII character, or the character that a Chinese or Japanese keyboard writes instead.
struct KeyboardMark {
  /// The ASCII character: `#` for `＃`, `[` for `［` and `【`.
  let ascii: UInt8
  /// The length, in UTF-8 bytes.
  let size: Int

  var isFullWidth: Bool { size > 1 }

  init?(at offset: Int, _ byte: (Int) -> UInt8?) {
    guard let first = byte(offset) else { return nil }
    if first < 0x80 {
      (ascii, size) = (first, 1)
      return
    }
    guard first == 0xEF || first == 0xE3, let second = byte(offset + 1),
      let third = byte(offset + 2)
    else { return nil }
    size = 3
    let bits = [first & 0x0F, second & 0x3F, third & 0x3F]
    let scalar = bits.reduce(UInt32(0)) { $0 << 6 | UInt32(truncatingIfNeeded: $1) }
    switch scalar {
    case 0x3010: ascii = UInt8(ascii: "[")
    case 0x3011: ascii = UInt8(ascii: "]")
    // The full-width forms of “!” to “~”.
    case 0xFF01...0xFF5E: ascii = UInt8(truncatingIfNeeded: scalar &- 0xFEE0)
    default: return nil
    }
  }
}

/// A whole cloze or link on one line, with at least one full-width mark.
struct FullWidthForm {
  let isCloze: Bool
  private(set) var range: Range<Int>
  private(set) var edits: [ByteEdit] = []
  private let block: Block

  /// Parses the form that begins at `start`. Returns nil if there is none, or if it is probably a
  /// question mark before a link of Markdown.
  ///
  /// Cost: up to the next bracket; after `](`, up to the next parenthesis of the line.
  init?(_ block: Block, at start: Int) {
    self.block = block
    range = start..<start
    guard let first = KeyboardMark(at: start, block.byte(at:)) else { return nil }
    isCloze = first.ascii == UInt8(ascii: "?")
    guard take(isCloze ? "?" : "["), take("["), let name = skip(to: "]", not: "["), take("]")
    else { return nil }
    if isCloze {
      guard take("("), let answer = skip(to: ")", not: "("), take(")"), !answer.isEmpty,
        !answer.contains("://"), !answer.hasPrefix("#"), !answer.hasSuffix(".md")
      else { return nil }
    } else {
      guard take("]"), !name.trimmed.isEmpty else { return nil }
    }
    if edits.isEmpty { return nil }
  }

  var message: String {
    let mark = edits.first.map { block.text(in: $0.range) } ?? ""
    return "Full-width “\(mark)”: use \(isCloze ? "?[hint](answer)" : "[[title]]")."
  }

  /// Takes `mark` or its full-width form from the text. Returns whether it is next.
  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    let start = range.upperBound
    guard let next = KeyboardMark(at: start, block.byte(at:)), next.ascii == UInt8(ascii: mark)
    else { return false }
    range = range.lowerBound..<start + next.size
    if next.isFullWidth { edits.append(ByteEdit(start..<range.upperBound, String(mark))) }
    return true
  }

  /// Takes the text before the next `close`. Returns nil if the line ends or `open` comes first.
  private mutating func skip(
    to close: Unicode.Scalar, not open: Unicode.Scalar
  ) -> String? {
    let start = range.upperBound
    var end = start
    while let byte = block.byte(at: end), byte != UInt8(ascii: "\n") {
      let mark = KeyboardMark(at: end, block.byte(at:))?.ascii
      if mark == UInt8(ascii: open) { return nil }
      if mark == UInt8(ascii: close) {
        range = range.lowerBound..<end
        return block.text(in: start..<end)
      }
      end += 1
    }
    return nil
  }
}
