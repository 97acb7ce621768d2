import Base
import Books
import FrontMatter

/// The records of books as the client has them: the version on which each open one is based, and the
/// records that were sent, of which changes are made. Calls may come from any thread.
final class OpenRecords: Sendable {
  private struct State {
    var bases: [DocumentURI: String] = [:]
    /// The newest last.
    var sent: [(version: String, record: BookRecord)] = []
  }

  /// The most records that are remembered.
  private static let most = 64

  private let state = Mutex(State())
  /// The words of all books, at each state of the notebook.
  let words = Cached<Int, BookWords>()

  /// The client was sent a record.
  func recordSent(_ record: BookRecord, version: String) {
    state.withLock { state in
      state.sent.removeAll { $0.version == version }
      state.sent.append((version, record))
      if state.sent.count > Self.most { state.sent.removeFirst() }
    }
  }

  /// The record that the client was sent under a version, if it is remembered.
  func record(_ version: String) -> BookRecord? {
    state.withLock { $0.sent.last { $0.version == version }?.record }
  }

  /// The client opened a document. It is based on the record that has this text.
  func open(_ uri: DocumentURI, saying text: String) {
    state.withLock { state in
      state.bases[uri] = state.sent.last { BookDocument.text(of: $0.record) == text }?.version
    }
  }

  func base(of uri: DocumentURI) -> String? { state.withLock { $0.bases[uri] } }

  func setBase(_ uri: DocumentURI, to version: String) {
    state.withLock { $0.bases[uri] = version }
  }

  func close(_ uri: DocumentURI) { state.withLock { $0.bases[uri] = nil } }
}

/// The values that the books of a notebook have, by the names of their fields; the most frequent first.
struct BookWords: Sendable {
  private(set) var values: [String: [String]] = [:]

  init() {}

  /// Collects `counts`.
  init(_ counts: [String: [String: Int]]) {
    values = counts.mapValues { counts in
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
  }
}
