import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import Synchronization

/// What a text says by itself, and where that stands.
struct TextAnalysis: Sendable {
  let diagnostics: [NoteDiagnostic]
  /// What has to do with other notes; nil if there was no notebook to compare with.
  var references: NoteReferences?
  /// Where the first line stands.
  let firstLine: LSPRange
  /// The places of the diagnostics, and of a stored text's references.
  private var positions: [Int: TextPosition]
  /// The text, where it is at hand.
  private let snapshot: DocumentSnapshot?
  private let encoding: PositionEncoding

  /// Analyses an open document; nil once `isWanted` is false. Cost: linear in the text.
  init?(
    open snapshot: DocumentSnapshot, encoding: PositionEncoding, while isWanted: () -> Bool
  ) {
    self.init(snapshot, keepsText: true, encoding: encoding, while: isWanted)
  }

  /// Analyses a stored text, of which nothing is kept but what it takes to say where things stand;
  /// nil once `isWanted` is false. Cost: a parse.
  init?(stored text: String, encoding: PositionEncoding, while isWanted: () -> Bool) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    guard isWanted() else { return nil }
    self.init(snapshot, keepsText: false, encoding: encoding, while: isWanted)
    guard let references = snapshot.references(while: isWanted) else { return nil }
    self.references = references
    let all = references.questions + references.hashtags + references.images
    let places = snapshot.positions(
      of: all.flatMap { [$0.range.lowerBound, $0.range.upperBound] }, in: encoding)
    positions.merge(places) { first, _ in first }
  }

  private init?(
    _ snapshot: DocumentSnapshot, keepsText: Bool, encoding: PositionEncoding,
    while isWanted: () -> Bool
  ) {
    diagnostics = snapshot.diagnostics(limit: diagnosticLimit, while: isWanted)
    guard isWanted() else { return nil }
    firstLine = snapshot.lspRange(of: snapshot.lineRange(0), in: encoding)
    positions = snapshot.positions(
      of: diagnostics.flatMap {
        ([$0.range] + $0.related).flatMap { [$0.lowerBound, $0.upperBound] }
      },
      in: encoding)
    self.snapshot = keepsText ? snapshot : nil
    self.encoding = encoding
  }

  /// Whether it shows images that a note is to have.
  var hasStoredImages: Bool {
    references?.images.contains { $0.text.hasPrefix("assets/") } ?? false
  }

  /// Adds the references of an open document.
  mutating func findReferences(while isWanted: () -> Bool) {
    references = references ?? snapshot?.references(while: isWanted)
  }

  /// A client's range for bytes that a diagnostic or a reference stands for.
  func range(of bytes: Range<Int>) -> LSPRange {
    func position(_ offset: Int) -> Position {
      Position(
        positions[offset] ?? snapshot?.position(of: offset, in: encoding)
          ?? TextPosition(line: 0, column: 0))
    }
    return LSPRange(start: position(bytes.lowerBound), end: position(bytes.upperBound))
  }
}

/// The analyses of texts that were looked at, as long as they are those texts: clients ask for the
/// same again and again. Calls may come from any thread.
final class TextAnalyses: Sendable {
  private struct State {
    var open: [DocumentURI: (revision: Int, analysis: TextAnalysis)] = [:]
    var stored: [String: (version: String, analysis: TextAnalysis)] = [:]
    var parseCount = 0
  }

  private let state = Mutex(State())

  /// How many stored texts were parsed.
  var parseCount: Int { state.withLock { $0.parseCount } }

  /// The analysis of an open document; nil once `isWanted` is false.
  func analysis(
    of document: OpenDocument, uri: DocumentURI, hasNotebook: Bool, encoding: PositionEncoding,
    while isWanted: () -> Bool
  ) -> TextAnalysis? {
    let known = state.withLock { $0.open[uri] }
    if let known, known.revision == document.revision,
      !hasNotebook || known.analysis.references != nil
    {
      return known.analysis
    }
    let same = known.flatMap { $0.revision == document.revision ? $0.analysis : nil }
    guard
      var analysis = same
        ?? TextAnalysis(open: document.snapshot, encoding: encoding, while: isWanted)
    else { return nil }
    if hasNotebook { analysis.findReferences(while: isWanted) }
    guard isWanted() else { return nil }
    let found = analysis
    state.withLock { $0.open[uri] = (document.revision, found) }
    return found
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

  /// Notes what was found in a note's text.
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
