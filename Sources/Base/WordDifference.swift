/// The difference between two texts, word by word.
package struct WordDifference: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package enum Kind: Sendable { case same, old, new }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
  }

  /// The parts in order; adjacent parts differ in kind. The old text consists of the `same` and
  /// `old` parts, the new text of the `same` and `new` parts.
  package private(set) var parts: [Part] = []

  /// The maximum number of words to compare, in both texts together, without the common start and
  /// end. Beyond it, lines are compared. Beyond this number of lines, the whole texts differ.
  private static let limit = 4_000

  /// Cost: linear, plus up to `limit` words or lines times the number of differences.
  package init(from old: String, to new: String) {
    if Self.compare(Self.words(old), Self.words(new), &self) { return }
    parts = []
    if Self.compare(Self.lines(old), Self.lines(new), &self) { return }
    parts = []
    append(.old, old[...])
    append(.new, new[...])
  }

  private static func compare(
    _ old: [Substring], _ new: [Substring], _ result: inout WordDifference
  ) -> Bool {
    let most = min(old.count, new.count)
    let front = zip(old, new).prefix { isSame($0, $1) }.count
    let back = zip(old.reversed(), new.reversed()).prefix(most - front)
      .prefix { isSame($0, $1) }.count
    let (oldMiddle, newMiddle) = (old[front..<(old.count - back)], new[front..<(new.count - back)])
    guard oldMiddle.count + newMiddle.count <= limit else { return false }
    for word in old.prefix(front) { result.append(.same, word) }
    let difference = newMiddle.difference(from: oldMiddle, by: isSame)
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(front + offset)
      case .insert(let offset, _, _): inserted.insert(front + offset)
      }
    }
    var newIndex = newMiddle.startIndex
    func takeNew() {
      while inserted.contains(newIndex), newMiddle.indices.contains(newIndex) {
        result.append(.new, newMiddle[newIndex])
        newIndex += 1
      }
    }
    for (index, word) in zip(oldMiddle.indices, oldMiddle) {
      if removed.contains(index) {
        result.append(.old, word)
      } else {
        takeNew()
        result.append(.same, word)
        newIndex += 1
      }
    }
    takeNew()
    for word in old.suffix(back) { result.append(.same, word) }
    return true
  }

  private mutating func append(_ kind: Part.Kind, _ text: Substring) {
    guard !text.isEmpty else { return }
    if let last = parts.last, last.kind == kind {
      parts[parts.count - 1].text += text
    } else {
      parts.append(Part(kind, String(text)))
    }
  }

  /// Compares UTF-8 bytes: `==` treats two encodings of `é` as equal.
  private static func isSame(_ left: Substring, _ right: Substring) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// Splits a text into words, runs of spaces, line ends, and single other characters.
  private static func words(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let end: Substring.Index
      if first.isNewline {
        end = rest.index(after: rest.startIndex)
      } else if first.isWhitespace {
        end = rest.firstIndex { !$0.isWhitespace || $0.isNewline } ?? rest.endIndex
      } else if first.isLetter || first.isNumber {
        end = rest.firstIndex { !$0.isLetter && !$0.isNumber } ?? rest.endIndex
      } else {
        end = rest.index(after: rest.startIndex)
      }
      words.append(rest[..<end])
      rest = rest[end...]
    }
    return words
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.firstIndex(where: \.isNewline) {
      let next = rest.index(after: end)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    return rest.isEmpty ? lines : lines + [rest]
  }
}
