/// A text that is edited, and the tree of what it is now.
///
/// The tree is always that of a fresh parse of the text, record for record. An edit costs the records
/// it damages, and O(log n).
///
/// A rule looks only forward, and each record knows how far it looked. So the records that an edit can
/// change begin with the first that looked at a byte of it; parsing goes on from there until, behind
/// the edit, a record ends where one ended before, in the same state. From there on everything is as it
/// was. (P. Dubroy and A. Warth, "Incremental Packrat Parsing", 2017; T. Wagner and S. Graham,
/// "Efficient and Flexible Incremental Parsing", 1998, for the balanced sequences.)
public struct IncrementalDocument<G: Grammar>: Sendable {
  /// The text and tree as they are now. Cost: none.
  public var snapshot: DocumentSnapshot { DocumentSnapshot(root: root) }
  /// What the last edit cost.
  public private(set) var lastEdit = EditStatistics()

  private var root: RecordTree

  /// Parses `text`. Cost: linear.
  public init(_ text: String) {
    var text = text
    root = text.withUTF8 { utf8 in
      var parse = RecordParse<G>()
      parse.parseAll(utf8)
      return parse.tree
    }
  }

  /// Parses `bytes`, in which invalid UTF-8 is replaced by U+FFFD.
  public init(decoding bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Replaces the bytes in `range` by `replacement`. The range is cut to the text, and its ends are
  /// moved back to the starts of the scalars that hold them.
  public mutating func replace(_ range: Range<Int>, with replacement: String) {
    let old = snapshot
    let clamped = range.clamped(to: 0..<old.count)
    let lower = old.scalarStart(atOrBefore: clamped.lowerBound)
    let upper = max(lower, old.scalarStart(atOrBefore: clamped.upperBound))
    replace(scalars: lower..<upper, with: Array(replacement.utf8))
  }

  /// As `replace`, with the range in UTF-16 code units from the start of the text.
  public mutating func replaceUTF16(_ range: Range<Int>, with replacement: String) {
    let start = snapshot.offset(ofUnit: range.lowerBound, in: .utf16)
    let end = snapshot.offset(ofUnit: range.upperBound, in: .utf16)
    replace(start..<max(start, end), with: replacement)
  }

  private mutating func replace(scalars range: Range<Int>, with replacement: [UInt8]) {
    lastEdit = EditStatistics()
    if range.isEmpty, replacement.isEmpty { return }
    let old = snapshot
    let first = root.firstRecord(reaching: range.lowerBound)
    let start = first?.start ?? old.count
    let entry = first?.record.entry ?? lastState
    let shift = replacement.count - range.count

    // The new text from `start` on, as far as it is needed; more is fetched when a record looks
    // behind its end.
    var ahead = 256
    while true {
      let end = min(old.count, root.endOfLeaf(behind: range.upperBound + ahead))
      var text = old.utf8(in: start..<range.lowerBound)
      text += replacement
      text += old.utf8(in: range.upperBound..<end)
      var parse = RecordParse<G>()
      let resynchronized = text.withUnsafeBufferPointer { text in
        parse.parse(text, from: entry, isWhole: end == old.count) { position, state in
          // Behind the edit, where a record ended before, in the same state?
          let before = start + position - shift
          guard before >= range.upperBound else { return false }
          guard let place = root.record(at: before) else { return before == old.count }
          return place.start == before && place.record.entry == state
        }
      }
      lastEdit.examinedBytes += parse.examinedBytes
      if let position = resynchronized {
        let damaged = start..<start + position - shift
        lastEdit.damagedBytes = damaged.count
        lastEdit.parsedBytes = position
        root = root.replacing(damaged, with: parse.leaves, copied: &lastEdit.copiedBytes)
        return
      }
      ahead = max(ahead * 4, end - range.upperBound)
    }
  }

  /// The state behind the last record.
  private var lastState: UInt8 {
    guard let last = root.record(at: root.summary.utf8 - 1) else { return 0 }
    let text = Array(last.text)
    return text.withUnsafeBufferPointer { text in
      var parser = PackratParser(text: text, scanCount: G.scanCount)
      return parser.parseRecord(of: G.self, from: last.record.entry).next
    }
  }
}

/// A run over some text that makes records.
private struct RecordParse<G: Grammar> {
  var leaves: [LeafContents] = []
  var examinedBytes = 0
  private var open = LeafContents()

  /// Parses the whole of `text` from a new block.
  mutating func parseAll(_ text: UnsafeBufferPointer<UInt8>) {
    _ = parse(text, from: 0, isWhole: true) { _, _ in false }
  }

  /// Parses from the start of `text` until `isDone` holds for where a record ended and the state
  /// there, or until the end. Returns where that is; nil if `text` is not the whole of what follows
  /// and a record looked behind its end.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, from entry: UInt8, isWhole: Bool,
    until isDone: (_ position: Int, _ state: UInt8) -> Bool
  ) -> Int? {
    var parser = PackratParser(text: text, scanCount: G.scanCount)
    var state = entry
    defer { close() }
    while !parser.isAtEnd {
      let start = parser.position
      let (parsed, next) = parser.parseRecord(of: G.self, from: state)
      examinedBytes += parsed.examinedLength
      if !isWhole, start + parsed.examinedLength > text.count { return nil }
      add(parsed, in: text, at: start, nodes: parser.madeNodes)
      state = next
      if isDone(parser.position, state) { return parser.position }
    }
    return isWhole ? parser.position : nil
  }

  private mutating func add(
    _ parsed: ParsedRecord, in text: UnsafeBufferPointer<UInt8>, at start: Int,
    nodes: [SyntaxNode]
  ) {
    let bytes = UnsafeBufferPointer(rebasing: text[start..<start + parsed.length])
    let resumed = G.states[Int(parsed.resumed)]
    let record = Record(
      length: UInt32(clamping: parsed.length),
      examinedLength: UInt32(clamping: parsed.examinedLength),
      nodeCount: UInt32(clamping: nodes.count), entry: parsed.entry,
      continuedDepth: UInt8(clamping: resumed.depth), beginsBlock: !resumed.joins,
      metrics: Metrics(bytes))
    open.append(record, text: bytes, nodes: nodes[...])
    if open.isFull { close() }
  }

  private mutating func close() {
    if !open.records.isEmpty { leaves.append(open) }
    open = LeafContents()
  }

  var tree: RecordTree { RecordTree.over(leaves.map { RecordTree($0) }) }
}

extension RecordTree {
  /// The end of the leaf that holds byte `offset`, or of the last one.
  func endOfLeaf(behind offset: Int) -> Int {
    var end = summary.utf8
    forEachLeaf(from: min(offset, summary.utf8)) { leaf, start in
      end = start + leaf.summary.utf8
      return false
    }
    return end
  }
}
