internal import Base
internal import BookLookup

/// Answers of look-ups, so that an edition can be chosen: the last few, by names that cannot be guessed.
final class KeptLookups: Sendable {
  struct Kept: Sendable {
    var id: String
    var words: String
    var answer: Result<Lookup.Answer, LookupFailure>
  }

  private static let most = 8
  private let kept = Mutex<[Kept]>([])

  func keep(_ words: String, _ answer: Result<Lookup.Answer, LookupFailure>) -> String {
    let id = RandomName.make()
    kept.withLock {
      $0.append(Kept(id: id, words: words, answer: answer))
      if $0.count > Self.most { $0.removeFirst() }
    }
    return id
  }

  func find(_ id: String) -> Kept? { kept.withLock { $0.first { $0.id == id } } }
}

/// Names of things that a site keeps for its user.
enum RandomName {
  /// 128 random bits.
  static func make() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
  }
}
