import Base
import Foundation
import GRDB
import NotebookFile
import NotebookIndex
import SpacedRepetition

/// Samples the prompts of a session from the due prompts. No block is drawn twice.
struct DueCardSampler {
  let table: DueTable
  /// Prompts that are due at this second or earlier are drawn.
  let until: Int64
  var random: SeededGenerator

  private struct Candidate {
    var block: Int64
    var number: Int64
    var sampleKey: Int64

    init?(_ row: Row) {
      guard let block = row.integer(at: 0), let number = row.integer(at: 1) else { return nil }
      (self.block, self.number, sampleKey) = (block, number, row.integer(at: 2) ?? 0)
    }
  }

  private struct Group {
    var rest: ArraySlice<Candidate> = []
    /// The number of candidates, including those not in `rest`.
    var size = 0

    mutating func popFirst() -> Candidate? {
      size -= 1
      return rest.popFirst()
    }
  }

  /// Up to this many due prompts, or notes in a scope, are read completely. More are sampled,
  /// unless very many prompts are wanted.
  private let fewest: Int

  init(table: DueTable, until: Int64, random: SeededGenerator, fewest: Int = 1000) {
    (self.table, self.until, self.random, self.fewest) = (table, until, random, fewest)
  }

  /// Returns at most `limit` prompts, of `notes` or of all notes, at most `newAllowed` of them new.
  mutating func cards(
    _ notes: DueNotes?, limit: Int, newAllowed: Int?, order: SessionOrder
  ) throws -> [PromptID] {
    let due = try group(isNew: false, notes, wanted: limit)
    let wanted = min(limit, newAllowed ?? limit)
    var new = try group(isNew: true, notes, wanted: wanted)
    // The few new prompts that are allowed are spread among the others.
    if newAllowed != nil { new.size = min(new.size, wanted) }
    let drawn = merge(due, new, limit: limit, newAllowed: newAllowed, order: order)
    return try drawn.compactMap { try prompt($0) }
  }

  /// Returns a group with at least `wanted` prompts, if there are as many, in random order.
  private mutating func group(isNew: Bool, _ notes: DueNotes?, wanted: Int) throws -> Group {
    guard wanted > 0 else { return Group() }
    var group: [Candidate]
    var size: Int
    if let notes {
      if try wanted > fewest / 4 || isFew(notes) {
        group = try all(isNew: isNew, of: notes)
        size = group.count
      } else {
        (group, size) = try walk(isNew: isNew, notes, wanted: wanted * 2)
      }
    } else {
      // Unless very many are wanted, `fewest` + 1 prompts are enough to know whether there are
      // many.
      let most = wanted > fewest / 4 ? .max : fewest + 1
      group = try some(isNew: isNew, most: most)
      size = group.count
      if most < .max, size > fewest {
        size = try count(isNew: isNew)
        group = try probe(isNew: isNew, wanted: wanted * 2)
      }
    }
    // Block numbers depend on the order of insertion: only sample keys are equal on all devices.
    group.sort { ($0.sampleKey, $0.number, $0.block) < ($1.sampleKey, $1.number, $1.block) }
    group.shuffle(using: &random)
    return Group(rest: group[...], size: size)
  }

  private mutating func merge(
    _ due: Group, _ new: Group, limit: Int, newAllowed: Int?, order: SessionOrder
  ) -> [Candidate] {
    var (due, new) = (due, new)
    var newLeft = newAllowed ?? .max
    var blocks: Set<Int64> = []
    var drawn: [Candidate] = []
    while drawn.count < limit {
      if newLeft <= 0 { new.rest = [] }
      let isNew: Bool
      switch (due.rest.isEmpty, new.rest.isEmpty) {
      case (true, true): return drawn
      case (false, true): isNew = false
      case (true, false): isNew = true
      case (false, false):
        switch order {
        case .dueFirst: isNew = false
        case .newFirst: isNew = true
        case .mixed:
          let (dueSize, newSize) = (max(due.size, 1), max(new.size, 1))
          isNew = Int.random(in: 0..<(dueSize + newSize), using: &random) >= dueSize
        }
      }
      guard let next = isNew ? new.popFirst() : due.popFirst() else { return drawn }
      guard blocks.insert(next.block).inserted else { continue }
      drawn.append(next)
      if isNew { newLeft -= 1 }
    }
    return drawn
  }

  private func prompt(_ drawn: Candidate) throws -> PromptID? {
    guard
      let row = try table.row(
        """
        SELECT note.id, key FROM block CROSS JOIN note ON note.number = block.note WHERE block.id = ?
        """, [drawn.block]),
      let note = row.text(at: 0), let key = row.text(at: 1)
    else { return nil }
    return PromptID(note: note, block: key, index: Int(clamping: drawn.number))
  }
}

// MARK: Looking

