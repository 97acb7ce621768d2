/// A difference as lines for people: `[-old-]{+new+}`. One `…` replaces each run of lines far from
/// any change.
package struct DifferenceLines {
  private let difference: WordDifference
  private let show: (String, WordDifference.Part.Kind) -> String
  private static let context = 2

  package init(
    _ difference: WordDifference,
    showing show: @escaping (String, WordDifference.Part.Kind) -> String = Self.marked
  ) {
    (self.difference, self.show) = (difference, show)
  }

  package static func marked(_ text: String, _ kind: WordDifference.Part.Kind) -> String {
    switch kind {
    case .same: text
    case .old: "[-\(text)-]"
    case .new: "{+\(text)+}"
    }
  }

  package var lines: [String] {
    var lines = [(text: "", isChanged: false)]
    for part in difference.parts {
      let pieces = part.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, piece) in pieces.enumerated() {
        if index > 0 { lines.append(("", false)) }
        let isLineEnd = piece.isEmpty
        guard part.kind != .same || !isLineEnd else { continue }
        // Empty markers show an added or removed line end without text before it.
        let isMarkNeeded = !isLineEnd || index < pieces.count - 1
        if isMarkNeeded { lines[lines.count - 1].text += show(String(piece), part.kind) }
        if part.kind != .same, isMarkNeeded { lines[lines.count - 1].isChanged = true }
      }
    }
    if lines.last?.text.isEmpty == true { lines.removeLast() }
    return shortened(lines)
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
