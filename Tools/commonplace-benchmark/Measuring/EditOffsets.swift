/// Offsets in bytes at which edits are measured. They are found in the text, not in the tree, so
/// that every parser version is measured at the same offsets.
struct EditOffsets {
  /// The start of a word in the middle of each long line of plain prose.
  private(set) var words: [Int] = []
  /// The second of the two line breaks between two lines of plain prose.
  private(set) var joints: [Int] = []
  /// The colons of `Q:`.
  private(set) var questions: [Int] = []
  /// The colons of `A:`.
  private(set) var answers: [Int] = []

  init(_ utf8: [UInt8]) {
    var lineAbove: ArraySlice<UInt8> = []
    var wasPlain = false
    for line in utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let isPlain = lineAbove.isEmpty && Self.isPlain(line)
      if line.starts(with: "Q: ".utf8) { questions.append(line.startIndex + 1) }
      if line.starts(with: "A: ".utf8) { answers.append(line.startIndex + 1) }
      if isPlain {
        if let space = line[(line.startIndex + line.count / 2)...].firstIndex(of: 0x20) {
          words.append(space + 1)
        }
        if wasPlain { joints.append(line.startIndex - 1) }
      }
      if !line.isEmpty { wasPlain = isPlain }
      lineAbove = line
    }
  }

  /// The middle element of `words`; 0 if there is none.
  var middleWord: Int { words.isEmpty ? 0 : words[words.count / 2] }

  /// Whether a line is prose of more than 100 bytes without inline elements.
  private static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
    line.count > 100 && line.dropFirst().first != 0x3A
      && line.first.map { (0x41...0x5A).contains($0) } ?? false
      && !line.contains { $0 == 0x23 || $0 == 0x2A || $0 == 0x5B || $0 == 0x5F || $0 == 0x60 }
  }
}
