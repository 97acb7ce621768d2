import Base
import Notebook

/// The notebook's hashtags as they are spelled, to find the one that a misspelled one was meant to
/// be.
///
/// A tag that differs in one letter is found among the remains of tags when a letter is taken out
/// (symmetric deletion), not by a comparison with all of them.
package struct TagSpellings: Sendable {
  /// A tag that was perhaps meant, and how many notes have it.
  package struct Suggestion: Sendable, Equatable {
    package var tag: String
    package var noteCount: Int
  }

  /// The fewest letters of a tag, `#` not counted: short ones are alike by chance.
  private static let shortest = 4
  private static let longest = 64
  /// The factor by which the other must be more common.
  private static let ratio = 5
  /// The most tags that are looked up for one remainder; there are no more than letters.
  private static let breadth = 64

  /// The number of notes that have a tag, by spelling.
  private let noteCounts: [String: Int]
  /// The tags that are common enough to be meant.
  private let common: [Suggestion]
  /// Places in `common`, by their remainders.
  private var places: [String: [Int]] = [:]
  /// The answers for tags of notes that were asked for.
  private let answers = Answers()

  private final class Answers: Sendable {
    let known = Mutex<[String: Suggestion?]>([:])
  }

  /// The tags that notes have, each spelling by itself, with the number of notes.
  init(noteCounts: [String: Int]) {
    self.noteCounts = noteCounts
    common = noteCounts.filter { tag, count in
      count >= Self.ratio && (Self.shortest...Self.longest).contains(tag.count - 1)
    }.map { Suggestion(tag: $0.key, noteCount: $0.value) }.sorted {
      ($1.noteCount, $0.tag) < ($0.noteCount, $1.tag)
    }
    for (place, suggestion) in common.enumerated() {
      for rest in Self.rests(of: Self.key(suggestion.tag))
      where places[rest, default: []].count < Self.breadth {
        places[rest, default: []].append(place)
      }
    }
  }

  /// The tags of these notes.
  init(of notes: [NoteSummary]) {
    var noteCounts: [String: Int] = [:]
    for note in notes { for tag in note.tags { noteCounts[tag, default: 0] += 1 } }
    self.init(noteCounts: noteCounts)
  }

  /// The commonest tag that differs from `tag` by case or one letter, if it is much more common.
  /// Cost: that of the tag's length, and of the tags alike; of a tag that notes have, the first time.
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
    let candidates = Set(Self.rests(of: key).flatMap { places[$0] ?? [] }).sorted()
    return candidates.lazy.map { common[$0] }.first { other in
      other.noteCount >= needed && other.tag != tag
        && Self.isSlip(key, of: Self.key(other.tag))
    }
  }

  private static func key(_ tag: String) -> [Character] { Array(tag.lowercased()) }

  /// `key`, and its remainders without one of its letters.
  private static func rests(of key: [Character]) -> Set<String> {
    var rests: Set = [String(key)]
    for index in key.indices.dropFirst() {
      rests.insert(String(key[..<index] + key[(index + 1)...]))
    }
    return rests
  }

  /// Whether they differ in one letter too many, too few, another or in its neighbour's place, or
  /// not at all. Digits differ on purpose, and so do tags as short as a letter or two.
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
    // `#lost/a` and `#lost/b` differ on purpose.
    let segment =
      tag[..<start].reversed().prefix { $0 != "/" && $0 != "#" }.count
      + tag[start...].prefix { $0 != "/" }.count
    return segment >= shortest
  }
}
