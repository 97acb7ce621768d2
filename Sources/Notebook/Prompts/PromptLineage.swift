import Foundation
package import GRDB
import JSON
import KeyValueStore
import NotebookFile
package import SpacedRepetition

/// The earlier prompts that a block's prompts continue, in other blocks of this or another note:
/// for example, clozes that were moved, or whose block has more or fewer clozes now. Answers to the
/// earlier prompts count for these. Stored in our scope, under `NOTE;from;BLOCK`.
package struct PromptLineage: Equatable {
  package struct Block: Hashable, Comparable {
    package var note: String
    package var key: String

    package init(note: String, key: String) { (self.note, self.key) = (note, key) }

    package static func < (left: Block, right: Block) -> Bool {
      (left.note, left.key) < (right.note, right.key)
    }
  }

  struct Ancestor: Equatable {
    var prompt: PromptID
    /// The text of its block; nil if it was not recorded.
    var text: RemovedPrompts.Text?
  }

  /// The earlier identities of each prompt, latest first.
  private var lists: [[Ancestor]] = []

  var ancestors: [[PromptID]] { lists.map { $0.map(\.prompt) } }

  static let most = 32
  /// Maximum number of earlier blocks that are read from a stored value.
  private static let mostBlocks = 64

  static func key(note: String, block: String) -> EntryKey {
    EntryKey(scope: EntryKey.ourScope, key: "\(note);from;\(block)")
  }

  init() {}

  /// Reads the stored value of `block`; skips invalid parts.
  init(json: JSONValue?, note: String, block: String) {
    var blocks: Set<Block> = []
    for list in json?["from"]?.array ?? [] {
      lists.append(
        (list.array ?? []).prefix(Self.most).compactMap { json in
          guard let prompt = PromptID(json: json, note: note) else { return nil }
          let former = Block(note: prompt.note, key: prompt.block)
          guard former != Block(note: note, key: block),
            blocks.contains(former) || blocks.count < Self.mostBlocks
          else { return nil }
          blocks.insert(former)
          let text = json["text"]?.string.flatMap(RemovedPrompts.Text.init(digest:))
          return Ancestor(prompt: prompt, text: text)
        })
    }
  }

  /// Creates the lineage of prompts that continue `sources`, each with the lineage of its block.
  init(_ sources: [(ancestor: Ancestor, lineage: PromptLineage)?]) {
    lists = sources.map { source in
      guard let (ancestor, lineage) = source else { return [] }
      return Array(([ancestor] + lineage.list(of: ancestor.prompt.index)).prefix(Self.most))
    }
  }

  func json(in note: String) -> JSONValue {
    let lists = lists.map { list in
      JSONValue.array(
        list.map { ancestor in
          guard let text = ancestor.text, var json = ancestor.prompt.json(in: note).object else {
            return ancestor.prompt.json(in: note)
          }
          json["text"] = .string(text.digest)
          return .object(json)
        })
    }
    return ["from": .array(lists)]
  }

  package var blocks: Set<Block> {
    Set(ancestors.joined().map { Block(note: $0.note, key: $0.block) })
  }

  /// Makes the prompt at `index`, of `count` prompts, continue `former`: a prompt, followed by its
  /// ancestors.
  mutating func follow(_ former: [PromptID], at index: Int, of count: Int) {
    while lists.count < count { lists.append([]) }
    guard lists.indices.contains(index) else { return }
    lists[index] = former.prefix(Self.most).map { Ancestor(prompt: $0) }
  }

  func ancestors(of index: Int) -> [PromptID] { list(of: index).map(\.prompt) }

  private func list(of index: Int) -> [Ancestor] {
    lists.indices.contains(index) ? lists[index] : []
  }

  /// Returns the texts in which the prompt at `index` was, with its indices: `text`, and up to two
  /// earlier texts. If a marker was broken, the text that comes back may be an earlier one.
  func positions(of index: Int, in text: RemovedPrompts.Text) -> [RemovedPrompts.Position] {
    var positions = [RemovedPrompts.Position(text: text, index: index)]
    for ancestor in list(of: index) where positions.count <= RemovedPrompts.mostFormer {
      guard let text = ancestor.text, !positions.contains(where: { $0.text == text }) else {
        continue
      }
      positions.append(RemovedPrompts.Position(text: text, index: ancestor.prompt.index))
    }
    return positions
  }

  /// Returns the index of the prompt that continues `prompt`; nil if there is none.
  package func index(of prompt: PromptID) -> Int? {
    ancestors.firstIndex { $0.contains(prompt) }
  }
}

