import Base
import LanguageServerProtocol
import PackratParsing

/// The position in each document at which the user types. New diagnostics of the block that is
/// being typed are held back, until the user moves to another block or pauses for a second. A
/// diagnostic is not held back if the block had one with its code before typing began. Calls may
/// come from any thread.
final class TypingPositions: Sendable {
  private struct TypingPosition {
    var start: Position
    /// The length of the last inserted text, in UTF-8 bytes.
    var length: Int
    /// The time until which diagnostics are held back.
    var until: ContinuousClock.Instant
    /// The diagnostics that were published when typing began here.
    var before: [Diagnostic]
    var withholds = false

    /// Returns whether typing in `line` continues typing here.
    func isNear(_ line: UInt32) -> Bool { max(line, start.line) - min(line, start.line) <= 1 }

    /// Returns the lines of the block that is being typed. Cost: linear in the block.
    func lines(of document: OpenDocument, in encoding: PositionEncoding) -> ClosedRange<UInt32> {
      let snapshot = document.snapshot
      let offset = snapshot.offset(of: TextPosition(start), in: encoding) + length
      return snapshot.construct(at: min(offset, snapshot.count))
    }
  }

  private struct Entry {
    var position: TypingPosition?
    var reported: [Diagnostic] = []
    var isTimed = false

    /// Records typed text. Returns whether the caller must start a timer.
    mutating func type(_ text: String, at start: Position, until end: ContinuousClock.Instant)
      -> Bool
    {
      if position?.isNear(start.line) == true {
        position?.start = start
        position?.length = text.utf8.count
        position?.until = end
      } else {
        position = TypingPosition(
          start: start, length: text.utf8.count, until: end, before: reported)
      }
      defer { isTimed = true }
      return !isTimed
    }

    mutating func takePosition() -> TypingPosition? {
      defer { position = nil }
      return position
    }
  }

  private let pause: Duration
  /// The longest inserted text that counts as typed, not pasted, in UTF-8 bytes.
  private static let longestKey = 32

  private let entries = Mutex<[DocumentURI: Entry]>([:])

  init(pause: Duration = .seconds(1)) { self.pause = pause }

  /// Records a change by the client. Returns how long to wait before calling `rest`; nil if a timer
  /// already runs, or if nothing was typed.
  func change(_ uri: DocumentURI, by changes: [TextDocumentContentChangeEvent]) -> Duration? {
    guard changes.count == 1, let change = changes.first, let range = change.range,
      range.end.line >= range.start.line, range.end.line - range.start.line <= 1,
      change.text.utf8.count <= Self.longestKey
    else {
      entries.withLock { $0[uri]?.position = nil }
      return nil
    }
    let now = ContinuousClock.now
    return entries.withLock { entries in
      entries[uri, default: Entry()].type(change.text, at: range.start, until: now + pause)
        ? pause : nil
    }
  }

  /// Handles the end of the wait. Returns how long to wait again if the user continued typing;
  /// otherwise whether diagnostics were held back, which can be published now.
  func rest(_ uri: DocumentURI) -> (again: Duration?, waited: Bool) {
    entries.withLock { entries in
      let left = (entries[uri]?.position?.until ?? .now) - .now
      if left > .zero { return (left, false) }
      entries[uri]?.isTimed = false
      return (nil, entries[uri]?.takePosition()?.withholds ?? false)
    }
  }

  func withholds(_ uri: DocumentURI) -> Bool {
    entries.withLock { $0[uri]?.position?.withholds ?? false }
  }

  /// Records that the user is at `line` of a document. Returns whether that is outside the block
  /// being typed and diagnostics were held back, which can now be published. Cost: linear in the
  /// block that is being typed.
  func look(at line: UInt32, of document: OpenDocument, in encoding: PositionEncoding) -> Bool {
    guard let position = entries.withLock({ $0[document.name]?.position }),
      !position.lines(of: document, in: encoding).contains(line)
    else { return false }
    return entries.withLock { $0[document.name]?.takePosition()?.withholds ?? false }
  }

  /// Returns the diagnostics of a document to publish now; new ones on the lines being typed are
  /// held back. Cost: linear in the diagnostics and in the block that is being typed.
  func reported(
    _ diagnostics: [Diagnostic], of document: OpenDocument, in encoding: PositionEncoding
  ) -> [Diagnostic] {
    let position = entries.withLock { entries in
      entries[document.name]?.position.flatMap { $0.until > .now ? $0 : nil }
    }
    var reported = diagnostics
    if let position {
      let lines = position.lines(of: document, in: encoding)
      let shown = Set(position.before.filter { $0.touches(lines) }.map(\.code))
      reported.removeAll { $0.touches(lines) && !shown.contains($0.code) }
    }
    entries.withLock { entries in
      entries[document.name, default: Entry()].reported = reported
      if reported.count < diagnostics.count { entries[document.name]?.position?.withholds = true }
    }
    return reported
  }

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
  /// Returns the lines of the block at `offset`, and of a block that ends there and may continue.
  /// Cost: linear in the block.
  fileprivate func construct(at offset: Int) -> ClosedRange<UInt32> {
    var (start, end) = (offset, offset)
    for nearOffset in [offset - 1, offset] {
      guard let index = blockIndex(at: max(0, nearOffset)), let block = block(index)
      else { continue }
      start = min(start, block.range.lowerBound)
      // Exclude the line end, so that the next line is not included.
      end = max(end, block.range.upperBound - 1)
    }
    let (first, last) = (line(at: start), line(at: max(start, end)))
    return UInt32(clamping: first)...UInt32(clamping: max(first, last))
  }
}
