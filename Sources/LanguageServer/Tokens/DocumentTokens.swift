import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// The semantic tokens of one version of a document, as one client gets them: in order, none over a
/// line end, none overlapping. They are made record by record, and of a record from its text and nodes
/// alone; so what two versions share has the same tokens.
struct DocumentTokens {
  let snapshot: DocumentSnapshot
  let legend: TokenLegend
  let encoding: PositionEncoding
  /// The records whose tokens were computed so far: the cost, equal on every run.
  private(set) var computedRecords = 0

  init(_ snapshot: DocumentSnapshot, legend: TokenLegend, encoding: PositionEncoding) {
    self.snapshot = snapshot
    self.legend = legend
    self.encoding = encoding
  }

  /// The numbers of all tokens. Cost: linear in the text.
  mutating func all() -> [UInt32] {
    var encoder = TokenEncoder(snapshot, legend: legend, encoding: encoding)
    encoder.reserveCapacity(snapshot.count / 16)
    for record in snapshot.records(in: 0..<snapshot.count) {
      encoder.append(tokens(of: record), of: record)
    }
    return encoder.data
  }

  /// Counts the tokens, so that the first `edits` need not. Cost: linear in the text.
  func count() { _ = snapshot.total { $0.tokens.count } }

  /// The numbers of the tokens that have bytes in `range`. Cost: O(log n), and the records of the
  /// range.
  mutating func all(in range: Range<Int>) -> [UInt32] {
    var encoder = TokenEncoder(snapshot, legend: legend, encoding: encoding)
    for record in snapshot.records(in: range) {
      encoder.append(tokens(of: record).filter { $0.range.overlaps(range) }, of: record)
    }
    return encoder.data
  }

  /// What makes the numbers of this version out of those of `old`: nothing, or one replacement.
  /// `legend` must be complete. Cost: O(log n), and the records of the leaves made between the two.
  mutating func edits(since old: DocumentSnapshot) -> [SemanticTokensEdit] {
    edits(since: old, snapshot.changedRecords(since: old))
  }

  /// The same where it is known what has changed.
  mutating func edits(
    since old: DocumentSnapshot, _ changed: ChangedRecords
  ) -> [SemanticTokensEdit] {
    if changed.isEmpty { return [] }
    let before = snapshot.total(before: changed.new.lowerBound) { tokens(of: $0).count }
    let previous = token(before - 1, of: snapshot)?.token.range.lowerBound ?? 0
    let deleted = tokens(of: old, in: changed.old, index: before, previous: previous)
    let inserted = tokens(of: snapshot, in: changed.new, index: before, previous: previous)
    let prefix = zip(deleted, inserted).prefix { $0 == $1 }.count
    let suffix = zip(deleted.dropFirst(prefix).reversed(), inserted.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    let new = inserted[prefix..<inserted.count - suffix]
    let deleteCount = deleted.count - prefix - suffix
    if new.isEmpty, deleteCount == 0 { return [] }
    return [
      SemanticTokensEdit(
        start: UInt32(clamping: 5 * (before + prefix)),
        deleteCount: UInt32(clamping: 5 * deleteCount),
        data: Array(new.joined()))
    ]
  }

  /// The tokens of the records in `range`, and the one behind them, which is relative to the last of
  /// them; five numbers each. Before them are `index` tokens, of which the last begins at `previous`.
  private mutating func tokens(
    of snapshot: DocumentSnapshot, in range: Range<Int>, index: Int, previous: Int
  ) -> [ArraySlice<UInt32>] {
    var encoder = TokenEncoder(snapshot, legend: legend, encoding: encoding)
    encoder.goOn(from: previous)
    for record in snapshot.records(in: range) {
      encoder.append(tokens(of: record), of: record)
    }
    if let behind = token(index + encoder.count, of: snapshot) {
      encoder.append([behind.token], of: behind.record)
    }
    let data = encoder.data
    return stride(from: 0, to: data.count, by: 5).map { data[$0..<$0 + 5] }
  }

  /// Token `index`, counted from 0, and its record.
  private mutating func token(
    _ index: Int, of snapshot: DocumentSnapshot
  ) -> (token: Highlight, record: Block)? {
    guard index >= 0,
      let (record, before) = snapshot.record(holding: index, of: { tokens(of: $0).count })
    else { return nil }
    let ofRecord = tokens(of: record)
    return index - before < ofRecord.count ? (ofRecord[index - before], record) : nil
  }

  private mutating func tokens(of record: Block) -> [Highlight] {
    computedRecords += 1
    return record.tokens
  }
}
