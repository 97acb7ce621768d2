import GRDB
import JSON
import KeyValueStore
import NotebookFile
import SpacedRepetition

/// Preserves prompts' statistics across writes and merges: stores them when a text is removed, and
/// restores them when the text is back.
///
/// A removed prompt passes its statistics to a new prompt with the same text in a note outside the
/// trash: the text was pasted there before it was cut here. Otherwise the statistics are kept
/// (`RemovedPrompts`) for the next prompt with that text. A prompt that continues as another one,
/// by its lineage, was not removed.
///
/// Cost: none if no prompt was added or removed. Otherwise, a few lookups for each block, up to
/// `mostSearches` searches, and at most one pass over the log's keys.
struct PromptSettlement {
  private let db: Database
  private let former: [EntryKey: StoredVersion]
  /// The blocks to which answers were written.
  private let answered: Set<PromptLineage.Block>
  private var logRows: [PromptLineage.Block: [Int64]]?
  /// The values to write, with the time of the version that each follows, in the format of rows.
  private var changes: [EntryKey: (value: EntryValue, time: String)] = [:]
  /// The time of the version that is being handled.
  private var time = ""
  private var searches = 0
  private var continuations: [String: Set<PromptID>] = [:]

  /// Maximum number of blocks of one write whose words are searched for.
  private static let mostSearches = 1024

  /// Returns the values to write after a write removed `former` and stored values at `written`.
  /// Each has the time of the version that it follows.
  static func changes(
    removing former: [StoredVersion], writing written: some Sequence<EntryKey>, in db: Database
  ) throws -> [(key: EntryKey, value: EntryValue, time: String)] {
    var settlement = PromptSettlement(db, former, written)
    for version in former.sorted(by: { $0.key < $1.key }) {
      settlement.time = version.timestamp
      try settlement.remove(version)
    }
    try settlement.giveBack(written)
    try settlement.forgetOldest()
    return settlement.changes.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value.value, $0.value.time)
    }
  }

  private mutating func set(_ key: EntryKey, to value: EntryValue) { changes[key] = (value, time) }

  private init(_ db: Database, _ former: [StoredVersion], _ written: some Sequence<EntryKey>) {
    self.db = db
    self.former = Dictionary(former.map { ($0.key, $0) }) { first, _ in first }
    answered = StudyLog.blocks(answeredBy: written)
  }

  /// Returns the value at a key, including pending changes.
  private func value(_ key: EntryKey) throws -> EntryValue? {
    if let change = changes[key] { return change.value == .null ? nil : change.value }
    let value = try StoredVersion.fetch(db, key, limit: 1).first?.value.value
    return value == .null ? nil : value
  }

  /// Returns the prompts kept for a text, from several versions: two devices may have kept them
  /// independently.
  private func keptPrompts(at key: EntryKey) throws -> RemovedPrompts {
    if let change = changes[key] { return RemovedPrompts(change.value) }
    var kept = RemovedPrompts(nil)
    for version in try StoredVersion.fetch(db, key, limit: VersionLimits.ofValue) {
      for (index, prompt) in RemovedPrompts(version.value.value).prompts {
        kept.take(prompt, at: index)
      }
    }
    return kept
  }

  /// Returns the prompts of a block from either scope; nil if the note has no such block.
  private func prompts(_ note: String, _ block: String) throws -> StoredPrompts? {
    for isInApp in [true, false] {
      let entryKey = EntryKey(promptKey: block, note: note, isInApp: isInApp)
      if let value = try value(entryKey),
        let prompts = StoredPrompts(key: block, entryKey: entryKey, value: value)
      {
        return prompts
      }
    }
    return nil
  }
}

