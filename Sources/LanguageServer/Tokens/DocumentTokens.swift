import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// The semantic tokens of one version of a document, for one client: in order, without overlaps,
/// and without tokens across line ends. They are computed record by record, each from its text and
/// nodes only. Therefore records that two versions share have the same tokens. Tokens in a file's
/// foreign text are omitted.
struct DocumentTokens {
  let snapshot: DocumentSnapshot
  let legend: TokenLegend
  let encoding: PositionEncoding
  /// The parts of the text without tokens.
  let unread: ForeignText?
  /// The numbers of tokens that `unread` hides; nil until an edit needs them.
  var hidden: HiddenTokens?
  /// The number of records whose tokens were computed so far: a measure of cost that is equal on
  /// every run.
  private(set) var computedRecords = 0

  init(
    _ snapshot: DocumentSnapshot, except unread: ForeignText? = nil, legend: TokenLegend,
    encoding: PositionEncoding
  ) {
    self.snapshot = snapshot
    self.unread = unread
    self.legend = legend
    self.encoding = encoding
  }

  mutating func all() -> [UInt32] {
    var encoder = TokenEncoder(snapshot, legend: legend, encoding: encoding)
    encoder.reserveCapacity(snapshot.count / 16)
    append(snapshot.records(in: 0..<snapshot.count), except: unread, to: &encoder)
    return encoder.data
  }

  /// Counts the tokens, so that the first call of `edits` does not have to. Cost: linear in the
  /// text.
  func count() { _ = snapshot.total { $0.tokenCount } }

  /// Returns the data of the tokens that overlap `range`. Cost: O(log n), and the records of the
  /// range.
  mutating func all(in range: Range<Int>) -> [UInt32] {
    var encoder = TokenEncoder(snapshot, legend: legend, encoding: encoding)
    for record in snapshot.records(in: range) {
      computedRecords += 1
      encoder.append(record) { $0.range.overlaps(range) && isShown($0, except: unread) }
    }
    return encoder.data
  }

  /// Returns the edits that turn the token data of `old` into that of this version: none, or one
  /// replacement. `legend` must be complete. Cost: O(log n), and the records of the leaves created
  /// between the two versions; if an edit changes tokens, also some nanoseconds per part of foreign
  /// text, or O(log n) per part if `oldHidden` is nil.
  mutating func edits(
    since old: DocumentSnapshot, except oldUnread: ForeignText? = nil,
    hiding oldHidden: HiddenTokens? = nil
  ) -> [SemanticTokensEdit] {
    edits(
      since: old, except: oldUnread, hiding: oldHidden, snapshot.changedRecords(since: old))
  }

  mutating func edits(
    since old: DocumentSnapshot, except oldUnread: ForeignText?, hiding oldHidden: HiddenTokens?,
    _ changed: ChangedRecords
  ) -> [SemanticTokensEdit] {
    let changed = withUnread(changed, since: old, oldUnread)
    if changed.isEmpty { return [] }
    // Everything before `base` is equal in both versions. The first tokens are encoded relative to
    // it, so that earlier tokens are looked up only if there is a difference.
    let oldRecords = old.records(in: changed.old)
    let newRecords = snapshot.records(in: changed.new)
    let base = newRecords.position(in: encoding)
    // Between the halves of a line end, the position in the old version may differ.
    let oldBase = oldRecords.position(in: encoding)
    var deletion = encoder(of: old, from: changed.old.lowerBound, at: oldBase, after: base)
    var insertion = encoder(of: snapshot, from: changed.new.lowerBound, at: base, after: base)
    append(oldRecords, except: oldUnread, to: &deletion)
    append(newRecords, except: unread, to: &insertion)
    // Count the tokens now, so that a later keystroke does not have to count those of many edits.
    if unread == nil, oldUnread == nil {
      snapshot.takeTotals(of: old, changedBy: (insertion.data.count - deletion.data.count) / 5)
      _ = snapshot.total { count($0) }
    }
    // After a letter typed in prose, for example, the tokens and the distance to the next one are
    // equal.
    if deletion.data == insertion.data, deletion.cursor == insertion.cursor { return [] }
    if let (token, record) = firstToken(from: changed.new.upperBound) {
      let shift = changed.old.upperBound - changed.new.upperBound
      for same in old.records(in: record.start + shift..<record.start + shift + 1) {
        deletion.append(token.moved(by: shift), of: same)
      }
      insertion.append(token, of: record)
    }
    let (deleted, inserted) = (deletion.data, insertion.data)
    if deleted == inserted { return [] }
    let most = min(deleted.count, inserted.count)
    let prefix = Self.whole((0..<most).prefix { deleted[$0] == inserted[$0] }.count)
    // The first token's data is relative to `base`, so it cannot be compared with another token's.
    let suffix = Self.whole(
      (1..<max(1, most - max(prefix, 5) + 1)).prefix {
        deleted[deleted.count - $0] == inserted[inserted.count - $0]
      }.count)
    countHidden(after: oldHidden, shift: snapshot.count - old.count, changed)
    let before = tokenCount(before: changed.new.lowerBound)
    var data = Array(inserted[prefix..<inserted.count - suffix])
    if prefix == 0, !data.isEmpty {
      makeRelative(&data, base, to: lastToken(before: changed.new.lowerBound))
    }
    return [
      SemanticTokensEdit(
        start: UInt32(clamping: 5 * before + prefix),
        deleteCount: UInt32(clamping: deleted.count - prefix - suffix), data: data)
    ]
  }

  private static func whole(_ numbers: Int) -> Int { numbers - numbers % 5 }

  private func encoder(
    of version: DocumentSnapshot, from start: Int, at position: TextPosition,
    after base: TextPosition
  ) -> TokenEncoder {
    TokenEncoder(
      version, legend: legend, encoding: encoding, from: start, at: position, after: base)
  }

  /// Changes the first token of `data` from relative to `base` to relative to `token`; to the start
  /// of the text if `token` is nil.
  private func makeRelative(_ data: inout [UInt32], _ base: TextPosition, to token: Highlight?) {
    var last = TextPosition(line: 0, column: 0)
    if let token { last = snapshot.position(of: token.range.lowerBound, in: encoding) }
    guard data.count >= 5 else { return }
    let column = Int(data[1]) + (data[0] == 0 ? base.column : 0)
    let line = Int(data[0]) + base.line
    data[0] = UInt32(clamping: line - last.line)
    data[1] = UInt32(clamping: line == last.line ? column - last.column : column)
  }

  private mutating func append(
    _ records: RecordSequence, except unread: ForeignText?, to encoder: inout TokenEncoder
  ) {
    for record in records {
      computedRecords += 1
      if unread == nil {
        encoder.append(record)
      } else {
        encoder.append(record) { isShown($0, except: unread) }
      }
    }
  }

  mutating func count(_ record: Block) -> Int {
    computedRecords += 1
    return record.tokenCount
  }
}
