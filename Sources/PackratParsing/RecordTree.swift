import Synchronization

/// The records of a document as a balanced tree (a B+-tree). One structure is text store, memo and
/// syntax tree. No node stores its absolute offset.
///
/// Except for `knownTotal`, a node that several snapshots share is never changed. An edit copies
/// the nodes on the path from the root to the edit and shares all others. A node with only one
/// owner may be changed in place. Other threads cannot read it then, so exclusivity is not checked
/// at run time.
///
/// Cost: finding a record by any measure, O(log n); replacing records, O(log n + the records
/// replaced).
final class RecordTree: @unchecked Sendable {
  /// Distance to the leaves, 0 for a leaf.
  let level: Int
  @exclusivity(unchecked) private(set) var summary: Summary
  /// The children of an inner node. Their summaries are in a separate array, so that a search reads
  /// few cache lines.
  @exclusivity(unchecked) private(set) var children: [RecordTree]
  @exclusivity(unchecked) private(set) var summaries: [Summary]
  @exclusivity(unchecked) private(set) var contents: LeafContents
  /// The cached sum of the counts of the records (see `RecordTotals.swift`); -1 if not computed.
  let knownTotal = Atomic(-1)

  static let empty = RecordTree(LeafContents())

  init(_ contents: LeafContents) {
    level = 0
    children = []
    summaries = []
    self.contents = contents
    var summary = Summary()
    for record in contents.records { summary.append(Summary(record)) }
    self.summary = summary
  }

  /// Creates an inner node. `children` must not be empty, and all must be of one level.
  init(_ children: [RecordTree]) {
    level = (children.first?.level ?? 0) + 1
    self.children = children
    summaries = children.map(\.summary)
    contents = LeafContents()
    var summary = Summary()
    for child in summaries { summary.append(child) }
    self.summary = summary
  }

  private init(copying other: RecordTree) {
    level = other.level
    summary = other.summary
    children = other.children
    summaries = other.summaries
    contents = other.contents
  }

  var isLeaf: Bool { level == 0 }
}

// MARK: - Changing nodes that only one version holds

extension RecordTree {
  /// Copies `node` if something else holds it.
  private static func own(_ node: inout RecordTree, copied: inout Int) {
    if isKnownUniquelyReferenced(&node) { return }
    node = RecordTree(copying: node)
    copied += node.contents.size
    copied += node.children.count * (MemoryLayout<Summary>.stride + MemoryLayout<Int>.stride)
  }

  private func changeChild(_ index: Int, _ change: (inout RecordTree) -> Void) {
    // Removed from the array, so that this is the only reference.
    var child = children[index]
    children[index] = .empty
    change(&child)
    summaries[index] = child.summary
    children[index] = child
  }

  private func sumUp() {
    summary = Summary()
    for record in contents.records { summary.append(Summary(record)) }
    for child in summaries { summary.append(child) }
  }

  /// Adds `shift` bytes to the reach of the records that start before byte `end` and examined the
  /// byte at `offset`. All of them must have passed that byte only with scan loops.
  static func growPassed(
    _ offset: Int, by shift: Int, before end: Int, in node: inout RecordTree, copied: inout Int
  ) {
    own(&node, copied: &copied)
    var start = 0
    for (index, record) in node.contents.records.enumerated() where start < end {
      if start + Int(record.reach.examinedLength) > offset {
        node.contents.records[index].reach.growPassed(by: shift)
      }
      start += Int(record.length)
    }
    for (index, child) in node.summaries.enumerated() where start < end {
      if start + child.reach > offset {
        node.changeChild(index) {
          growPassed(
            offset - start, by: shift, before: end - start, in: &$0, copied: &copied)
        }
      }
      start += child.utf8
    }
    node.sumUp()
  }