extension PromptSettlement {
  private mutating func remove(_ version: StoredVersion) throws {
    let note = version.key.note
    guard NoteValues.isNote(note), let block = version.key.promptKey(note: note),
      let value = version.value.value,
      var prompts = StoredPrompts(key: block, entryKey: version.key, value: value)
    else { return }
    if let present = try self.prompts(note, block) {
      return try restoreReset(present, from: prompts)
    }
    try addAnswers(to: &prompts)
    let continued = try continued(in: note)
    let annotations = try takeAnnotations(of: block, in: note)
    var removed: [Int: RemovedPrompt] = [:]
    for (index, statistics) in prompts.statistics.enumerated() {
      let id = PromptID(note: note, block: block, index: index)
      let prompt = RemovedPrompt(
        id: id, statistics: statistics, isSuspended: annotations.suspended.contains(index),
        memory: annotations.memories.indices.contains(index) ? annotations.memories[index] : .null,
        ancestors: annotations.lineage.ancestors(of: index))
      if prompt.isWorthKeeping, !continued.contains(id) { removed[index] = prompt }
    }
    guard !removed.isEmpty else { return }
    for copy in try livingCopies(of: prompts) {
      let lineage = try lineage(of: copy)
      for (index, prompt) in removed.sorted(by: { $0.key < $1.key }) {
        if lineage.ancestors(of: index).contains(prompt.id) {
          removed[index] = nil
        } else if try isUntouched(copy, index, lineage) {
          try give(prompt, to: copy, at: index)
          removed[index] = nil
        }
      }
      if removed.isEmpty { return }
    }
    let text = RemovedPrompts.Text(of: prompts)
    for (index, prompt) in removed.sorted(by: { $0.key < $1.key }) {
      let positions = annotations.lineage.positions(of: index, in: text)
      for position in positions {
        var prompt = prompt
        prompt.elsewhere = positions.filter { $0 != position }
        var kept = try keptPrompts(at: position.text.key)
        kept.take(prompt, at: position.index)
        set(position.text.key, to: kept.value)
      }
    }
  }

  /// Removes a restored prompt from the other texts for which it was kept.
  private mutating func forgetElsewhere(_ prompt: RemovedPrompt) throws {
    for position in prompt.elsewhere {
      var kept = try keptPrompts(at: position.text.key)
      guard kept[position.index]?.id == prompt.id else { continue }
      kept[position.index] = nil
      set(position.text.key, to: kept.value)
    }
  }

  /// Restores prompts that the app reset: if a text was removed and came back, the app gives it the
  /// same key, with new statistics.
  private mutating func restoreReset(_ present: StoredPrompts, from former: StoredPrompts) throws {
    guard RemovedPrompts.key(of: present) == RemovedPrompts.key(of: former),
      let version = try StoredVersion.fetch(db, present.entryKey, limit: 1).first,
      try !Author.isOurs(version.author, in: db)
    else { return }
    let lineage = try lineage(of: present)
    guard
      try former.statistics.indices.contains(where: { try isUntouched(present, $0, lineage) })
    else { return }
    var former = former
    try addAnswers(to: &former)
    for (index, statistics) in former.statistics.enumerated() where !former.isNew(index) {
      let id = PromptID(note: present.note, block: present.key.text, index: index)
      guard try isUntouched(present, index, lineage),
        try !StudyLog.isTakenBack(PromptState(json: statistics), of: id, db)
      else { continue }
      try give(RemovedPrompt(id: id, statistics: statistics), to: present, at: index)
    }
  }

  /// Adds the answers that were written together with the removal: one device gave them and removed
  /// the text before others had seen them.
  private mutating func addAnswers(to prompts: inout StoredPrompts) throws {
    let (note, block) = (prompts.note, prompts.key.text)
    guard answered.contains(PromptLineage.Block(note: note, key: block)) else { return }
    let rows = try logRows ?? StudyLog.rows(db)
    logRows = rows
    let log = try StudyLog.fetch(db, note: note, block: block) {
      rows[PromptLineage.Block(note: $0, key: $1)] ?? []
    }
    let replay = Replay(versions: [prompts.promptStates], note: note, block: block, log: log)
    prompts.setStates(replay.cards.map(\.state))
  }

  private mutating func continued(in note: String) throws -> Set<PromptID> {
    if let known = continuations[note] { return known }
    let found = try PromptLineage.continued(db, note: note)
    continuations[note] = found
    return found
  }

  /// Returns the annotations of a removed block, and removes them.
  private mutating func takeAnnotations(
    of block: String, in note: String
  ) throws -> (suspended: Set<Int>, memories: [JSONValue], lineage: PromptLineage) {
    func take(_ key: EntryKey) throws -> JSONValue? {
      if let value = try value(key) {
        set(key, to: .null)
        return value.json
      }
      return former[key]?.value.value?.json
    }
    let suspended = try take(PromptAnnotations.suspendedKey(note: note, block: block))
    let memory = try take(PromptAnnotations.memoryKey(note: note, block: block))
    let lineage = try take(PromptLineage.key(note: note, block: block))
    return (
      PromptAnnotations.indices(suspendedIn: suspended), memory?["fsrs"]?.array ?? [],
      PromptLineage(json: lineage, note: note, block: block)
    )
  }
}

