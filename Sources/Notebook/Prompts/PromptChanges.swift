import JSON
import KeyValueStore
import MiniMarkdown
import SpacedRepetition

extension NoteChanges {
  /// Stores the prompts of `text`, in which this program finds `ours`, and removes all others of
  /// supported kinds.
  ///
  /// The note's scope contains exactly the prompts that the app finds in the text: with any other,
  /// the app would open a prompt that is not there, and crash. Other prompts are stored in our
  /// scope, which the app ignores. An edit can move prompts between the two scopes. A kept key
  /// keeps its statistics. A new key is one that the note never had, so that it does not inherit
  /// another prompt's history.
  mutating func setPrompts(
    of text: String, _ ours: [PromptCollection], rewrites: PromptRewrites = PromptRewrites()
  ) {
    let id = stored.id
    let rows = stored.promptRows
    let had = Set(rows.keys.compactMap { $0.promptKey(note: id) })
    let before = stored.text ?? ""
    setPrompts(
      WantedPrompts.all(in: text, ours), over: rows, rewrites: rewrites, unlike: had.contains,
      order: { NoteContent(text: before).promptCollections })
  }

  /// Stores the wanted prompts, replacing those in `rows`. Returns the key of each.
  ///
  /// `isTaken` tells which keys a new block cannot have. `order` returns the prompts of the text
  /// before the edit, in order; it is called only if needed.
  @discardableResult
  mutating func setPrompts(
    _ wanted: [WantedPrompts], over rows: [EntryKey: EntryValue],
    rewrites: PromptRewrites = PromptRewrites(), unlike isTaken: (String) -> Bool,
    order: () -> [PromptCollection]
  ) -> [EntryKey] {
    let id = stored.id
    let old = rows.compactMap { entryKey, value in
      entryKey.promptKey(note: id).flatMap {
        StoredPrompts(key: $0, entryKey: entryKey, value: value)
      }
    }
    let stored = stored
    let matching = PromptMatching(
      wanted, with: old, rewrites: rewrites, order: order,
      isSuspended: { stored.suspended(in: $0.text).contains($1) })
    var entryKeys: [EntryKey] = []
    var used: Set<String> = []
    var kept: Set<EntryKey> = []
    var moved: [(parts: [PromptMatching.Part?], key: String)] = []
    for (index, wanted) in wanted.enumerated() {
      let predecessor = matching.predecessor(of: index)
      let key =
        predecessor.key.flatMap { used.contains($0) ? nil : $0 }
        ?? PromptKey.fresh(for: wanted.prompts) { used.contains($0) || isTaken($0) }.text
      used.insert(key)
      let entryKey = EntryKey(promptKey: key, note: id, isInApp: wanted.isInApp)
      kept.insert(entryKey)
      entryKeys.append(entryKey)
      set(entryKey, to: .json(.object(wanted.prompts.json(goingOnFrom: predecessor))))
      if case .parts(let parts) = predecessor { moved.append((parts, key)) }
    }
    for entryKey in rows.keys.sorted() where !kept.contains(entryKey) { set(entryKey, to: .null) }
    // Both scopes may have had a row with the same key, and one may stay.
    let left = Set(moved.flatMap { $0.parts.compactMap { $0?.block.key.text } }).subtracting(used)
    for (parts, key) in moved {
      let parts = parts.map { part in
        part.flatMap { left.contains($0.block.key.text) ? $0 : nil }
      }
      for (entryKey, value) in stored.annotations(of: parts, under: key) {
        set(entryKey, to: value)
      }
    }
    for block in left.sorted() {
      set(PromptAnnotations.suspendedKey(note: id, block: block), to: .null)
      set(PromptAnnotations.memoryKey(note: id, block: block), to: .null)
      set(PromptLineage.key(note: id, block: block), to: .null)
    }
    return entryKeys
  }
}

extension NoteValues {
  /// The rows of prompts of supported kinds, including those without a value.
  var promptRows: [EntryKey: EntryValue] {
    values.filter { PromptKey.isKnown($0.key.promptKey(note: id) ?? "") }
  }