extension PromptLineage {
  package static func fetch(_ db: Database, note: String, block: String) throws -> PromptLineage {
    guard NoteValues.isNote(note), block.utf8.contains(UInt8(ascii: ";")) else {
      return PromptLineage()
    }
    let value = try StoredVersion.fetch(db, key(note: note, block: block)).first?.value.value
    return PromptLineage(json: value?.json, note: note, block: block)
  }

  static func all(_ db: Database, note: String) throws -> [(block: String, PromptLineage)] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ? AND \(LastWriterWins.condition)
        """)
    let prefix = "\(note);from;"
    return try Row.fetchAll(statement, arguments: [prefix, "\(note);from<"]).compactMap { row in
      guard let key = row.data(at: 0), let json = JSONValue(stored: row.data(at: 1)) else {
        return nil
      }
      let block = String(decoding: key.dropFirst(prefix.utf8.count), as: UTF8.self)
      return (block, PromptLineage(json: json, note: note, block: block))
    }
  }

  static func continued(_ db: Database, note: String) throws -> Set<PromptID> {
    Set(try all(db, note: note).flatMap { $0.1.ancestors.joined() })
  }

  /// Returns the notes with blocks that continue one of `blocks`. Cost: a pass over the keys in our
  /// scope, if there are blocks.
  static func heirs(_ db: Database, of blocks: Set<Block>) throws -> Set<String> {
    guard !blocks.isEmpty else { return [] }
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(EntryKey.ourScope)' AND instr(key, ';from;') > 0
          AND \(LastWriterWins.condition)
        """)
    var notes: Set<String> = []
    let rows = try Row.fetchCursor(statement)
    while let row = try rows.next() {
      let key = String(decoding: row.data(at: 0) ?? Data(), as: UTF8.self)
      guard let end = key.firstRange(of: ";from;"), let json = JSONValue(stored: row.data(at: 1))
      else { continue }
      let note = String(key[..<end.lowerBound])
      let lineage = PromptLineage(json: json, note: note, block: String(key[end.upperBound...]))
      if !lineage.blocks.isDisjoint(with: blocks) { notes.insert(note) }
    }
    return notes
  }

  /// Returns the keys of a note's blocks that continue one of its `blocks`. Cost: linear in the
  /// note's blocks with a lineage.
  package static func successors(
    _ db: Database, note: String, of blocks: Set<String>
  ) throws -> [String] {
    let blocks = Set(blocks.map { Block(note: note, key: $0) })
    return try all(db, note: note).compactMap { block, lineage in
      lineage.blocks.isDisjoint(with: blocks) ? nil : block
    }
  }

  /// Returns the prompts' states from rows of earlier blocks, one list for each readable version.
  /// They were written by devices that had not seen that the block continues under this key.
  /// `shown` are the block's own states. Cost: two lookups for each earlier block.
  package func states(
    _ db: Database, over shown: [PromptState]
  ) throws -> [[PromptState]] {
    var found: [[PromptState]] = []
    for block in blocks.sorted() {
      for isInApp in [true, false] {
        let entryKey = EntryKey(promptKey: block.key, note: block.note, isInApp: isInApp)
        for version in try StoredVersion.fetch(db, entryKey) {
          let prompts = version.value.value.flatMap {
            StoredPrompts(key: block.key, entryKey: entryKey, value: $0)
          }
          guard let former = prompts?.promptStates else { continue }
          var states = shown
          for (index, list) in ancestors.enumerated() where states.indices.contains(index) {
            guard
              let ancestor = list.first(where: {
                $0.note == block.note && $0.block == block.key
              }),
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

extension PromptID {
  /// Reads a prompt's id; `note` is its note if `json` names none. Returns nil if this is not an
  /// id.
  init?(json: JSONValue, note: String) {
    let note = json["note"]?.string ?? note
    guard NoteValues.isNote(note), let key = json["block"]?.string, PromptKey(key) != nil,
      let index = json["index"]?.int, index >= 0
    else { return nil }
    self.init(note: note, block: key, index: index)
  }

  /// Returns the stored form, which names only a note other than `note`.
  func json(in note: String?) -> JSONValue {
    var json: JSONObject = ["block": .string(block), "index": .integer(Int64(index))]
    if self.note != note { json["note"] = .string(self.note) }
    return .object(json)
  }
}
