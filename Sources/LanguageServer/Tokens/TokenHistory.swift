import Base
import MiniMarkdown
import PackratParsing

/// The versions of open documents whose tokens the client was sent, by `resultId`. Consecutive
/// versions share most of their memory.
final class TokenHistory: Sendable {
  struct Shown {
    var snapshot: DocumentSnapshot
    var unread: ForeignText?
    /// The numbers of tokens in `unread`, if they were counted.
    var hidden: HiddenTokens?
  }

  private struct Version {
    var id: String
    var shown: Shown
  }

  private struct State {
    var count = 0
    /// The versions of each document, the last sent or requested at the end.
    var versions: [DocumentURI: [Version]] = [:]
  }

  /// The number of versions kept per document. A client that canceled a request continues from an
  /// earlier version than the last.
  static let limit = 3

  private let state = Mutex(State())
  /// A random text that distinguishes result IDs from those of other runs of the server.
  private let run = String(UInt32.random(in: 0...UInt32.max), radix: 36)

  /// Keeps the version of `document` whose tokens are being sent. Returns its result ID.
  func remember(_ shown: Shown, of document: DocumentURI) -> String {
    state.withLock { state in
      state.count += 1
      let id = "\(run)-\(state.count)"
      Self.add(Version(id: id, shown: shown), to: &state.versions[document, default: []])
      return id
    }
  }

  private static func add(_ version: Version, to versions: inout [Version]) {
    versions.append(version)
    if versions.count > limit { versions.removeFirst() }
  }

  func version(_ id: String, of document: DocumentURI) -> Shown? {
    state.withLock { state in
      // Usually the version is already the last one.
      if let last = state.versions[document]?.last, last.id == id { return last.shown }
      guard let index = state.versions[document]?.firstIndex(where: { $0.id == id }),
        let version = state.versions[document]?.remove(at: index)
      else { return nil }
      state.versions[document]?.append(version)
      return version.shown
    }
  }

  func forget(_ document: DocumentURI) {
    state.withLock { _ = $0.versions.removeValue(forKey: document) }
  }
}
