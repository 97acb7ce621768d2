import Foundation
package import GRDB
package import JSON
package import KeyValueStore
import NotebookFile
package import SpacedRepetition

/// The values about a block's prompts that only this program stores, in our scope: the suspended
/// prompts, under `NOTE;suspended;BLOCK`; FSRS's memory, under `NOTE;review;BLOCK`; and the earlier
/// prompts that they continue, under `NOTE;from;BLOCK`. Separate keys ensure that an answer on one
/// device does not undo a decision on another.
package struct PromptAnnotations {
  var suspended: Set<Int> = []
  /// FSRS's memory by the prompts' indices: computed from the study log, and cached.
  var memories: [Int: FSRSMemory] = [:]
  package var lineage = PromptLineage()
  /// The stored values, in their winning versions.
  package private(set) var stored: [EntryKey: EntryValue] = [:]

  package static func suspendedKey(note: String, block: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: "\(note);suspended;\(block)")
  }

  package static func memoryKey(note: String, block: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: "\(note);review;\(block)")
  }

  /// Returns the key of the block that the value at `entryKey` is about; nil for any other value.
  package static func block(of entryKey: EntryKey, in note: String) -> String? {
    guard entryKey.scope == EntryKey.ourScope else { return nil }
    for mark in [suspendedKey, memoryKey, PromptLineage.key] {
      let start = mark(note, "").key
      if entryKey.key.hasPrefix(start) { return String(entryKey.key.dropFirst(start.count)) }
    }
    return nil
  }

  package static func fetch(_ db: Database, note: String, block: String) throws -> PromptAnnotations
  {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(EntryKey.ourScope)' AND key IN (?, ?, ?) AND \(LastWriterWins.condition)
        """)
    let suspended = suspendedKey(note: note, block: block)
    let memory = memoryKey(note: note, block: block)
    let lineage = PromptLineage.key(note: note, block: block)
    var annotations = PromptAnnotations()
    let keys: StatementArguments = [suspended.key, memory.key, lineage.key]
    for row in try Row.fetchAll(statement, arguments: keys) {
      guard let key = row.data(at: 0), let value = JSONValue(stored: row.data(at: 1)) else {
        continue
      }
      let entryKey = EntryKey(
        scope: EntryKey.ourScope, key: String(decoding: key, as: UTF8.self))
      annotations.stored[entryKey] = .json(value)
      if entryKey == suspended {
        annotations.suspended = indices(suspendedIn: value)
      } else if entryKey == lineage {
        annotations.lineage = PromptLineage(json: value, note: note, block: block)
      } else {
        for (index, json) in (value["fsrs"]?.array ?? []).enumerated() {
          annotations.memories[index] = FSRSMemory(json: json)
        }
      }
    }
    return annotations
  }

  /// Returns the indices of a note's suspended prompts, by the keys of their blocks.
  static func suspended(_ db: Database, note: String) throws -> [String: Set<Int>] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ? AND \(LastWriterWins.condition)
        """)
    let prefix = "\(note);suspended;"
    var suspended: [String: Set<Int>] = [:]
    for row in try Row.fetchAll(statement, arguments: [prefix, "\(note);suspended<"]) {
      guard let key = row.data(at: 0), let json = JSONValue(stored: row.data(at: 1)) else {
        continue
      }
      let indices = indices(suspendedIn: json)
      let block = String(decoding: key.dropFirst(prefix.utf8.count), as: UTF8.self)
      if !indices.isEmpty { suspended[block] = indices }
    }
    return suspended
  }

  package static func indices(suspendedIn value: JSONValue?) -> Set<Int> {
    Set((value?["suspended"]?.array ?? []).compactMap(\.int).filter { $0 >= 0 })
  }

  package func isSuspended(_ index: Int) -> Bool { suspended.contains(index) }

  /// Returns `card` with the stored suspension and memory. Ignores a stored memory that lacks the
  /// card's last answer. A memory that `card` already has stays.
  package func card(_ card: CardState, at index: Int) -> CardState {
    let memory = memories[index].flatMap { memory in
      memory.lastReview != nil && memory.lastReview == card.state.lastReview ? memory : nil
    }
    return CardState(
      card.state, memory: card.memory ?? memory, isSuspended: isSuspended(index))
  }
}

extension PromptAnnotations {
  /// Returns the value that lists the suspended prompts, with the other members of `old`.
  package static func suspendedValue(_ indices: Set<Int>, over old: EntryValue?) -> EntryValue {
    var json = old?.json?.object ?? [:]
    json["suspended"] = .array(indices.sorted().map { .integer(Int64($0)) })
    return .json(.object(json))
  }

  /// Returns the value with FSRS's memory of a block's prompts; null if there is none.
  package static func memoryValue(_ memories: [FSRSMemory?], over old: EntryValue?) -> EntryValue {
    if memories.allSatisfy({ $0 == nil }) { return .null }
    var json = old?.json?.object ?? [:]
    json["fsrs"] = .array(memories.map { $0?.json ?? .null })
    return .json(.object(json))
  }
}
