/// A parse of text into records, which can be resumed with more text.
struct RecordParse<G: Grammar> {
  private(set) var leaves: [LeafContents] = []
  /// The end of the last record, in UTF-8 bytes from the start of the document.
  private(set) var position: Int
  private(set) var state: UInt8
  /// See `EditStatistics`.
  private(set) var examinedBytes = 0
  private let start: Int
  /// The start of the text of the records that are not yet in a leaf. Their arrays, `records` and
  /// `nodes`, are reused for each leaf, whose contents are copied once, at their exact size.
  private var openStart: Int
  private var records: [Record] = []
  private var nodes: [SyntaxNode] = []

  init(start: Int, state: UInt8) {
    self.start = start
    position = start
    openStart = start
    self.state = state
  }

  /// Parses `text`, which begins at `start`, from `position`. Stops where `isDone` returns true for
  /// the end of a record and the state there, or at the end. Returns false if it needs more text:
  /// `text` is not the whole rest (`isWhole`), and a record examined bytes after it or `isDone`
  /// never returned true.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool,
    until isDone: (_ position: Int, _ state: UInt8) -> Bool
  ) -> Bool {
    var parser = PackratParser(text: text, scanCount: G.scanStops.count)
    parser.position = position - start
    let examinedStart = parser.position
    var examinedEnd = examinedStart
    defer { examinedBytes += examinedEnd - examinedStart }
    while !parser.isAtEnd {
      let offset = parser.position
      let (parsed, next) = parser.parseRecord(of: G.self, from: state)
      let recordExaminedEnd = offset + Int(parsed.reach.examinedLength)
      examinedEnd = max(examinedEnd, recordExaminedEnd)
      if !isWhole, recordExaminedEnd > text.count { return false }
      if LeafContents.isOverfull(
        records: records.count + 1, text: position - openStart + parsed.length)
      {
        close(text)
      }
      add(
        parsed, text: UnsafeBufferPointer(rebasing: text[offset..<offset + parsed.length]),
        nodes: parser.madeNodes)
      position += parsed.length
      state = next
      let isLast = isDone(position, state)
      if isLast || LeafContents.isFull(records: records.count, text: position - openStart) {
        close(text)
      }
      if isLast { return true }
    }
    if isWhole { close(text) }
    return isWhole
  }

  private mutating func add(
    _ parsed: ParsedRecord, text: UnsafeBufferPointer<UInt8>,
    nodes: UnsafeBufferPointer<SyntaxNode>
  ) {
    let resumed = G.states[Int(parsed.resumed)]
    records.append(
      Record(
        length: UInt32(clamping: parsed.length), reach: parsed.reach,
        nodeCount: UInt32(clamping: nodes.count), entry: parsed.entry,
        continuedDepth: UInt8(clamping: resumed.depth), beginsBlock: !resumed.joins,
        metrics: Metrics(text)))
    self.nodes.append(contentsOf: nodes)
  }

  /// Moves the records that are not yet in a leaf into a new leaf.
  private mutating func close(_ text: UnsafeBufferPointer<UInt8>) {
    if records.isEmpty { return }
    leaves.append(
      LeafContents(
        records: records.withUnsafeBufferPointer { Array($0) },
        text: Array(text[openStart - start..<position - start]),
        nodes: nodes.withUnsafeBufferPointer { Array($0) }))
    records.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    openStart = position
  }

  var tree: RecordTree { RecordTree.over(leaves.map { RecordTree($0) }) }
}