extension PromptSettlement {
  /// Restores what is kept for the texts of prompts that were written at these keys.
  private mutating func giveBack(_ written: some Sequence<EntryKey>) throws {
    let entryKeys = written.filter {
      NoteValues.isNote($0.note) && $0.promptKey(note: $0.note).map(PromptKey.isKnown) == true
    }
    guard !entryKeys.isEmpty, try isAnyKept() else { return }
    for entryKey in entryKeys.sorted() {
      time = try StoredVersion.fetch(db, entryKey, limit: 1).first?.timestamp ?? ""
      guard let block = entryKey.promptKey(note: entryKey.note), let value = try value(entryKey),
        let prompts = StoredPrompts(key: block, entryKey: entryKey, value: value)
      else { continue }
      let key = RemovedPrompts.key(of: prompts)
      let known = try keptPrompts(at: key)
      guard !known.isEmpty else { continue }
      var kept = known
      let lineage = try lineage(of: prompts)
      for (index, prompt) in kept.prompts.sorted(by: { $0.key < $1.key }) {
        let id = PromptID(note: entryKey.note, block: block, index: index)
        if try isUnasked(prompts, index) {
          try give(prompt, to: prompts, at: index)
        } else if prompt.id == id {
          try takeBack(prompt, at: index, of: prompts)
        } else if !lineage.ancestors(of: index).contains(prompt.id) {
          continue
        }
        kept[index] = nil
        try forgetElsewhere(prompt)
      }
      if kept != known { set(key, to: kept.value) }
    }
  }