extension DueCardSampler {
  private func fetch(_ sql: String, _ arguments: StatementArguments) throws -> [Candidate] {
    let rows = try table.rows(sql, arguments)
    var drawn: [Candidate] = []
    while let row = try rows.next() {
      if let candidate = Candidate(row) { drawn.append(candidate) }
    }
    return drawn
  }

  private func all(isNew: Bool, of notes: DueNotes) throws -> [Candidate] {
    // With `+`, no index of prompts is used: otherwise all due prompts would be read for each note.
    try fetch(
      """
      SELECT block, prompt.number, sampleKey FROM (\(notes.numbers)) AS chosen
        CROSS JOIN block ON block.note = chosen.number CROSS JOIN prompt ON prompt.block = block.id
      WHERE +isNew = ? AND isActive AND +due <= ? ORDER BY block, prompt.number
      """, [notes.argument, isNew ? 1 : 0, until])
  }

  private func isFew(_ notes: DueNotes) throws -> Bool {
    if case .notes = notes { return true }
    let row = try table.row(
      "SELECT count(*) FROM (SELECT 1 FROM (\(notes.numbers)) LIMIT \(fewest + 1))",
      [notes.argument])
    return row?.integer(at: 0) ?? 0 <= Int64(fewest)
  }

  /// Returns some prompts of very many notes, from random positions among the due prompts, and an
  /// estimate of their total number.
  private mutating func walk(
    isNew: Bool, _ notes: DueNotes, wanted: Int
  ) throws -> (group: [Candidate], size: Int) {
    let total = try count(isNew: isNew)
    if total <= fewest, until < DueTable.never {
      let all = try step(isNew: isNew, notes, from: 0, most: fewest).group
      return (all, all.count)
    }
    var blocks: Set<Int64> = []
    var drawn: [Candidate] = []
    var seen = 0
    for _ in 0..<50 where drawn.count < wanted {
      let start = Int64.random(in: 0..<(1 << 32), using: &random)
      let found = try step(isNew: isNew, notes, from: start, most: 200)
      drawn += found.group.filter { blocks.insert($0.block).inserted }
      seen += found.seen
    }
    guard drawn.count >= wanted else {
      let all = try all(isNew: isNew, of: notes)
      return (all, all.count)
    }
    let size = Double(total) * Double(drawn.count) / Double(max(1, seen))
    return (drawn, max(drawn.count, Int(exactly: size.rounded()) ?? 0))
  }

  /// Returns the prompts of these notes among the next `most` due prompts, and how many were read.
  private func step(
    isNew: Bool, _ notes: DueNotes, from start: Int64, most: Int
  ) throws -> (group: [Candidate], seen: Int) {
    let rows = try table.rows(
      """
      SELECT block, prompt.number, sampleKey, \(notes.condition) FROM (
        SELECT block, number, sampleKey FROM prompt
        WHERE isNew = ? AND isActive AND sampleKey >= ? AND due <= ?
        ORDER BY sampleKey LIMIT ?) AS prompt CROSS JOIN block ON block.id = prompt.block
      """, [notes.argument, isNew ? 1 : 0, start, until, most])
    var (group, seen): ([Candidate], Int) = ([], 0)
    while let row = try rows.next() {
      seen += 1
      if row.integer(at: 3) == 1, let candidate = Candidate(row) { group.append(candidate) }
    }
    return (group, seen)
  }

  private func some(isNew: Bool, most: Int) throws -> [Candidate] {
    try fetch(
      """
      SELECT block, number, sampleKey FROM prompt WHERE isNew = ? AND isActive AND due <= ?
      ORDER BY due, block, number LIMIT ?
      """, [isNew ? 1 : 0, until, most])
  }

  private func count(isNew: Bool) throws -> Int {
    if until == DueTable.never { return fewest }
    let counts = try table.counts(until: until)
    return isNew ? counts.new : counts.due - counts.new
  }

  /// Samples very many prompts: draws random sample keys, and takes the prompt with the next key of
  /// each. A prompt after a wide gap is more likely to be drawn.
  private mutating func probe(isNew: Bool, wanted: Int) throws -> [Candidate] {
    let sql = """
      SELECT block, number, sampleKey FROM prompt WHERE isNew = ? AND isActive AND sampleKey >= ? AND due <= ?
      ORDER BY sampleKey LIMIT 1
      """
    var blocks: Set<Int64> = []
    var drawn: [Candidate] = []
    for _ in 0..<(wanted * 4) {
      if drawn.count >= wanted { return drawn }
      let sampleKey = Int64.random(in: 0..<(1 << 32), using: &random)
      var found = try fetch(sql, [isNew ? 1 : 0, sampleKey, until])
      if found.isEmpty { found = try fetch(sql, [isNew ? 1 : 0, 0, until]) }
      for one in found where blocks.insert(one.block).inserted { drawn.append(one) }
    }
    if drawn.count >= wanted { return drawn }
    return try some(isNew: isNew, most: .max)
  }
}
