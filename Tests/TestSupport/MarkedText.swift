/// A text in which `«` and `»` stand around ranges of interest, as tests write it.
package struct MarkedText: Sendable {
  /// The text without the marks.
  package var text = ""
  /// The marked ranges in order of their starts, in UTF-8 bytes of `text`.
  package var ranges: [Range<Int>] = []

  /// Takes the marks out of `marked`. They may nest.
  package init(_ marked: String) {
    var starts: [(index: Int, offset: Int)] = []
    for character in marked.unicodeScalars {
      switch character {
      case "«":
        starts.append((ranges.count, text.utf8.count))
        ranges.append(0..<0)
      case "»":
        if let start = starts.popLast() { ranges[start.index] = start.offset..<text.utf8.count }
      default: text.unicodeScalars.append(character)
      }
    }
  }
}