  private func isAnyKept() throws -> Bool {
    if changes.contains(where: { $0.key.isOfRemovedPrompts && $0.value.value != .null }) {
      return true
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM entry WHERE scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ?
          AND typeof(json) <> 'null' LIMIT 1
        """)
    let keys = RemovedPrompts.keys
    return try Row.fetchOne(statement, arguments: [keys.first, keys.end]) != nil
  }

  /// Handles a prompt that another device wrote again while it was kept here as removed. Restores
  /// its lineage, so that answers to earlier prompts count again, if the log has all known answers.
  private mutating func takeBack(
    _ removed: RemovedPrompt, at index: Int, of prompts: StoredPrompts
  ) throws {
    let (note, block) = (prompts.note, prompts.key.text)
    let lineage = try lineage(of: prompts, goingOnFrom: removed, at: index)
    let rows = try logRows ?? StudyLog.rows(db)
    logRows = rows
    let log = try StudyLog.fetch(db, note: note, block: block, lineage: lineage) {
      rows[PromptLineage.Block(note: $0, key: $1)] ?? []
    }
    let replay = Replay(versions: [prompts.promptStates], note: note, block: block, log: log)
    let counts =
      [PromptState(json: removed.statistics)] + prompts.promptStates.dropFirst(index).prefix(1)
    guard replay.cards.indices.contains(index),
      replay.cards[index].state.reviewCount >= counts.map(\.reviewCount).max() ?? 0
    else { return }
    var removed = removed
    removed.statistics = replay.cards[index].state.json(over: prompts.statistics[index])
    removed.memory = replay.cards[index].memory?.json ?? .null
    try give(removed, to: prompts, at: index)
  }

  /// Whether a prompt was never answered and is not suspended. An answer in its block may have
  /// postponed it.
  private func isUnasked(_ prompts: StoredPrompts, _ index: Int) throws -> Bool {
    let key = PromptAnnotations.suspendedKey(note: prompts.note, block: prompts.key.text)
    let states = prompts.promptStates
    return try states.indices.contains(index) && states[index].isNew
      && !PromptAnnotations.indices(suspendedIn: value(key)?.json).contains(index)
  }

  private func isUntouched(
    _ prompts: StoredPrompts, _ index: Int, _ lineage: PromptLineage
  ) throws -> Bool {
    try lineage.ancestors(of: index).isEmpty && isUnasked(prompts, index)
  }

  private func lineage(of prompts: StoredPrompts) throws -> PromptLineage {
    let (note, block) = (prompts.note, prompts.key.text)
    let value = try value(PromptLineage.key(note: note, block: block))
    return PromptLineage(json: value?.json, note: note, block: block)
  }

  /// Makes the prompt at `index` of `prompts` continue `removed`.
  private mutating func give(
    _ removed: RemovedPrompt, to prompts: StoredPrompts, at index: Int
  ) throws {
    let (note, block) = (prompts.note, prompts.key.text)
    guard var json = try value(prompts.entryKey)?.json?.object,
      var statistics = json["promptStatistics"]?.array, statistics.indices.contains(index)
    else { return }
    statistics[index] = removed.statistics
    json["promptStatistics"] = .array(statistics)
    set(prompts.entryKey, to: .json(.object(json)))
    if removed.isSuspended {
      let key = PromptAnnotations.suspendedKey(note: note, block: block)
      let stored = try value(key)
      let indices = PromptAnnotations.indices(suspendedIn: stored?.json).union([index])
      set(key, to: PromptAnnotations.suspendedValue(indices, over: stored))
    }
    if removed.memory != .null {
      let key = PromptAnnotations.memoryKey(note: note, block: block)
      var object = try value(key)?.json?.object ?? [:]
      var memories = object["fsrs"]?.array ?? []
      while memories.count <= index { memories.append(.null) }
      memories[index] = removed.memory
      object["fsrs"] = .array(memories)
      set(key, to: .json(.object(object)))
    }
    let lineage = try lineage(of: prompts, goingOnFrom: removed, at: index)
    guard !lineage.ancestors(of: index).isEmpty else { return }
    set(PromptLineage.key(note: note, block: block), to: .json(lineage.json(in: note)))
  }

  private func lineage(
    of prompts: StoredPrompts, goingOnFrom removed: RemovedPrompt, at index: Int
  ) throws -> PromptLineage {
    let own = PromptID(note: prompts.note, block: prompts.key.text, index: index)
    var lineage = try lineage(of: prompts)
    let others = lineage.ancestors(of: index).filter { !removed.identities.contains($0) }
    lineage.follow(
      removed.identities.filter { $0 != own } + others, at: index, of: prompts.statistics.count)
    return lineage
  }
}

extension PromptSettlement {
  /// Returns the blocks with the same text in up to 64 notes outside the trash, ordered by the
  /// notes' ids. Returns no blocks after `mostSearches` searches.
  private mutating func livingCopies(of prompts: StoredPrompts) throws -> [StoredPrompts] {
    guard searches < Self.mostSearches, let phrase = prompts.phrase else { return [] }
    searches += 1
    let statement = try db.cachedStatement(
      sql: """
        SELECT DISTINCT entry.scope FROM entryFullText
        JOIN entry ON entry.rowid = entryFullText.rowid
        WHERE entryFullText MATCH ? AND entry.key = '.noteText' ORDER BY entry.scope LIMIT 64
        """)
    let notes = try Row.fetchAll(statement, arguments: [phrase]).compactMap { $0.text(at: 0) }
    let key = RemovedPrompts.key(of: prompts)
    return try notes.filter(NoteValues.isNote).sorted().flatMap { note -> [StoredPrompts] in
      guard try NoteSummary.fetchOne(db, id: note)?.isTrashed == false else { return [] }
      return try NoteValues.fetchPrompts(db, note: note).promptRows.keys.sorted().compactMap {
        guard let block = $0.promptKey(note: note), let value = try value($0),
          let copy = StoredPrompts(key: block, entryKey: $0, value: value),
          RemovedPrompts.key(of: copy) == key
        else { return nil }
        return copy
      }
    }
  }

  private mutating func forgetOldest() throws {
    var new = changes.keys.filter { $0.isOfRemovedPrompts && changes[$0]?.value != .null }.sorted()
    for key in new.dropFirst(RemovedPrompts.mostTexts) { changes[key] = nil }
    new = Array(new.prefix(RemovedPrompts.mostTexts))
    guard !new.isEmpty else { return }
    let condition = """
      scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ? AND typeof(json) <> 'null'
      """
    let keys = RemovedPrompts.keys
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM entry WHERE \(condition)", arguments: [keys.first, keys.end])
    let excess = (count ?? 0) + new.count - RemovedPrompts.mostTexts
    guard excess > 0 else { return }
    let oldest = try Row.fetchAll(
      db, sql: "SELECT key FROM entry WHERE \(condition) ORDER BY timestamp, key LIMIT ?",
      arguments: [keys.first, keys.end, excess])
    for row in oldest {
      let key = EntryKey(scope: EntryKey.ourScope, key: row.text(at: 0) ?? "")
      if changes[key] == nil { set(key, to: .null) }
    }
  }
}
