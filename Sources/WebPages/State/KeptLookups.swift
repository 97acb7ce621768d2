import Base
import BookLookup
import Dispatch
import Notebook

/// The look-ups of a user: one at a time, on a separate queue, for which no page waits. Of their answers the
/// last few are kept by names that cannot be guessed, so that an edition can be chosen.
final class KeptLookups: Sendable {
  struct Kept: Sendable {
    var id: String
    var words: String
    /// Nil until the services have answered.
    var answer: Result<Lookup.Answer, LookupFailure>?
  }

  private static let most = 8
  private let kept = Mutex<[Kept]>([])
  /// The notes whose cover is being fetched.
  private let covers = Mutex<Set<String>>([])
  /// Held while a cover is being stored.
  private let isStopped = Mutex(false)
  private let queue = DispatchQueue(label: "commonplace.look-ups")

  /// Begins a look-up. Returns its name.
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

  /// Fetches the cover of a note, and hands it to `store`, unless the site has stopped.
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

  /// After that nothing is stored any more. A look-up that runs is not waited for.
  func stop() { isStopped.withLock { $0 = true } }

  /// Waits for all that have begun, for tests.
  func wait() { queue.sync {} }
}

/// Names of things that a site keeps for its user.
enum RandomName {
  /// 128 random bits.
  static func make() -> String {
    (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
  }
}
