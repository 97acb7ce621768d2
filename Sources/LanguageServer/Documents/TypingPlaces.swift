import Base
import LanguageServerProtocol
import PackratParsing

/// The place in each document at which the user types. A diagnostic of the construct that is just
/// being written waits until the user types or looks elsewhere, or has paused for a second. Those
/// that were shown before typing began there stay. Calls may come from any thread.
final class TypingPlaces: Sendable {
  /// A place that the user types in.
  private struct Place {
    var line: UInt32
    /// The end of what was typed, in UTF-8 bytes.
    var offset: Int
    /// The time until which it counts.
    var until: ContinuousClock.Instant
    /// The diagnostics that were shown when typing began there.
    var before: [Diagnostic]
    /// Whether any diagnostic waits.
    var withholds = false

    /// Whether a user who types there goes on in `line`.
    func isNear(_ line: UInt32) -> Bool { max(line, self.line) - min(line, self.line) <= 1 }
  }

  private struct State {
    var places: [DocumentURI: Place] = [:]
    /// The diagnostics that were last reported of documents.
    var reported: [DocumentURI: [Diagnostic]] = [:]
    /// Documents for which a timer runs.
    var timed: Set<DocumentURI> = []
  }

  /// The longest pause of a user who is writing.
  private let pause: Duration
  /// More text at once is not typed but pasted, in UTF-8 bytes.
  private static let longestKey = 32

  private let state = Mutex(State())

  init(pause: Duration = .seconds(1)) { self.pause = pause }

  /// The client changed `document`. Returns how long to wait until `rest` is to be called; nil if a
  /// timer runs, or nothing was typed. Cost: that of finding a place in the text.
  func change(
    _ document: OpenDocument, by changes: [TextDocumentContentChangeEvent],
    in encoding: PositionEncoding
  ) -> Duration? {
    guard changes.count == 1, let change = changes.first, let range = change.range,
      range.end.line >= range.start.line, range.end.line - range.start.line <= 1,
      change.text.utf8.count <= Self.longestKey
    else {
      state.withLock { $0.places[document.name] = nil }
      return nil
    }
    let start = document.snapshot.offset(of: TextPosition(range.start), in: encoding)
    let offset = min(start + change.text.utf8.count, document.snapshot.count)
    let line = range.start.line
    return state.withLock { state in
      let old = state.places[document.name].flatMap { $0.isNear(line) ? $0 : nil }
      state.places[document.name] = Place(
        line: line, offset: offset, until: .now + pause,
        before: old?.before ?? state.reported[document.name] ?? [],
        withholds: old?.withholds ?? false)
      return state.timed.insert(document.name).inserted ? pause : nil
    }
  }

  /// The time is over. Returns how long to wait on if the user went on typing, and otherwise whether
  /// diagnostics waited, which can be shown now.
  func rest(_ uri: DocumentURI) -> (again: Duration?, waited: Bool) {
    state.withLock { state in
      let left = (state.places[uri]?.until ?? .now) - .now
      if left > .zero { return (left, false) }
      state.timed.remove(uri)
      return (nil, state.places.removeValue(forKey: uri)?.withholds ?? false)
    }
  }

  /// Whether diagnostics of a document wait.
  func withholds(_ uri: DocumentURI) -> Bool {
    state.withLock { $0.places[uri]?.withholds ?? false }
  }

  /// The user is at `line` of a document. Returns whether diagnostics waited for that, which can be shown
  /// now. Cost: linear in the block that is typed in.
  func look(at line: UInt32, of document: OpenDocument) -> Bool {
    guard let place = state.withLock({ $0.places[document.name] }),
      !document.snapshot.construct(at: place.offset).contains(line)
    else { return false }
    return state.withLock { state in
      state.places.removeValue(forKey: document.name)?.withholds ?? false
    }
  }

  /// Those of the diagnostics of a document that are to be shown now. Cost: linear in them, and in the
  /// block that is typed in.
  func reported(_ diagnostics: [Diagnostic], of document: OpenDocument) -> [Diagnostic] {
    let place = state.withLock { state in
      state.places[document.name].flatMap { $0.until > .now ? $0 : nil }
    }
    var reported = diagnostics
    if let place {
      let lines = document.snapshot.construct(at: place.offset)
      let shown = Set(place.before.filter { $0.touches(lines) }.map(\.code))
      reported.removeAll { $0.touches(lines) && !shown.contains($0.code) }
    }
    state.withLock { state in
      state.reported[document.name] = reported
      if reported.count < diagnostics.count { state.places[document.name]?.withholds = true }
    }
    return reported
  }

  /// Forgets a document that is closed.
  func forget(_ uri: DocumentURI) {
    state.withLock { state in
      state.places[uri] = nil
      state.reported[uri] = nil
    }
  }
}

extension Diagnostic {
  fileprivate func touches(_ lines: ClosedRange<UInt32>) -> Bool {
    range.start.line <= lines.upperBound && range.end.line >= lines.lowerBound
  }
}

extension DocumentSnapshot {
  /// The lines of the block at `offset`; after its end, too, where it may go on. Cost: linear in the
  /// block.
  fileprivate func construct(at offset: Int) -> ClosedRange<UInt32> {
    var (start, end) = (offset, offset)
    for place in [offset - 1, offset] {
      guard let index = blockIndex(at: max(0, place)), let block = block(index) else { continue }
      start = min(start, block.range.lowerBound)
      // Without its line end, which is before the next line.
      end = max(end, block.range.upperBound - 1)
    }
    let (first, last) = (line(at: start), line(at: max(start, end)))
    return UInt32(clamping: first)...UInt32(clamping: max(first, last))
  }
}
