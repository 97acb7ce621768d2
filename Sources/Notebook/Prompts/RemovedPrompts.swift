import Base
import JSON
import KeyValueStore
import MiniMarkdown
import SpacedRepetition

/// The state of a prompt when its text was removed from its note.
struct RemovedPrompt: Equatable {
  var id: PromptID
  /// The prompt's element of `promptStatistics`.
  var statistics: JSONValue
  var isSuspended = false
  var memory: JSONValue = .null
  /// The prompts that it continued, latest first.
  var ancestors: [PromptID] = []
  /// The other texts for which the prompt is also kept.
  var elsewhere: [RemovedPrompts.Position] = []

  var identities: [PromptID] { [id] + ancestors }

  /// Whether the prompt was answered, postponed or suspended, or continued other prompts, for which
  /// answers may still arrive.
  var isWorthKeeping: Bool {
    isSuspended || !ancestors.isEmpty || PromptState(json: statistics) != PromptState()
  }
}

/// The prompts of removed blocks with the same text. They are kept until that text is back, in any
/// note and on any device, or `mostTexts` newer texts are kept.
///
/// Stored in our scope, under `removed:DIGEST`: one value for each text. A prompt whose marker was
/// broken before it was removed is also kept for the text before that change.
struct RemovedPrompts: Equatable {
  /// The kind, the number of prompts and the words of a block, as the hexadecimal digits of a SHA-1
  /// digest.
  struct Text: Hashable {
    let digest: String

    init?(digest: String) {
      guard digest.utf8.count == 40,
        digest.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
      else { return nil }
      self.digest = digest
    }

    init(of prompts: StoredPrompts) {
      var bytes = Array("\(prompts.key.kind.rawValue);\(prompts.key.count)".utf8)
      let words = prompts.rawValue.utf8.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      for word in words {
        bytes.append(0x20)
        bytes += word
      }
      digest = SHA1.digest(bytes).hexadecimal
    }

    var key: EntryKey { EntryKey(scope: EntryKey.ourScope, key: prefix + digest) }
  }

  struct Position: Hashable {
    var text: Text
    var index: Int
  }

  private(set) var prompts: [Int: RemovedPrompt] = [:]

  /// Maximum number of texts; the oldest are removed.
  static let mostTexts = 4096
  private static let mostPrompts = 256
  /// Maximum number of earlier texts for which a prompt is also kept.
  static let mostFormer = 2
  private static let prefix = "removed:"

  var isEmpty: Bool { prompts.isEmpty }

  subscript(index: Int) -> RemovedPrompt? {
    get { prompts[index] }
    set {
      if newValue != nil, index >= Self.mostPrompts { return }
      prompts[index] = newValue
    }
  }

  /// Adds `prompt`, unless a kept one has more reviews. A prompt that was removed again, after
  /// another device had written it again, keeps its known ancestors.
  mutating func take(_ prompt: RemovedPrompt, at index: Int) {
    guard let known = self[index] else { return self[index] = prompt }
    let (former, new) = (PromptState(json: known.statistics), PromptState(json: prompt.statistics))
    var taken = new.reviewCount >= former.reviewCount ? prompt : known
    if known.id == prompt.id, taken.ancestors.isEmpty {
      taken.ancestors = known.ancestors.isEmpty ? prompt.ancestors : known.ancestors
    }
    self[index] = taken
  }
}

extension RemovedPrompts {
  static func key(of prompts: StoredPrompts) -> EntryKey { Text(of: prompts).key }

  /// The bounds of the keys: the prefix, and the first key after them.
  static let keys = (first: prefix, end: "removed;")

  init(_ value: EntryValue?) {
    for (index, json) in (value?.json?["prompts"]?.array ?? []).prefix(Self.mostPrompts)
      .enumerated()
    {
      prompts[index] = RemovedPrompt(json)
    }
  }

  var value: EntryValue {
    guard let last = prompts.keys.max() else { return .null }
    return .json(["prompts": .array((0...last).map { prompts[$0]?.json ?? .null })])
  }
}

extension RemovedPrompt {
  fileprivate init?(_ json: JSONValue) {
    guard let id = PromptID(json: json, note: ""), let statistics = json["statistics"],
      statistics.object != nil
    else { return nil }
    self.init(
      id: id, statistics: statistics, isSuspended: json["suspended"]?.bool ?? false,
      memory: json["fsrs"] ?? .null,
      ancestors: (json["from"]?.array ?? []).prefix(PromptLineage.most)
        .compactMap { PromptID(json: $0, note: "") },
      elsewhere: (json["also"]?.array ?? []).prefix(RemovedPrompts.mostFormer + 1)
        .compactMap(RemovedPrompts.Position.init))
  }

  fileprivate var json: JSONValue {
    var json = id.json(in: nil).object ?? [:]
    json["statistics"] = statistics
    if isSuspended { json["suspended"] = .bool(true) }
    if memory != .null { json["fsrs"] = memory }
    if !ancestors.isEmpty { json["from"] = .array(ancestors.map { $0.json(in: nil) }) }
    if !elsewhere.isEmpty { json["also"] = .array(elsewhere.map(\.json)) }
    return .object(json)
  }
}

extension RemovedPrompts.Position {
  fileprivate init?(_ json: JSONValue) {
    guard let text = json["text"]?.string.flatMap(RemovedPrompts.Text.init(digest:)),
      let index = json["index"]?.int, index >= 0
    else { return nil }
    self.init(text: text, index: index)
  }

  fileprivate var json: JSONValue {
    ["text": .string(text.digest), "index": .integer(Int64(index))]
  }
}

extension EntryKey {
  var isOfRemovedPrompts: Bool {
    scope == Self.ourScope && key.hasPrefix(RemovedPrompts.keys.first)
  }
}
