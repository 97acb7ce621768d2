/// An editable text and its current tree.
///
/// The tree equals that of a fresh parse of the text, record for record. Cost of an edit: O(log n),
/// and the records it damages.
///
/// Rules only look ahead, and each record stores how far its rules looked. So an edit damages only
/// records from the first one that examined an edited byte. A scan loop that passes both the old
/// and the new bytes does not count. Parsing resumes at that record, and stops after the edit where
/// a record ended before, in the same state. All later records are unchanged. (P. Dubroy and A.
/// Warth, "Incremental Packrat Parsing", 2017; T. Wagner and S. Graham, "Efficient and Flexible
/// Incremental Parsing", 1998, for the balanced sequences.)
package struct IncrementalDocument<G: Grammar>: Sendable {
  /// Cost: constant.
  package var snapshot: DocumentSnapshot { DocumentSnapshot(root: root) }
  package private(set) var lastEdit = EditStatistics()

  private var root: RecordTree

  /// Parses `text`. Cost: linear.
  package init(_ text: String) {
    var text = text
    root = text.withUTF8 { utf8 in
      var parse = RecordParse<G>(start: 0, state: 0)
      _ = parse.parse(utf8, isWhole: true) { _, _ in false }
      return parse.tree
    }
  }

  /// Parses `bytes`, in which invalid UTF-8 is replaced by U+FFFD.
  package init(decoding bytes: some Collection<UInt8>) {
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// Creates an editable copy of a snapshot, which must be of this grammar. Cost: constant.
  package init(_ snapshot: DocumentSnapshot) { root = snapshot.root }

  /// Replaces `range`, in UTF-8 bytes, by `replacement`. The range is clamped to the text, and its
  /// bounds are rounded down to starts of scalars.
  package mutating func replace(_ range: Range<Int>, with replacement: String) {
    lastEdit = EditStatistics()
    var replacement = replacement
    guard let new = replacement.withUTF8({ parsed(range, with: $0) }) else { return }
    if let passed = new.passed {
      RecordTree.growPassed(
        passed.offset, by: passed.shift, before: new.damaged.lowerBound, in: &root,
        copied: &lastEdit.copiedBytes)
    }
    lastEdit.examinedBytes = new.examinedBytes
    lastEdit.damagedBytes = new.damaged.count
    lastEdit.parsedBytes = new.parsedBytes
    if new.damaged.count == root.summary.utf8 {
      root = RecordTree.over(new.leaves.map { RecordTree($0) })
      lastEdit.copiedBytes = new.leaves.reduce(0) { $0 + $1.size }
    } else if new.isWithinLeaf, let leaf = new.leaves.first {
      RecordTree.replaceWithinLeaf(
        new.damaged, of: &root, with: leaf, copied: &lastEdit.copiedBytes)
    } else {
      root = root.replacing(new.damaged, with: new.leaves, copied: &lastEdit.copiedBytes)
    }
  }

  /// Replaces `range`, in UTF-16 code units from the start of the text, by `replacement`.
  package mutating func replaceUTF16(_ range: Range<Int>, with replacement: String) {
    let start = snapshot.offset(ofUnit: range.lowerBound, in: .utf16)
    let end = snapshot.offset(ofUnit: range.upperBound, in: .utf16)
    replace(start..<max(start, end), with: replacement)
  }

  /// Returns the records that replacing `range` creates, or nil if range and replacement are empty.
  ///
  /// Releases all parts of the tree on return, so that nodes without another owner can be changed
  /// in place.
  private func parsed(
    _ range: Range<Int>, with replacement: UnsafeBufferPointer<UInt8>
  ) -> NewRecords? {
    var old = LeafCursor(root)
    let range = old.scalars(in: range)
    if range.isEmpty, replacement.isEmpty { return nil }
    let shift = replacement.count - range.count
    let count = old.count + shift
    let reaching = old.firstRecord(reaching: range.lowerBound)
    var first = reaching
    if let reaching, reaching.end <= range.lowerBound, isPassed(replacement, at: range, &old) {
      first = old.firstRecord(notKeptReplacing: range, shift: shift)
    }
    let start = first?.start ?? old.count
    let isAfterPassed = shift != 0 && start > reaching?.start ?? start
    var parse = RecordParse<G>(start: start, state: first?.entry ?? lastState)

    // Assembles the new text from `start` as far as a parse probably needs it, and more when a
    // record looks past its end.
    var text: [UInt8] = []
    var ahead = 128
    var end = old.record(at: range.upperBound)?.end ?? old.count
    text.reserveCapacity(end + ahead + shift - start)
    old.append(start..<range.lowerBound, to: &text)
    text += replacement
    var fetched = range.upperBound
    while true {
      end = old.scalarStart(atOrBefore: end + ahead)
      old.append(fetched..<end, to: &text)
      fetched = end
      let isDone = text.withUnsafeBufferPointer { text in
        parse.parse(text, isWhole: start + text.count == count) { position, state in
          // Done after the edit where a record began before, in this state, or the text ends.
          let before = position - shift
          guard before >= range.upperBound else { return false }
          guard let record = old.record(at: before) else { return before == old.count }
          return record.start == before && record.entry == state
        }
      }
      if isDone { break }
      ahead = max(ahead * 4, text.count)
    }
    let damaged = start..<parse.position - shift
    let isWithinLeaf =
      parse.leaves.count == 1 && old.canReplaceWithinLeaf(damaged, with: parse.leaves[0])
    return NewRecords(
      leaves: parse.leaves, damaged: damaged, isWithinLeaf: isWithinLeaf,
      passed: isAfterPassed ? (range.lowerBound, shift) : nil,
      parsedBytes: parse.position - start, examinedBytes: parse.examinedBytes)
  }

  /// Returns whether all scan loops pass the byte before `range` and `replacement`, given the byte
  /// after `range`.
  private func isPassed(
    _ replacement: UnsafeBufferPointer<UInt8>, at range: Range<Int>, _ old: inout LeafCursor
  ) -> Bool {
    let isEnd = range.upperBound == old.count
    var bytes: [UInt8] = []
    old.append(max(0, range.lowerBound - 1)..<range.lowerBound, to: &bytes)
    bytes += replacement
    old.append(range.upperBound..<min(old.count, range.upperBound + 1), to: &bytes)
    return G.scanStops.allSatisfy { $0.passes(bytes, isEnd: isEnd) }
  }

  private var lastState: UInt8 {
    guard let last = root.record(at: root.summary.utf8 - 1) else { return 0 }
    return last.text.withUnsafeBufferPointer { text in
      var parser = PackratParser(text: text, scanCount: G.scanStops.count)
      return parser.parseRecord(of: G.self, from: last.record.entry).next
    }
  }
}

private struct NewRecords {
  var leaves: [LeafContents]
  /// The range of the old text whose records are replaced, in UTF-8 bytes.
  var damaged: Range<Int>
  var isWithinLeaf: Bool
  /// The offset of an edit within bytes that scan loops passed, and its change of length. Nil if
  /// the length does not change, or no record with such bytes was kept.
  var passed: (offset: Int, shift: Int)?
  /// See `EditStatistics`.
  var parsedBytes: Int
  var examinedBytes: Int
}

/// The cost of an edit in bytes, not in time.
package struct EditStatistics: Sendable, Equatable {
  /// The number of UTF-8 bytes from the first to the last that the parser examined. Bytes that were
  /// parsed again with more text count again.
  package var examinedBytes = 0
  /// The length of the replaced records before the edit, in UTF-8 bytes.
  package var damagedBytes = 0
  /// The length of the records that replaced them, in UTF-8 bytes.
  package var parsedBytes = 0
  /// The number of bytes of text, nodes and tree that were copied to create the new version.
  package var copiedBytes = 0

  package init() {}
}
