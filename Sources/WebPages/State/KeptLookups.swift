import Base
import BookLookup
import Dispatch
import Notebook

/// The user's lookups. They run one at a time, on a separate queue; pages do not wait for them. The
/// last few answers are kept under names that cannot be guessed, so that the user can choose an
/// edition.
final class KeptLookups: Sendable {
  struct Kept: Sendable {
    var id: String
    var words: String
    /// The answer; nil until the services have answered.
    var answer: Result<Lookup.Answer, LookupFailure>?
  }

  private static let most = 8
  private let kept = Mutex<[Kept]>([])
  private let covers = Mutex<Set<String>>([])
  /// Whether the site has stopped. Locked while a cover is stored.
  private let isStopped = Mutex(false)
  private let queue = DispatchQueue(label: "commonplace.look-ups")

  /// Starts a lookup, and returns its ID. Keeps at most `most` lookups: drops the oldest.
  func begin(
    _ words: String, _ ask: @escaping @Sendable () -> Result<Lookup.Answer, LookupFailure>
  ) -> String {
    let id = RandomName.make()
    kept.withLock {
      $0.append(Kept(id: id, words: words))
      if $0.count > Self.most { $0.removeFirst() }
    }
    queue.async { [self] in
      guard find(id) != nil, !isStopped.withLock({ $0 }) else { return }
      let answer = ask()
      kept.withLock { kept in
        for index in kept.indices where kept[index].id == id { kept[index].answer = answer }
      }
    }
    return id
  }

  func find(_ id: String) -> Kept? { kept.withLock { $0.first { $0.id == id } } }

  /// Fetches the cover of a note, and passes it to `store`, unless the site has stopped.
  func fetchCover(
    of note: String, _ fetch: @escaping @Sendable () -> NoteCover?,
    store: @escaping @Sendable (NoteCover) -> Void
  ) {
    covers.withLock { _ = $0.insert(note) }
    queue.async { [self] in
      if !isStopped.withLock({ $0 }), let cover = fetch() {
        isStopped.withLock { if !$0 { store(cover) } }
      }
      covers.withLock { _ = $0.remove(note) }
    }
  }

  func isFetchingCover(of note: String) -> Bool { covers.withLock { $0.contains(note) } }

  /// Stops storing covers and starting lookups. Does not wait for a running lookup.
  func stop() { isStopped.withLock { $0 = true } }

  /// Waits for all lookups that were started, for tests.
  func wait() { queue.sync {} }
}

enum RandomName {
  /// Returns a name with 128 random bits, which cannot be guessed.
  static func make() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
  }
}
