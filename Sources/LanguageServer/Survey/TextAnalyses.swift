import Base
import MiniMarkdown
import PackratParsing
import TextDiagnostics

/// Caches the analyses of texts until the texts change: clients send the same requests repeatedly.
/// Calls may come from any thread.
final class TextAnalyses: Sendable {
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

  var parseCount: Int { state.withLock { $0.parseCount } }

  /// Returns the analysis of an open document; nil once `isWanted` returns false. The first
  /// analysis of a document is always finished: otherwise it would start again at each keystroke.
  /// Later ones examine only the difference.
  func analysis(
    of document: OpenDocument, uri: DocumentURI, encoding: PositionEncoding,
    while isWanted: () -> Bool
  ) -> TextAnalysis? {
    let kind = document.kind
    // The result is not kept if the document is closed before it is computed.
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

  var hasOpenTexts: Bool { state.withLock { !$0.open.isEmpty } }

  func forget(_ uri: DocumentURI) { state.withLock { _ = $0.open.removeValue(forKey: uri) } }

  func analysis(of note: String, version: String) -> TextAnalysis? {
    state.withLock { state in
      state.stored[note].flatMap { $0.version == version ? $0.analysis : nil }
    }
  }

  func keep(_ analysis: TextAnalysis, of note: String, version: String) {
    state.withLock { state in
      state.stored[note] = (version, analysis)
      state.parseCount += 1
    }
  }

  func forgetNotes(except notes: Set<String>) {
    state.withLock { state in
      if state.stored.count > notes.count {
        state.stored = state.stored.filter { notes.contains($0.key) }
      }
    }
  }
}