  /// Replaces the records in `range` of `node`, in UTF-8 bytes, by `new`.
  /// `LeafCursor.canReplaceWithinLeaf` must be true for them.
  static func replaceWithinLeaf(
    _ range: Range<Int>, of node: inout RecordTree, with new: LeafContents, copied: inout Int
  ) {
    own(&node, copied: &copied)
    node.knownTotal.store(-1, ordering: .relaxed)
    if node.isLeaf {
      node.contents.replace(range, with: new)
      copied += new.size
      node.sumUp()
      return
    }
    var (index, start) = (0, 0)
    while index < node.children.count - 1, start + node.summaries[index].utf8 <= range.lowerBound {
      start += node.summaries[index].utf8
      index += 1
    }
    node.changeChild(index) {
      replaceWithinLeaf(
        range.lowerBound - start..<range.upperBound - start, of: &$0, with: new, copied: &copied)
    }
    node.sumUp()
  }
}

struct LeafContents: Sendable {
  var records: [Record] = []
  var text: [UInt8] = []
  var nodes: [SyntaxNode] = []

  /// The number of records to which a leaf is filled; beyond twice as many, it is split.
  static let fullRecordCount = 8
  /// The length in UTF-8 bytes to which a leaf is filled; beyond twice as much, it is split.
  static let fullTextLength = 2048

  static func isFull(records: Int, text: Int) -> Bool {
    records >= fullRecordCount || text >= fullTextLength
  }

  var isFull: Bool { Self.isFull(records: records.count, text: text.count) }

  static func isOverfull(records: Int, text: Int) -> Bool {
    records > 1 && (records > 2 * fullRecordCount || text > 2 * fullTextLength)
  }

  var isOverfull: Bool { Self.isOverfull(records: records.count, text: text.count) }

  var isSparse: Bool {
    records.count < Self.fullRecordCount / 4 && text.count < Self.fullTextLength / 4
  }

  mutating func append(_ other: LeafContents) {
    records += other.records
    text += other.text
    nodes += other.nodes
  }

  /// Replaces the records in `range`, in UTF-8 bytes.
  mutating func replace(_ range: Range<Int>, with new: LeafContents) {
    var (first, nodeStart, start) = (0, 0, 0)
    while first < records.count, start < range.lowerBound {
      start += Int(records[first].length)
      nodeStart += Int(records[first].nodeCount)
      first += 1
    }
    var (last, nodeEnd) = (first, nodeStart)
    while last < records.count, start < range.upperBound {
      start += Int(records[last].length)
      nodeEnd += Int(records[last].nodeCount)
      last += 1
    }
    records.replaceSubrange(first..<last, with: new.records)
    nodes.replaceSubrange(nodeStart..<nodeEnd, with: new.nodes)
    text.replaceSubrange(range, with: new.text)
  }

  /// Returns the records with indices in `range`, with their text and nodes.
  func slice(_ range: Range<Int>) -> LeafContents {
    var (textStart, nodeStart) = (0, 0)
    for record in records[..<range.lowerBound] {
      textStart += Int(record.length)
      nodeStart += Int(record.nodeCount)
    }
    var (textEnd, nodeEnd) = (textStart, nodeStart)
    for record in records[range] {
      textEnd += Int(record.length)
      nodeEnd += Int(record.nodeCount)
    }
    return LeafContents(
      records: Array(records[range]), text: Array(text[textStart..<textEnd]),
      nodes: Array(nodes[nodeStart..<nodeEnd]))
  }

  /// The leaves for these records, split so that none is overfull; empty if there are no records.
  var leaves: [RecordTree] {
    if records.isEmpty { return [] }
    guard isOverfull else { return [RecordTree(self)] }
    // Split in halves by text; one long record may be a half by itself.
    var half = 0
    var length = 0
    while half < records.count - 1, length < text.count / 2 {
      length += Int(records[half].length)
      half += 1
    }
    if half == 0 { half = 1 }
    return slice(0..<half).leaves + slice(half..<records.count).leaves
  }
}

// MARK: - Building

extension RecordTree {
  /// The number of children to which an inner node is filled; beyond twice as many, it is split.
  static let fullChildCount = 16

  /// Returns a tree over `nodes`, which are all of one level.
  static func over(_ nodes: [RecordTree]) -> RecordTree {
    var nodes = nodes
    while nodes.count > 1 { nodes = grouped(nodes, by: fullChildCount) }
    return nodes.first ?? empty
  }

