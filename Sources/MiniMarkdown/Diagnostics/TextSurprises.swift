import PackratParsing

extension DiagnosticRule {
  static let emphasisInWord = DiagnosticRule(
    "emphasis-in-word", .hint, in: .notes,
    says: "“_” or “*” makes this part of the word italic: put the word in backticks.",
    find: .block(.marks),
    fix: .choices { $0.codeOfWord(around: $1.range) })

  static let highlightMarks = DiagnosticRule(
    "highlight-marks", .hint, in: .notes,
    says: "“==” does not highlight: use “**” for bold.",
    find: .block(.marks),
    fix: .choices { _, found in
      let (start, end) = (found.start, found.range.upperBound)
      let marks = [start..<start + 2, end - 2..<end].map { ByteEdit($0, "**") }
      return [ProposedFix("Change to bold", marks)]
    })
}

extension BlockFinder {
  static let marks = BlockFinder { $0.textSurprises(in: $1, $2) }
}

/// Finds markup within a line that other programs interpret differently.
extension DocumentSnapshot {
  /// Returns the diagnostics of `root`. `bytes` are the bytes that occur in its block. Cost: linear
  /// in the tree.
  func textSurprises(in root: Syntax, _ bytes: OccurringBytes) -> [NoteDiagnostic] {
    let (hasHash, hasOthers) = (bytes.has("#"), bytes.has("{") || bytes.has("=") || bytes.has("!"))
    var found: [NoteDiagnostic] = []
    if bytes.has("*") || bytes.has("_") {
      for node in root.all(.emphasis) + root.all(.strongEmphasis) {
        if let inside = emphasisInWord(node) { found.append(inside) }
        if let hashtag = hashtagInEmphasis(node) { found.append(hashtag) }
      }
    }
    guard hasOthers || hasHash && root.hasNumberSignOutsideHashtags else { return found }
    func visit(_ node: Syntax, in parent: SyntaxKind) {
      switch node.kind {
      case .emphasis, .strongEmphasis: break
      case .text where parent.isReadByPeople:
        if hasHash {
          found += gluedHashtags(in: node) + (firstHashtag(in: node, of: parent).map { [$0] } ?? [])
        }
        guard hasOthers else { break }
        found += foreignClozes(in: node) + highlights(in: node) + embeddedImages(in: node)
      default:
        for child in node.children { visit(child, in: node.kind) }
      }
    }
    visit(root, in: root.kind)
    return found
  }

  // MARK: Emphasis

  /// Finds emphasis within a word, as in `snake_case_name`.
  private func emphasisInWord(_ node: Syntax) -> NoteDiagnostic? {
    guard node.kind == .emphasis, isWord(scalar(before: node.range.lowerBound)),
      isWord(scalar(at: node.range.upperBound)), node.block.first("\n", in: node.range) == nil,
      !isInAddress(node.range)
    else { return nil }
    return NoteDiagnostic(.emphasisInWord, node.range)
  }

  /// Returns whether the word around `range` looks like a link or an attribute, which only programs
  /// read.
  private func isInAddress(_ range: Range<Int>) -> Bool {
    let word = text(in: word(around: range))
    return ["](", "=\""].contains { word.contains($0) }
  }

  /// Returns `range` extended up to ASCII white space, at most 100 bytes on either side.
  func word(around range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while range.lowerBound - start < 100, (byte(at: start - 1) ?? 0) > 0x20 { start -= 1 }
    while end - range.upperBound < 100, (byte(at: end) ?? 0) > 0x20 { end += 1 }
    return start..<end
  }

  /// Returns whether `scalar` can be part of a word: a letter, a digit or a mark of any script, or
  /// a symbol that is not ASCII.
  func isWord(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    if scalar.isASCII { return scalar.isLetter || ("0"..."9").contains(scalar) }
    return scalar.isMiniMarkdownText && !scalar.isPunctuation
  }

  func codeOfWord(around range: Range<Int>) -> [ProposedFix] {
    let around = word(around: range)
    var (start, end) = (around.lowerBound, around.upperBound)
    while end > range.upperBound, let last = byte(at: end - 1), ".,;:!?)\"'".utf8.contains(last) {
      end -= 1
    }
    while start < range.lowerBound, let first = byte(at: start), "(\"'".utf8.contains(first) {
      start += 1
    }
    let word = text(in: start..<end)
    guard !word.contains(where: \.isWhitespace), !word.contains("`") else { return [] }
    let marks: [ByteEdit] = [.insert("`", at: start), .insert("`", at: end)]
    return [ProposedFix("Put the word in backticks", marks)]
  }

  // MARK: Marks of other programs

  /// Finds `==words==`. Cost: linear, because each search ends at the next `==`.
  private func highlights(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    let block = leaf.block
    var start = leaf.range.lowerBound
    while let open = block.first("==", from: start, before: leaf.range.upperBound) {
      start = open + 2
      guard isText(block.byte(at: start)), block.byte(at: open - 1) != UInt8(ascii: "="),
        let close = block.first("==", from: start, before: leaf.range.upperBound),
        isText(block.byte(at: close - 1)), block.first("\n", in: start..<close) == nil,
        block.text(in: start..<close).contains(where: \.isLetter),
        !isWord(scalar(before: open)), !isWord(scalar(at: close + 2)),
        block.byte(at: close + 2) != UInt8(ascii: "=")
      else { continue }
      start = close + 2
      found.append(NoteDiagnostic(.highlightMarks, open..<start))
    }
    return found
  }

  private func isText(_ byte: UInt8?) -> Bool {
    byte.map { !$0.isSpaceOrTab && $0 > 0x20 && $0 != UInt8(ascii: "=") } ?? false
  }
}

extension Syntax {
  /// Whether plain text in the node, outside hashtags, contains a `#`, which is rare.
  fileprivate var hasNumberSignOutsideHashtags: Bool {
    var rest = nodes
    while let node = rest.first {
      if node.kind == .text {
        let start = block.utf8.startIndex + Int(node.start)
        let text = block.utf8[start..<start + Int(node.length)]
        if text.contains(UInt8(ascii: "#")) { return true }
      }
      rest = rest.dropFirst(node.kind == .hashtag ? 1 + Int(node.descendantCount) : 1)
    }
    return false
  }
}

extension SyntaxKind {
  /// Whether text directly in a node of this kind is prose, not part of a marker.
  var isReadByPeople: Bool {
    switch self {
    case .paragraph, .qnaQuestion, .qnaAnswer, .header, .summaryBody: true
    default: false
    }
  }
}
