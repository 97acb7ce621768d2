import Base

/// A difference as lines for people: `[-old-]{+new+}`, in colours on terminals that have them. Lines
/// far from any change are left out.
struct DifferenceLines {
  private let difference: WordDifference
  private let hasColour: Bool
  /// How many lines stay before and after a change.
  private static let context = 2

  init(_ difference: WordDifference, hasColour: Bool) {
    (self.difference, self.hasColour) = (difference, hasColour)
  }

  /// The lines, safe to print; `…` for those that are left out.
  var lines: [String] {
    var lines = [(text: "", isChanged: false)]
    for part in difference.parts {
      let pieces = part.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { lines.append(("", false)) }
        let isLineEnd = piece.isEmpty
        guard part.kind != .same || !isLineEnd else { continue }
        // A line end that came or went is shown by its mark on the line before.
        let isMarkNeeded = !isLineEnd || index < pieces.count - 1
        if isMarkNeeded { lines[lines.count - 1].text += marked(piece, part.kind) }
        if part.kind != .same, isMarkNeeded { lines[lines.count - 1].isChanged = true }
      }
    }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    return shortened(lines)
  }

  private func marked(_ piece: Substring, _ kind: WordDifference.Part.Kind) -> String {
    let text = String(piece).terminalSafeLine
    switch kind {
    case .same: return text
    case .old: return hasColour ? "\u{1B}[9;31m[-\(text)-]\u{1B}[0m" : "[-\(text)-]"
    case .new: return hasColour ? "\u{1B}[32m{+\(text)+}\u{1B}[0m" : "{+\(text)+}"
    }
  }

  private func shortened(_ lines: [(text: String, isChanged: Bool)]) -> [String] {
    let changed = lines.indices.filter { lines[$0].isChanged }
    var kept = Set<Int>()
    for index in changed {
      kept.formUnion(max(0, index - Self.context)...min(lines.count - 1, index + Self.context))
    }
    var result: [String] = []
    var isLeftOut = false
    for (index, line) in lines.enumerated() {
      if kept.contains(index) {
        result.append(line.text)
        isLeftOut = false
      } else if !isLeftOut {
        result.append("…")
        isLeftOut = true
      }
    }
    return result
  }
}