  /// Returns parents for `nodes`, with at most `size` children each.
  private static func grouped(_ nodes: [RecordTree], by size: Int) -> [RecordTree] {
    let groups = (nodes.count + size - 1) / size
    return (0..<groups).map { group in
      RecordTree(
        Array(nodes[group * nodes.count / groups..<(group + 1) * nodes.count / groups]))
    }
  }

  // MARK: Replacing

  /// Returns the tree with the records in `range`, in UTF-8 bytes, replaced by those of `contents`.
  /// Adds the bytes copied to `copied`.
  func replacing(
    _ range: Range<Int>, with contents: [LeafContents], copied: inout Int
  ) -> RecordTree {
    var contents: [LeafContents]? = contents
    let nodes = replaced(range, with: &contents, isLast: true, copied: &copied)
    var root = Self.over(nodes)
    while root.children.count == 1, let only = root.children.first { root = only }
    return root
  }

  /// Returns the nodes of this level that replace this node. The first leaf that the range touches
  /// inserts `contents` and sets it to nil.
  private func replaced(
    _ range: Range<Int>, with contents: inout [LeafContents]?, isLast: Bool, copied: inout Int
  ) -> [RecordTree] {
    guard !isLeaf else {
      return replacedLeaf(range, with: &contents, isLast: isLast, copied: &copied)
    }
    var result: [RecordTree] = []
    result.reserveCapacity(children.count + 2)
    var start = 0
    for (index, child) in children.enumerated() {
      let end = start + summaries[index].utf8
      let isLastChild = index == children.count - 1
      // An insertion between two children goes into the first one.
      let isTouched =
        (start < range.upperBound && end > range.lowerBound)
        || (contents != nil && (end >= range.lowerBound || (isLastChild && isLast)))
      if isTouched {
        let local =
          max(0, range.lowerBound - start)..<max(0, min(end, range.upperBound) - start)
        let nodes = child.replaced(
          local, with: &contents, isLast: isLast && isLastChild, copied: &copied)
        Self.add(nodes, to: &result, copied: &copied)
      } else {
        result.append(child)
      }
      start = end
    }
    copied += result.count * (MemoryLayout<Summary>.stride + MemoryLayout<Int>.stride)
    if result.isEmpty { return [] }
    return result.count <= 2 * Self.fullChildCount
      ? [RecordTree(result)] : Self.grouped(result, by: Self.fullChildCount)
  }

  private func replacedLeaf(
    _ range: Range<Int>, with new: inout [LeafContents]?, isLast: Bool, copied: inout Int
  ) -> [RecordTree] {
    var (first, last) = (0, 0)
    var start = 0
    for record in contents.records {
      let end = start + Int(record.length)
      if end <= range.lowerBound { first += 1 }
      if start < range.upperBound || end <= range.lowerBound { last += 1 }
      start = end
    }
    last = max(first, last)
    var pieces = new ?? []
    new = nil
    let before = contents.slice(0..<first)
    let after = contents.slice(last..<contents.records.count)
    if pieces.isEmpty { pieces = [LeafContents()] }
    if !before.records.isEmpty {
      var joined = before
      joined.append(pieces[0])
      pieces[0] = joined
    }
    pieces[pieces.count - 1].append(after)
    for piece in pieces { copied += piece.size }
    return pieces.flatMap(\.leaves)
  }

  /// Appends `nodes`, joining two neighboring leaves if either is sparse.
  private static func add(
    _ nodes: [RecordTree], to result: inout [RecordTree], copied: inout Int
  ) {
    for node in nodes {
      if node.isLeaf, let last = result.last, node.contents.isSparse || last.contents.isSparse,
        !last.contents.isFull || !node.contents.isFull
      {
        var joined = last.contents
        joined.append(node.contents)
        copied += joined.size
        result.removeLast()
        result += joined.leaves
      } else {
        result.append(node)
      }
    }
  }
}

extension LeafContents {
  /// The number of bytes that a copy moves.
  var size: Int {
    text.count + nodes.count * MemoryLayout<SyntaxNode>.stride
      + records.count * MemoryLayout<Record>.stride
  }
}
