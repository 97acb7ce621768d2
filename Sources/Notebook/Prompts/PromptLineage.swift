internal import NotebookFile
internal import KeyValueStore
internal import Foundation
package import GRDB
internal import JSON
package import SpacedRepetition

/// The prompts of other blocks from which a block's prompts go on: clozes that were moved, or have
/// others beside them by now. Answers to those are answers to these. In our scope, under
/// `NOTE;from;BLOCK`.
package struct PromptLineage: Equatable {
  /// For each prompt its earlier identities, the latest first.
  private(set) var ancestors: [[PromptID]] = []

  /// The most ancestors of a prompt that are remembered, and the most blocks that are asked for
  /// answers.
  private static let (most, mostBlocks) = (32, 64)

  static func key(note: String, block: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: "\(note);from;\(block)")
  }

  init() {}

  /// Reads the stored value; invalid parts are left out.
  init(json: JSONValue?, note: String, block: String) {
    var blocks: Set<String> = []
    for list in json?["from"]?.array ?? [] {
      ancestors.append(
        (list.array ?? []).prefix(Self.most).compactMap { json in
          guard let key = json["block"]?.string, PromptKey(key) != nil, key != block,
            let index = json["index"]?.int, index >= 0,
            blocks.contains(key) || blocks.count < Self.mostBlocks
          else { return nil }
          blocks.insert(key)
          return PromptID(note: note, block: key, index: index)
        })
    }
  }

  /// The lineage of prompts that continue `sources`, each of a block with its own lineage.
  init(_ sources: [(prompt: PromptID, lineage: PromptLineage)?]) {
    ancestors = sources.map { source in
      guard let (prompt, lineage) = source else { return [] }
      let earlier =
        lineage.ancestors.indices.contains(prompt.index) ? lineage.ancestors[prompt.index] : []
      return Array(([prompt] + earlier).prefix(Self.most))
    }
  }

  /// The stored value.
  var json: JSONValue {
    [
      "from": .array(
        ancestors.map { list in
          .array(
            list.map { ["block": .string($0.block), "index": .integer(Int64($0.index))] })
        })
    ]
  }

  /// The blocks that there were before.
  package var blocks: Set<String> { Set(ancestors.joined().map(\.block)) }

  /// The index of the prompt that goes on from `prompt`.
  package func index(of prompt: PromptID) -> Int? {
    ancestors.firstIndex { $0.contains(prompt) }
  }
}

extension PromptLineage {
  /// That of one block. Cost: a look-up by its key.
  package static func fetch(_ db: Database, note: String, block: String) throws -> PromptLineage {
    guard NoteValues.isNote(note), block.utf8.contains(UInt8(ascii: ";")) else {
      return PromptLineage()
    }
    let value = try StoredVersion.fetch(db, key(note: note, block: block)).first?.value.value
    return PromptLineage(json: value?.json, note: note, block: block)
  }

  /// The keys of the blocks of a note that go on from one of `blocks`. Cost: linear in the note's blocks
  /// with a lineage.
  package static func successors(
    _ db: Database, note: String, of blocks: Set<String>
  ) throws -> [String] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ? AND \(LastWriterWins.condition)
        """)
    let prefix = "\(note);from;"
    let rows = try Row.fetchAll(statement, arguments: [prefix, "\(note);from<"])
    return rows.compactMap { row in
      guard let key = row.data(at: 0), let json = JSONValue(stored: row.data(at: 1)) else {
        return nil
      }
      let block = String(decoding: key.dropFirst(prefix.utf8.count), as: UTF8.self)
      let lineage = PromptLineage(json: json, note: note, block: block)
      return lineage.blocks.isDisjoint(with: blocks) ? nil : block
    }
  }

  /// The states that writers who had not seen that a block goes on under another key left of its
  /// prompts; `shown` are those that it has. Cost: two look-ups for each block there was before.
  package func states(
    _ db: Database, note: String, over shown: [PromptState]
  ) throws -> [[PromptState]] {
    var found: [[PromptState]] = []
    for block in blocks.sorted() {
      for isInApp in [true, false] {
        let place = EntryKey(promptKey: block, note: note, isInApp: isInApp)
        for version in try StoredVersion.fetch(db, place) {
          let prompts = version.value.value.flatMap {
            StoredPrompts(key: block, place: place, value: $0)
          }
          guard let former = prompts?.promptStates else { continue }
          var states = shown
          for (index, list) in ancestors.enumerated() where states.indices.contains(index) {
            guard let ancestor = list.first(where: { $0.block == block }),
              former.indices.contains(ancestor.index)
            else { continue }
            states[index] = former[ancestor.index]
          }
          found.append(states)
        }
      }
    }
    return found
  }
}
