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
      var parse = RecordParse<G>(start: 0, state: 0)
      _ = parse.parse(utf8, isWhole: true) { _, _ in false }
      parse.close()
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
    replace(scalars: snapshot.scalars(in: range), with: Array(replacement.utf8))
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
    let (damaged, parse) = parsed(range, with: replacement)
    lastEdit.examinedBytes = parse.examinedBytes
    lastEdit.damagedBytes = damaged.count
    lastEdit.parsedBytes = parse.position - damaged.lowerBound
    if damaged.count == root.summary.utf8 {
      root = parse.tree
      lastEdit.copiedBytes = parse.leaves.reduce(0) { $0 + $1.size }
    } else if parse.leaves.count == 1, root.canReplaceWithinLeaf(damaged, with: parse.leaves[0]) {
      RecordTree.replaceWithinLeaf(
        damaged, of: &root, with: parse.leaves[0], copied: &lastEdit.copiedBytes)
    } else {
      root = root.replacing(damaged, with: parse.leaves, copied: &lastEdit.copiedBytes)
    }
  }

  /// The records that the edit makes, and the bytes of those they take the place of.
  private func parsed(
    _ range: Range<Int>, with replacement: [UInt8]
  ) -> (damaged: Range<Int>, parse: RecordParse<G>) {
    let old = snapshot
    let first = root.firstRecord(reaching: range.lowerBound)
    let start = first?.start ?? old.count
    let edit = Edit(old: old, range: range, replacement: replacement)
    var parse = RecordParse<G>(start: start, state: first?.record.entry ?? lastState)

    // The new text is fetched as far as it is likely to be needed, and more when a record looks
    // behind its end.
    var ahead = 128
    var end = (root.record(at: range.upperBound)?.end ?? old.count) + edit.shift
    while true {
      end = edit.scalarStart(atOrBefore: end + ahead)
      let text = edit.text(in: parse.position..<end)
      let isDone = text.withUnsafeBufferPointer { text in
        parse.parse(text, isWhole: end == edit.count) { position, state in
          // Behind the edit, where a record ended before, in the same state?
          let before = position - edit.shift
          guard before >= range.upperBound else { return false }
          guard let place = root.record(at: before) else { return before == old.count }
          return place.start == before && place.record.entry == state
        }
      }
      if isDone { break }
      ahead = max(ahead * 4, end - start)
    }
    parse.close()
    return (start..<parse.position - edit.shift, parse)
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

/// The text as an edit will make it, put together as far as it is asked for.
private struct Edit {
  let old: DocumentSnapshot
  let range: Range<Int>
  let replacement: [UInt8]

  /// How far what is behind the edit moves.
  var shift: Int { replacement.count - range.count }
  var count: Int { old.count + shift }

  func text(in wanted: Range<Int>) -> [UInt8] {
    let inserted = range.lowerBound..<range.lowerBound + replacement.count
    var text: [UInt8] = []
    text.reserveCapacity(wanted.count)
    old.append(wanted.clamped(to: 0..<inserted.lowerBound), to: &text)
    let new = wanted.clamped(to: inserted)
    text += replacement[new.lowerBound - inserted.lowerBound..<new.upperBound - inserted.lowerBound]
    let behind = wanted.clamped(to: inserted.upperBound..<max(inserted.upperBound, count))
    if !behind.isEmpty {
      old.append(behind.lowerBound - shift..<behind.upperBound - shift, to: &text)
    }
    return text
  }

  /// The start of the scalar that holds `offset`, which does not lie before the replacement's end.
  func scalarStart(atOrBefore offset: Int) -> Int {
    old.scalarStart(atOrBefore: offset - shift) + shift
  }
}

/// A parse of some text that makes records, in one go or going on where it stopped.
private struct RecordParse<G: Grammar> {
  /// The records made, in leaves.
  private(set) var leaves: [LeafContents] = []
  /// Where the last record ended, in bytes of the document, and the state there.
  private(set) var position: Int
  private(set) var state: UInt8
  private(set) var examinedBytes = 0
  private var open = LeafContents()

  init(start: Int, state: UInt8) {
    position = start
    self.state = state
  }

  /// Parses `text`, which begins at `position`, until `isDone` holds for where a record ended and
  /// the state there, or until the end. False if `text` is not all that follows and a record looked
  /// behind its end: to be gone on with, from `position`, with more text.
  mutating func parse(
    _ text: UnsafeBufferPointer<UInt8>, isWhole: Bool,
    until isDone: (_ position: Int, _ state: UInt8) -> Bool
  ) -> Bool {
    var parser = PackratParser(text: text, scanCount: G.scanCount)
    let start = position
    var examinedEnd = 0
    defer { examinedBytes += examinedEnd }
    while !parser.isAtEnd {
      let (parsed, next) = parser.parseRecord(of: G.self, from: state)
      examinedEnd = max(examinedEnd, position - start + parsed.examinedLength)
      if !isWhole, position - start + parsed.examinedLength > text.count { return false }
      add(parsed, in: text, at: position - start, nodes: parser.madeNodes)
      position += parsed.length
      state = next
      if isDone(position, state) { return true }
    }
    return isWhole
  }

  private mutating func add(
    _ parsed: ParsedRecord, in text: UnsafeBufferPointer<UInt8>, at start: Int,
    nodes: UnsafeBufferPointer<SyntaxNode>
  ) {
    let bytes = UnsafeBufferPointer(rebasing: text[start..<start + parsed.length])
    let resumed = G.states[Int(parsed.resumed)]
    let record = Record(
      length: UInt32(clamping: parsed.length),
      examinedLength: UInt32(clamping: parsed.examinedLength),
      nodeCount: UInt32(clamping: nodes.count), entry: parsed.entry,
      continuedDepth: UInt8(clamping: resumed.depth), beginsBlock: !resumed.joins,
      metrics: Metrics(bytes))
    open.append(record, text: bytes, nodes: nodes)
    if open.isFull { close() }
  }

  /// Takes the records that are not yet in a leaf into one.
  mutating func close() {
    if !open.records.isEmpty { leaves.append(open) }
    open = LeafContents()
  }

  var tree: RecordTree { RecordTree.over(leaves.map { RecordTree($0) }) }
}
