import LanguageServerProtocol
package import MiniMarkdown
import Notebook
package import PackratParsing

/// The most diagnostics that are sent for a document. More are not readable.
package let diagnosticLimit = 1000

/// The diagnostics of a text by itself, and their places.
package struct TextAnalysis: Sendable {
  package let diagnostics: [NoteDiagnostic]
  /// The parts that refer to other notes.
  package let references: NoteReferences
  /// The places at which the app crashes. They are not looked for in open texts of more than 64
  /// KiB.
  package let crashesInApp: [Range<Int>]
  /// The headings, if a link names one of them.
  let headings: LinkHeadings?
  /// The bytes of the first line.
  private let firstLineBytes: Range<Int>
  /// The places of the diagnostics, and of a stored text's references.
  private var positions: [Int: TextPosition]
  /// The hints about weak cards in a stored text, as if it were about no book; nil if they were not
  /// looked for.
  private var hints: [NoteDiagnostic]?
  /// The text and its diagnostics, if they are at hand: of an open text, or of one that is examined once.
  private let open: (snapshot: DocumentSnapshot, diagnostics: NoteDiagnostics)?
  private let encoding: PositionEncoding

  /// The text, if it is at hand.
  var text: String? { open?.snapshot.text }

  /// Analyses an open document. Returns nil once `isWanted` is false. With `old`, the analysis of
  /// an earlier version of it, only the difference is examined. Cost: linear in that, and in the
  /// diagnostics.
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

  /// Analyses a stored text that is asked about once: it is kept, so that only the places that are asked for
  /// are looked up. Returns nil once `isWanted` is false. Cost: a parse.
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

  /// Analyses a stored text, of which only the data for positions is kept. Returns nil once
  /// `isWanted` is false. Cost: a parse, and that of `withCardQuality`.
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
    let places = snapshot.positions(
      of: ranges.flatMap { [$0.lowerBound, $0.upperBound] }, in: encoding)
    positions.merge(places) { first, _ in first }
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

  /// Whether it shows images that a note is to have.
  package var hasStoredImages: Bool {
    references.images.contains { $0.text.hasPrefix("assets/") }
  }

  /// The range of the first line.
  var firstLine: LSPRange { range(of: firstLineBytes) }

  /// The use of the text.
  package var kind: TextKind? { open?.diagnostics.kind }

  /// Whether it includes hints about weak cards.
  package var hasCardQuality: Bool { open != nil || hints != nil }

  /// Hints about prompts that ask badly; none of a stored text in which they were not looked for.
  /// Cost: linear in an open text.
  func cardQuality(hasBook: Bool) -> [NoteDiagnostic] {
    if let open { return open.snapshot.cardQuality(hasBook: hasBook, limit: diagnosticLimit) }
    return (hints ?? []).filter { !hasBook || $0.rule != .quoteWithoutSource }
  }

  /// A client's range for bytes that a diagnostic or a reference stands for.
  func range(of bytes: Range<Int>) -> LSPRange {
    func position(_ offset: Int) -> Position {
      Position(
        positions[offset] ?? open?.snapshot.position(of: offset, in: encoding)
          ?? TextPosition(line: 0, column: 0))
    }
    return LSPRange(start: position(bytes.lowerBound), end: position(bytes.upperBound))
  }
}
