import LanguageServerProtocol
package import MiniMarkdown
import Notebook
package import PackratParsing

/// The maximum number of diagnostics for a document. More would not be readable.
package let diagnosticLimit = 1000

/// The diagnostics of a text that do not depend on the notebook, and their positions.
package struct TextAnalysis: Sendable {
  package let diagnostics: [NoteDiagnostic]
  /// The parts of the text that are compared with the notebook.
  package let references: NoteReferences
  /// The ranges at which the app crashes, in UTF-8 bytes. Empty for open texts of more than 64 KiB.
  package let crashesInApp: [Range<Int>]
  /// The headings, if a link names a heading within the note.
  let headings: LinkHeadings?
  private let firstLineBytes: Range<Int>
  /// Positions by UTF-8 offset: of diagnostics and crashes and, if the text is not kept, also of
  /// references, hints and the first line.
  private var positions: [Int: TextPosition]
  /// The hints about weak cards in a stored text, as for a note without a book; nil if the text is
  /// kept, or if they were not requested.
  private var hints: [NoteDiagnostic]?
  /// The text and its diagnostics, for an open text, or a text that is examined once.
  private let open: (snapshot: DocumentSnapshot, diagnostics: NoteDiagnostics)?
  private let encoding: PositionEncoding

  var text: String? { open?.snapshot.text }

  /// Analyzes an open document. Returns nil once `isWanted` returns false. With `old`, the analysis
  /// of an earlier version in the same `kind`, only the difference is examined for diagnostics.
  /// Cost: linear in the text, or with `old` in the difference and the diagnostics; up to 64 KiB,
  /// also a scan for crashes.
  package init?(
    open snapshot: DocumentSnapshot, in kind: TextKind = .note, after old: TextAnalysis?,
    encoding: PositionEncoding, while isWanted: () -> Bool
  ) {
    let known = old?.open.flatMap { $0.diagnostics.kind == kind ? $0.diagnostics : nil }
    let found =
      known.map { NoteDiagnostics(snapshot, after: $0, while: isWanted) }
      ?? NoteDiagnostics(snapshot, in: kind, limit: diagnosticLimit, while: isWanted)
    guard let found else { return nil }
    let crashes = snapshot.count > 1 << 16 ? [] : LibraryNotesPrompts.crashes(in: snapshot)
    self.init(snapshot, found, crashes, keepsText: true, encoding: encoding)
  }

  /// Analyzes a stored text that is examined once. The text is kept, so that positions of
  /// references are computed only if requested. Returns nil once `isWanted` returns false. Cost: a
  /// parse.
  init?(
    examined text: String, in kind: TextKind, encoding: PositionEncoding,
    while isWanted: () -> Bool
  ) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    guard let found = NoteDiagnostics(snapshot, in: kind, limit: diagnosticLimit, while: isWanted)
    else { return nil }
    self.init(
      snapshot, found, LibraryNotesPrompts.crashes(in: snapshot), keepsText: true,
      encoding: encoding)
  }

  /// Analyzes a stored text, and keeps its positions instead of the text. Returns nil once
  /// `isWanted` returns false. Cost: a parse, and with `withCardQuality` the search for hints.
  package init?(
    stored text: String, in kind: TextKind = .note, withCardQuality: Bool = false,
    encoding: PositionEncoding, while isWanted: () -> Bool
  ) {
    let snapshot = MiniMarkdownDocument(text).snapshot
    guard isWanted(),
      let found = NoteDiagnostics(snapshot, in: kind, limit: diagnosticLimit, while: isWanted)
    else { return nil }
    self.init(
      snapshot, found, LibraryNotesPrompts.crashes(in: snapshot), keepsText: false,
      encoding: encoding)
    var ranges = (references.questions + references.hashtags + references.images).map(\.range)
    ranges.append(firstLineBytes)
    ranges += references.links.flatMap { [$0.range] + ($0.heading.map { [$0] } ?? []) }
    if withCardQuality {
      let found = snapshot.cardQuality(hasBook: false, limit: diagnosticLimit, while: isWanted)
      guard isWanted() else { return nil }
      ranges += found.flatMap { [$0.range] + $0.related }
      hints = found
    }
    let rangePositions = snapshot.positions(
      of: ranges.flatMap { [$0.lowerBound, $0.upperBound] }, in: encoding)
    positions.merge(rangePositions) { first, _ in first }
  }

  private init(
    _ snapshot: DocumentSnapshot, _ found: NoteDiagnostics, _ crashes: [Range<Int>],
    keepsText: Bool, encoding: PositionEncoding
  ) {
    diagnostics = found.diagnostics
    references = found.references
    crashesInApp = crashes
    headings = references.links.contains(where: \.isWithinNote) ? LinkHeadings(snapshot) : nil
    firstLineBytes = snapshot.lineRange(0)
    positions = snapshot.positions(
      of: diagnostics.flatMap {
        ([$0.range] + $0.related).flatMap { [$0.lowerBound, $0.upperBound] }
      } + crashesInApp.flatMap { [$0.lowerBound, $0.upperBound] },
      in: encoding)
    open = keepsText ? (snapshot, found) : nil
    self.encoding = encoding
  }

  package var hasStoredImages: Bool {
    references.images.contains { $0.text.hasPrefix("assets/") }
  }

  var firstLine: LSPRange { range(of: firstLineBytes) }

  /// The kind of the text; nil if the text is not kept.
  package var kind: TextKind? { open?.diagnostics.kind }

  package var hasCardQuality: Bool { open != nil || hints != nil }

  /// Returns hints about weak cards; empty for a stored text analyzed without them. Cost: linear in
  /// an open text.
  func cardQuality(hasBook: Bool) -> [NoteDiagnostic] {
    if let open { return open.snapshot.cardQuality(hasBook: hasBook, limit: diagnosticLimit) }
    return (hints ?? []).filter { !hasBook || $0.rule != .quoteWithoutSource }
  }

  func range(of bytes: Range<Int>) -> LSPRange {
    func position(_ offset: Int) -> Position {
      Position(
        positions[offset] ?? open?.snapshot.position(of: offset, in: encoding)
          ?? TextPosition(line: 0, column: 0))
    }
    return LSPRange(start: position(bytes.lowerBound), end: position(bytes.upperBound))
  }
}