  /// Returns the prompts and their annotations under the keys of another note, as prompts that
  /// continue the present ones.
  func prompts(movedTo note: String) -> [EntryKey: EntryValue] {
    var moved: [EntryKey: EntryValue] = [:]
    for (entryKey, value) in values where value != .null {
      if let block = entryKey.promptKey(note: id) {
        let isInApp = entryKey.scope != EntryKey.ourScope
        moved[EntryKey(promptKey: block, note: note, isInApp: isInApp)] = value
        guard let prompts = StoredPrompts(key: block, entryKey: entryKey, value: value) else {
          continue
        }
        let json = values[PromptLineage.key(note: id, block: block)]?.json
        let lineage = PromptLineage(json: json, note: id, block: block)
        let sources = (0..<prompts.key.count).map { index in
          (
            ancestor: PromptLineage.Ancestor(
              prompt: PromptID(note: id, block: block, index: index)),
            lineage: lineage
          )
        }
        moved[PromptLineage.key(note: note, block: block)] = .json(
          PromptLineage(sources).json(in: note))
      } else if let block = PromptAnnotations.block(of: entryKey, in: id) {
        let key = PromptLineage.key(note: id, block: block)
        if entryKey != key {
          moved[EntryKey(scope: entryKey.scope, key: note + entryKey.key.dropFirst(id.count))] =
            value
        }
      }
    }
    return moved
  }

  fileprivate func suspended(in block: String) -> Set<Int> {
    let key = PromptAnnotations.suspendedKey(note: id, block: block)
    return PromptAnnotations.indices(suspendedIn: values[key]?.json)
  }

  /// Returns the values to store, in addition to statistics, for prompts that continue prompts of
  /// other blocks.
  fileprivate func annotations(
    of parts: [PromptMatching.Part?], under block: String
  ) -> [(EntryKey, EntryValue)] {
    var suspended: Set<Int> = []
    var memories: [JSONValue] = []
    var sources: [(PromptLineage.Ancestor, PromptLineage)?] = []
    for (index, part) in parts.enumerated() {
      memories.append(.null)
      sources.append(nil)
      guard let part else { continue }
      let former = part.block.key.text
      if self.suspended(in: former).contains(part.index) { suspended.insert(index) }
      let memory = values[PromptAnnotations.memoryKey(note: id, block: former)]?.json?["fsrs"]?
        .array
      if let memory, memory.indices.contains(part.index) { memories[index] = memory[part.index] }
      let lineage = values[PromptLineage.key(note: id, block: former)]?.json
      sources[index] = (
        PromptLineage.Ancestor(
          prompt: PromptID(note: id, block: former, index: part.index),
          text: RemovedPrompts.Text(of: part.block)),
        PromptLineage(json: lineage, note: id, block: former)
      )
    }
    var annotations: [(EntryKey, EntryValue)] = [
      (PromptLineage.key(note: id, block: block), .json(PromptLineage(sources).json(in: id)))
    ]
    if !suspended.isEmpty {
      let value = PromptAnnotations.suspendedValue(suspended, over: nil)
      annotations.append((PromptAnnotations.suspendedKey(note: id, block: block), value))
    }
    if memories.contains(where: { $0 != .null }) {
      let value = EntryValue.json(["fsrs": .array(memories)])
      annotations.append((PromptAnnotations.memoryKey(note: id, block: block), value))
    }
    return annotations
  }
}

extension PromptMatching.Predecessor {
  fileprivate var key: String? {
    if case .whole(let prompts) = self { prompts.key.text } else { nil }
  }
}

extension PromptCollection {
  /// Returns the value to store: a predecessor's value with this text, and the statistics of
  /// continued prompts.
  fileprivate func json(goingOnFrom predecessor: PromptMatching.Predecessor) -> JSONObject {
    var json = self.json
    switch predecessor {
    case .none: break
    case .whole(let prompts):
      json = prompts.json
      json["rawValue"] = .string(rawValue)
    case .parts(let parts):
      var statistics = json["promptStatistics"]?.array ?? []
      let blocks = parts.compactMap { $0?.block }
      if let first = blocks.first, blocks.allSatisfy({ $0.entryKey == first.entryKey }) {
        // Unknown members stay.
        json = first.json
        json["rawValue"] = .string(rawValue)
      }
      for (index, part) in parts.enumerated() where statistics.indices.contains(index) {
        guard let part, part.block.statistics.indices.contains(part.index) else { continue }
        statistics[index] = part.block.statistics[part.index]
      }
      json["promptStatistics"] = .array(statistics)
    }
    return json
  }
}
