import Base
import Notebook

/// The spellings of the notebook's tags, to suggest one for a misspelled tag.
///
/// A tag that differs in one letter is found by removing one letter from both tags (symmetric
/// deletion), not by comparison with all tags.
package struct TagSpellings: Sendable {
  package struct Suggestion: Sendable, Equatable {
    package var tag: String
    package var noteCount: Int
  }

  /// The minimum number of letters of a tag, without `#`: short ones are similar by chance.
  private static let shortest = 4
  private static let longest = 64
  /// The factor by which a suggested tag must be more common.
  private static let ratio = 5
  /// The maximum number of tags stored per remainder: a tag in lower case, whole or without a
  /// letter.
  private static let breadth = 64

  private let noteCounts: [String: Int]
  /// The tags that are common enough to be suggested, the most common first.
  private let common: [Suggestion]
  /// The indexes in `common` of tags, by remainder.
  private var indicesByRest: [String: [Int]] = [:]
  private let answers = Answers()

  private final class Answers: Sendable {
    let known = Mutex<[String: Suggestion?]>([:])
  }

  init(noteCounts: [String: Int]) {
    self.noteCounts = noteCounts
    common = noteCounts.filter { tag, count in
      count >= Self.ratio && (Self.shortest...Self.longest).contains(tag.count - 1)
    }.map { Suggestion(tag: $0.key, noteCount: $0.value) }.sorted {
      ($1.noteCount, $0.tag) < ($0.noteCount, $1.tag)
    }
    for (index, suggestion) in common.enumerated() {
      for rest in Self.rests(of: Self.key(suggestion.tag))
      where indicesByRest[rest, default: []].count < Self.breadth {
        indicesByRest[rest, default: []].append(index)
      }
    }
  }

  init(of notes: [NoteSummary]) {
    var noteCounts: [String: Int] = [:]
    for note in notes { for tag in note.tags { noteCounts[tag, default: 0] += 1 } }
    self.init(noteCounts: noteCounts)
  }

  /// Returns the most common tag that `tag` may be a slip of (`isSlip`); nil if no such tag has
  /// `ratio` times as many notes, or if `tag` has fewer than `shortest` or more than `longest`
  /// letters. A tag that no note has counts as one note. Cost: depends on the tag's length and the
  /// number of similar tags; cached for tags of notes.
  package func suggestion(for tag: String) -> Suggestion? {
    guard let count = noteCounts[tag] else { return search(for: tag, needed: Self.ratio) }
    return answers.known.withLock { known in
      if let answer = known[tag] { return answer }
      let answer = search(for: tag, needed: Self.ratio * max(1, count))
      known[tag] = .some(answer)
      return answer
    }
  }

  private func search(for tag: String, needed: Int) -> Suggestion? {
    guard let most = common.first?.noteCount, most >= needed,
      (Self.shortest...Self.longest).contains(tag.count - 1)
    else { return nil }
    let key = Self.key(tag)
    let candidates = Set(Self.rests(of: key).flatMap { indicesByRest[$0] ?? [] }).sorted()
    return candidates.lazy.map { common[$0] }.first { other in
      other.noteCount >= needed && other.tag != tag
        && Self.isSlip(key, of: Self.key(other.tag))
    }
  }

  private static func key(_ tag: String) -> [Character] { Array(tag.lowercased()) }

  /// Returns `key`, and `key` without each of its letters.
  private static func rests(of key: [Character]) -> Set<String> {
    var rests: Set = [String(key)]
    for index in key.indices.dropFirst() {
      rests.insert(String(key[..<index] + key[(index + 1)...]))
    }
    return rests
  }

  /// Returns whether the tags are equal, or differ in one added, missing or changed letter or in
  /// two adjacent swapped letters. Differences in digits, or in a segment of fewer than `shortest`
  /// letters, count as intentional.
  static func isSlip(_ tag: [Character], of other: [Character]) -> Bool {
    let start = zip(tag, other).prefix { $0 == $1 }.count
    let end = zip(tag.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let shorter = min(tag.count, other.count)
    if start == shorter, tag.count == other.count { return true }
    let kept = min(end, shorter - start)
    let difference = Array(tag[start..<(tag.count - kept)])
    let otherDifference = Array(other[start..<(other.count - kept)])
    let isOneLetter: Bool =
      switch (difference.count, otherDifference.count) {
      case (1, 0), (0, 1), (1, 1): true
      case (2, 2): difference[0] == otherDifference[1] && difference[1] == otherDifference[0]
      default: false
      }
    guard isOneLetter, !(difference + otherDifference).contains(where: \.isNumber) else {
      return false
    }
    // `#lost/a` and `#lost/b` differ intentionally.
    let segment =
      tag[..<start].reversed().prefix { $0 != "/" && $0 != "#" }.count
      + tag[start...].prefix { $0 != "/" }.count
    return segment >= shortest
  }
}
