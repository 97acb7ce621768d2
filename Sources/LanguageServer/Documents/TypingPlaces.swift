import Base
import LanguageServerProtocol
import PackratParsing

/// The place in each document at which the user types. A diagnostic of the construct that is just
/// being written waits until the user types or looks elsewhere, or has paused for a second. Those
/// that were shown before typing began there stay. Calls may come from any thread.
final class TypingPlaces: Sendable {
  /// A place that the user types in.
  private struct Place {
    /// The start of what was typed.
    var start: Position
    /// The length of what was typed, in UTF-8 bytes.
    var length: Int
    /// The time until which it counts.
    var until: ContinuousClock.Instant
    /// The diagnostics that were shown when typing began there.
    var before: [Diagnostic]
    /// Whether any diagnostic waits.
    var withholds = false

    /// Whether a user who types there goes on in `line`.
    func isNear(_ line: UInt32) -> Bool { max(line, start.line) - min(line, start.line) <= 1 }

    /// The lines of the block that is typed in. Cost: linear in it.
    func lines(of document: OpenDocument, in encoding: PositionEncoding) -> ClosedRange<UInt32> {
      let snapshot = document.snapshot
      let offset = snapshot.offset(of: TextPosition(start), in: encoding) + length
      return snapshot.construct(at: min(offset, snapshot.count))
    }
  }

  /// The facts about a document.
  private struct Entry {
    /// The place at which the user types; nil for none.
    var place: Place?
    /// The diagnostics that were last reported.
    var reported: [Diagnostic] = []
    /// Whether a timer runs.
    var isTimed = false

    /// Something is typed. Returns whether a timer is to be started.
    mutating func type(_ text: String, at start: Position, until end: ContinuousClock.Instant)
      -> Bool
    {
      if place?.isNear(start.line) == true {
        place?.start = start
        place?.length = text.utf8.count
        place?.until = end
      } else {
        place = Place(start: start, length: text.utf8.count, until: end, before: reported)
      }
      defer { isTimed = true }
      return !isTimed
    }

    /// Forgets the place. Returns it.
    mutating func takePlace() -> Place? {
      defer { place = nil }
      return place
    }
  }

  /// The longest pause of a user who is writing.
  private let pause: Duration
  /// More text at once is not typed but pasted, in UTF-8 bytes.
  private static let longestKey = 32

  private let entries = Mutex<[DocumentURI: Entry]>([:])

  init(pause: Duration = .seconds(1)) { self.pause = pause }

  /// The client changed a document. Returns how long to wait until `rest` is to be called; nil if a
  /// timer runs, or nothing was typed.
  func change(_ uri: DocumentURI, by changes: [TextDocumentContentChangeEvent]) -> Duration? {
    guard changes.count == 1, let change = changes.first, let range = change.range,
      range.end.line >= range.start.line, range.end.line - range.start.line <= 1,
      change.text.utf8.count <= Self.longestKey
    else {
      entries.withLock { $0[uri]?.place = nil }
      return nil
    }
    let now = ContinuousClock.now
    return entries.withLock { entries in
      entries[uri, default: Entry()].type(change.text, at: range.start, until: now + pause)
        ? pause : nil
    }
  }

  /// The time is over. Returns how long to wait on if the user went on typing, and otherwise whether
  /// diagnostics waited, which can be shown now.
  func rest(_ uri: DocumentURI) -> (again: Duration?, waited: Bool) {
    entries.withLock { entries in
      let left = (entries[uri]?.place?.until ?? .now) - .now
      if left > .zero { return (left, false) }
      entries[uri]?.isTimed = false
      return (nil, entries[uri]?.takePlace()?.withholds ?? false)
    }
  }

  /// Whether diagnostics of a document wait.
  func withholds(_ uri: DocumentURI) -> Bool {
    entries.withLock { $0[uri]?.place?.withholds ?? false }
  }

  /// The user is at `line` of a document. Returns whether diagnostics waited for that, which can be shown
  /// now. Cost: linear in the block that is typed in.
  func look(at line: UInt32, of document: OpenDocument, in encoding: PositionEncoding) -> Bool {
    guard let place = entries.withLock({ $0[document.name]?.place }),
      !place.lines(of: document, in: encoding).contains(line)
    else { return false }
    return entries.withLock { $0[document.name]?.takePlace()?.withholds ?? false }
  }

  /// Returns the diagnostics of a document to publish now; new ones on the lines being typed are held back.
  /// Cost: linear in them, and in the block that is typed in.
  func reported(
    _ diagnostics: [Diagnostic], of document: OpenDocument, in encoding: PositionEncoding
  ) -> [Diagnostic] {
    let place = entries.withLock { entries in
      entries[document.name]?.place.flatMap { $0.until > .now ? $0 : nil }
    }
    var reported = diagnostics
    if let place {
      let lines = place.lines(of: document, in: encoding)
      let shown = Set(place.before.filter { $0.touches(lines) }.map(\.code))
      reported.removeAll { $0.touches(lines) && !shown.contains($0.code) }
    }
    entries.withLock { entries in
      entries[document.name, default: Entry()].reported = reported
      if reported.count < diagnostics.count { entries[document.name]?.place?.withholds = true }
    }
    return reported
  }

  /// Forgets a document that is closed.
  func forget(_ uri: DocumentURI) {
    entries.withLock { $0[uri] = nil }
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
