package import PackratParsing

/// An entry of a note's outline: a heading with its section, or a prompt.
package struct OutlineItem: Sendable {
  package enum Kind: Sendable, Equatable {
    case heading(level: Int)
    /// A paragraph with cloze deletions.
    case cloze
    case quote
    case questionAndAnswer
  }

  package var kind: Kind
  /// The name to show: one line, never empty.
  package var name: String
  /// The range of the entry in UTF-8 bytes: a heading's section, or a prompt's block.
  package var range: Range<Int>
  /// The range to select when the entry is chosen: the heading or prompt itself, within `range`.
  package var selection: Range<Int>
  /// The nested entries. Prompts have none.
  package var children: [OutlineItem]
}

extension DocumentSnapshot {
  /// Headings nested by level, and prompts below the heading they follow, without those in foreign
  /// text. Cost: linear.
  package var outline: [OutlineItem] { outline(except: ForeignText(self)) }

  func outline(except foreign: ForeignText) -> [OutlineItem] {
    // The open entries, outermost first. The first one represents the whole note.
    var open = [
      OutlineItem(
        kind: .heading(level: 0), name: "", range: 0..<count, selection: 0..<0, children: [])
    ]
    func close(downTo level: Int, at end: Int) {
      while open.count > 1, case .heading(let last) = open[open.count - 1].kind, last >= level {
        var item = open.removeLast()
        item.range = item.range.lowerBound..<end
        open[open.count - 1].children.append(item)
      }
    }
    for root in roots where !foreign.contains(root.range.lowerBound) {
      if let heading = Heading(root) {
        close(downTo: heading.level, at: root.range.lowerBound)
        let line = root.block.lines(in: root.range).first ?? root.range
        open.append(
          OutlineItem(
            kind: .heading(level: heading.level),
            name: Self.name(heading.title, or: "(untitled)"), range: root.range, selection: line,
            children: []))
      } else {
        open[open.count - 1].children += Self.prompts(in: root, except: foreign)
      }
    }
    close(downTo: 1, at: count)
    return open.first?.children ?? []
  }

  private static func prompts(
    in root: Syntax, except foreign: ForeignText
  ) -> [OutlineItem] {
    func item(_ kind: OutlineItem.Kind, _ name: String, _ syntax: Syntax) -> OutlineItem {
      let range = syntax.block.withoutLineEnd(syntax.range)
      return OutlineItem(
        kind: kind, name: Self.name(name, or: "(empty)"), range: range, selection: range,
        children: [])
    }
    if let quote = Quote(root) { return [item(.quote, quote.quotedText, root)] }
    if let pair = QuestionAndAnswer(root) {
      return [item(.questionAndAnswer, pair.question, root)]
    }
    return root.all(.paragraph)
      .filter {
        $0.children.contains { $0.kind == .cloze && !foreign.contains($0.range.lowerBound) }
      }
      .map { item(.cloze, $0.text, $0) }
  }

  /// Returns the first line of `text`, at most 80 characters long, or `placeholder` if it is empty.
  private static func name(_ text: String, or placeholder: String) -> String {
    let line = text.trimmed.prefix { !$0.isNewline }
    if line.isEmpty { return placeholder }
    return line.count > 80 ? line.prefix(79) + "…" : String(line)
  }
}

extension Block {
  /// Returns `range` without the line ends at its end. Keeps at least one byte.
  func withoutLineEnd(_ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound + 1, byte(at: end - 1) == 0x0A || byte(at: end - 1) == 0x0D {
      end -= 1
    }
    return range.lowerBound..<end
  }
}
