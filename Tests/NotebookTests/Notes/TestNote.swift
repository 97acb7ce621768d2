import Foundation
import JSON

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook

/// A note that lives in memory only: each save is applied to what was stored before.
struct TestNote {
  var values: NoteValues
  /// Moves on by a minute with each save.
  var now = Date(timeIntervalSince1970: 1_700_000_000)

  init(_ text: String? = nil, id: String = "NOTE") {
    values = NoteValues(id: id)
    if let text { save(text) }
  }

  /// Saves `text`; the keys that changed, those of our scope with it in front.
  @discardableResult mutating func save(_ text: String) -> Set<String> {
    now += 60
    return apply(NoteChanges.saving(text, over: values, at: now))
  }

  @discardableResult mutating func apply(_ changes: NoteChanges) -> Set<String> {
    for (entryKey, value) in changes.values { values.values[entryKey] = value }
    let keys = changes.values.map { Self.name($0.0) }
    precondition(Set(keys).count == keys.count, "a key twice")
    return Set(keys)
  }

  /// The keys that hold something.
  var liveKeys: Set<String> {
    Set(values.values.filter { $0.value != .null }.map { Self.name($0.key) })
  }

  var metadata: JSONValue { values[".metadata"].json ?? .null }

  /// Live prompts by key, those of our scope with it in front.
  var prompts: [String: JSONValue] {
    values.values.reduce(into: [:]) { prompts, entry in
      guard entry.key.promptKey(note: values.id) != nil, let json = entry.value.json else { return }
      prompts[Self.name(entry.key)] = json
    }
  }

  /// The key of the live prompt whose text is `rawValue`.
  func key(of rawValue: String) -> String? {
    prompts.first { $0.value["rawValue"]?.string?.utf8.elementsEqual(rawValue.utf8) ?? false }?.key
  }

  /// The number of reviews of the prompts of `rawValue`, in all; nil if they are not stored.
  func reviews(of rawValue: String) -> Int? {
    key(of: rawValue).flatMap { prompts[$0]?["promptStatistics"]?.array }?
      .reduce(0) { $0 + ($1["reviewCount"]?.int ?? 0) }
  }

  /// Stores a value in the note's scope.
  mutating func put(_ key: String, json: String) throws {
    values.values[EntryKey(scope: values.id, key: key)] = .json(try JSONValue(stored: json))
  }

  /// Reviews each prompt `count` times.
  mutating func review(_ count: Int = 1) {
    for (entryKey, value) in values.values {
      guard entryKey.promptKey(note: values.id) != nil, case .json(.object(var json)) = value else {
        continue
      }
      let statistics = json["promptStatistics"]?.array ?? []
      json["promptStatistics"] = .array(
        statistics.map { one in
          guard case .object(var one) = one else { return one }
          one["reviewCount"] = .integer(Int64((one["reviewCount"]?.int ?? 0) + count))
          one["idealInterval"] = 345_600
          return .object(one)
        })
      values.values[entryKey] = .json(.object(json))
    }
  }

  private static func name(_ entryKey: EntryKey) -> String {
    entryKey.scope == EntryKey.ourScope ? "\(entryKey.scope) \(entryKey.key)" : entryKey.key
  }
}

/// The key under which a block is first stored.
func freshKey(_ kind: PromptCollection.Kind, _ rawValue: String, count: Int = 1) -> String {
  PromptKey.fresh(
    for: PromptCollection(kind: kind, rawValue: rawValue, promptCount: count)
  ) { _ in false }.text
}
