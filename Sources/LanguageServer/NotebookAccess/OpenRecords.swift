import Base
import Books
import FrontMatter

/// The book records that the client has: the versions on which open ones are based, and the records
/// that were sent. Calls may come from any thread.
final class OpenRecords: Sendable {
  private struct State {
    var bases: [DocumentURI: String] = [:]
    /// The newest last.
    var sent: [(version: String, record: BookRecord)] = []
  }

  private static let most = 64

  private let state = Mutex(State())
  /// The values for the completion of book records, computed once for each state of the notebook.
  let words = Cached<Int, BookWords>()

  func recordSent(_ record: BookRecord, version: String) {
    state.withLock { state in
      state.sent.removeAll { $0.version == version }
      state.sent.append((version, record))
      if state.sent.count > Self.most { state.sent.removeFirst() }
    }
  }

  /// Returns the record that the client was sent as `version`, if it is still kept.
  func record(_ version: String) -> BookRecord? {
    state.withLock { $0.sent.last { $0.version == version }?.record }
  }

  /// Records that the client opened a document. Its base is the version of the sent record with the
  /// same text; nil if there is none.
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

/// The values of the fields that completion offers, by field name; the most frequent first.
struct BookWords: Sendable {
  private(set) var values: [String: [String]] = [:]

  init() {}

  init(_ counts: [String: [String: Int]]) {
    values = counts.mapValues { counts in
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
  }
}
