import MiniMarkdown
import PackratParsing

/// The number of tokens that each part of foreign text hides. A token that the previous part hides
/// is not counted again.
struct HiddenTokens: Sendable {
  var parts: [ForeignText.Part]
  var counts: [Int]
}

/// Tokens are counted as if no text was foreign, because their sums are stored in the tree; tokens
/// in foreign text are subtracted.
extension DocumentTokens {
  func isShown(_ token: Highlight, except unread: ForeignText?) -> Bool {
    unread?.overlaps(token.range) != true
  }

  /// Returns the changed records, extended by those that became foreign text or stopped being
  /// foreign since `old`.
  func withUnread(
    _ changed: ChangedRecords, since old: DocumentSnapshot, _ oldUnread: ForeignText?
  ) -> ChangedRecords {
    if unread == nil, oldUnread == nil { return changed }
    let shift = snapshot.count - old.count
    var wide = ForeignText.difference(unread, oldUnread, shift: shift, in: changed)
    // Outside the changed records both versions have the same records.
    if wide.new.lowerBound < changed.new.lowerBound,
      let first = record(at: wide.new.lowerBound)
    {
      wide.new = first.start..<wide.new.upperBound
    }
    if wide.new.upperBound > changed.new.upperBound,
      let last = record(at: wide.new.upperBound - 1)
    {
      wide.new = wide.new.lowerBound..<max(wide.new.upperBound, last.range.upperBound)
    }
    wide.old = wide.new.lowerBound..<wide.new.upperBound - shift
    return wide
  }

  private func record(at offset: Int) -> Block? {
    var records = snapshot.records(in: offset..<offset + 1)
    return records.next()
  }

  /// Returns the first shown token at or after `offset`, the start of a record, and its record.
  /// Returns nil if there is none.
  mutating func firstToken(from offset: Int) -> (token: Highlight, record: Block)? {
    var offset = offset
    while let record = snapshot.firstCountedRecord(from: offset, of: { count($0) }) {
      var found: Highlight?
      record.forEachToken {
        if found == nil, isShown($0, except: unread) { found = $0 }
      }
      if let found { return (found, record) }
      offset = max(
        record.range.upperBound, unread?.part(at: record.range.upperBound)?.upperBound ?? 0)
    }
    return nil
  }

  /// Returns the number of shown tokens before `offset`, the start of a record. `hidden` must be of
  /// this version. Cost: O(log n), and an addition for each part of foreign text before `offset`.
  mutating func tokenCount(before offset: Int) -> Int {
    let total = snapshot.total(before: offset) { count($0) }
    guard let hidden, let part = hidden.parts.last(before: offset) else { return total }
    let end = part > 0 ? hidden.parts[part - 1].range.upperBound : 0
    return total - hidden.counts[..<part].reduce(0, +)
      - hiddenTokens(in: hidden.parts[part].range, before: offset, from: end)
  }

  /// Counts the tokens that each part of foreign text hides. Reuses counts of `old`, an earlier
  /// version that is shorter by `shift` bytes. Cost: O(log n) for each part that differs, and
  /// little for all others.
  mutating func countHidden(after old: HiddenTokens?, shift: Int, _ changed: ChangedRecords) {
    guard let parts = unread?.parts else { return }
    let common =
      old.map { ForeignText.common(parts, $0.parts, shift: shift, in: changed) }
      ?? (before: 0, after: 0)
    // The first part after the difference may begin in the record in which the previous part ends.
    let next = max(common.before, min(parts.count, parts.count - common.after + 1))
    let kept = old?.counts ?? []
    var counts = Array(kept.prefix(common.before))
    for index in common.before..<next {
      counts.append(
        hiddenTokens(
          in: parts[index].range, before: parts[index].range.upperBound,
          from: index > 0 ? parts[index - 1].range.upperBound : 0))
    }
    counts += kept.suffix(parts.count - next)
    hidden = HiddenTokens(parts: parts, counts: counts)
  }

  /// Returns the number of tokens that `part` hides before `offset` and that begin at or after
  /// `start`: earlier ones are hidden by the previous part.
  private mutating func hiddenTokens(in part: Range<Int>, before offset: Int, from start: Int)
    -> Int
  {
    func hidden(_ record: Block) -> Int {
      var count = 0
      record.forEachToken {
        if $0.range.overlaps(part), $0.range.lowerBound >= start { count += 1 }
      }
      return count
    }
    let end = min(part.upperBound, offset)
    guard let first = record(at: part.lowerBound) else { return 0 }
    let count = hidden(first)
    guard first.range.upperBound < end, let last = record(at: end - 1) else { return count }
    let between =
      snapshot.total(before: last.start) { self.count($0) }
      - snapshot.total(before: first.range.upperBound) { self.count($0) }
    return count + between + hidden(last)
  }

  /// Returns the last shown token before `offset`, the start of a record; nil if there is none.
  mutating func lastToken(before offset: Int) -> Highlight? {
    var offset = offset
    while let record = snapshot.lastCountedRecord(before: offset, of: { count($0) }) {
      var found: Highlight?
      record.forEachToken { if isShown($0, except: unread) { found = $0 } }
      if let found { return found }
      offset = record.start
      // Skip the rest of the foreign part at once, back to the record in which it begins.
      if let part = unread?.part(at: offset), part.lowerBound < offset,
        let first = self.record(at: part.lowerBound)
      {
        offset = min(offset, first.range.upperBound)
      }
    }
    return nil
  }
}

extension [ForeignText.Part] {
  /// Returns the index of the last part that begins before `offset`; nil if there is none. Cost:
  /// O(log n).
  fileprivate func last(before offset: Int) -> Int? {
    let next = partitionIndex { $0.range.lowerBound >= offset }
    return next > 0 ? next - 1 : nil
  }
}
