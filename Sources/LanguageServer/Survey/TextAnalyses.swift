import Base
import MiniMarkdown
import PackratParsing
import TextDiagnostics

/// The analyses of texts that were looked at, as long as they are those texts: clients ask for the
/// same again and again. Calls may come from any thread.
final class TextAnalyses: Sendable {
  /// A text of an open document, and its use.
  struct Version: Equatable, Sendable {
    var revision: Int
    var kind: TextKind
  }

  private struct State {
    var open: [DocumentURI: Cached<Version, TextAnalysis>] = [:]
    var stored: [String: (version: String, analysis: TextAnalysis)] = [:]
    var parseCount = 0
  }

  private struct Unwanted: Error {}

  private let state = Mutex(State())

  /// The number of stored texts that were parsed.
  var parseCount: Int { state.withLock { $0.parseCount } }

  /// The analysis of an open document; nil once `isWanted` is false. The first of a document is finished in
  /// any case: a user who goes on typing would have it begun again at each key, and each later one examines
  /// only the difference.
  func analysis(
    of document: OpenDocument, uri: DocumentURI, encoding: PositionEncoding,
    while isWanted: () -> Bool
  ) -> TextAnalysis? {
    let kind = document.kind
    // Of a document that is closed meanwhile, it is kept nowhere.
    let cached = state.withLock { state in
      let cached = state.open[uri] ?? Cached()
      state.open[uri] = cached
      return cached
    }
    return try? cached.value(at: { Version(revision: document.revision, kind: kind) }) {
      (last) throws(Unwanted) in
      let isFirst = last?.kind != kind
      guard
        let analysis = TextAnalysis(
          open: document.snapshot, in: kind, after: last, encoding: encoding,
          while: { isFirst || isWanted() })
      else { throw Unwanted() }
      return analysis
    }
  }

  /// Whether there are documents that were looked at and are open.
  var hasOpenTexts: Bool { state.withLock { !$0.open.isEmpty } }

  /// Forgets a document that is closed.
  func forget(_ uri: DocumentURI) { state.withLock { _ = $0.open.removeValue(forKey: uri) } }

  /// The analysis of the text of a note that is of `version`, if that was looked at.
  func analysis(of note: String, version: String) -> TextAnalysis? {
    state.withLock { state in
      state.stored[note].flatMap { $0.version == version ? $0.analysis : nil }
    }
  }

  /// Keeps the diagnostics of a note's text.
  func keep(_ analysis: TextAnalysis, of note: String, version: String) {
    state.withLock { state in
      state.stored[note] = (version, analysis)
      state.parseCount += 1
    }
  }

  /// Forgets all notes but `notes`.
  func forgetNotes(except notes: Set<String>) {
    state.withLock { state in
      if state.stored.count > notes.count {
        state.stored = state.stored.filter { notes.contains($0.key) }
      }
    }
  }
}
