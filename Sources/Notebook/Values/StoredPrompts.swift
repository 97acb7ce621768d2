import Base
import Foundation
package import JSON
package import KeyValueStore
import MiniMarkdown
import Quoting
package import SpacedRepetition

package struct StoredPrompts {
  /// The key under which the prompts are stored: in the note's scope, or in ours.
  package var entryKey: EntryKey
  package var key: PromptKey
  /// The whole value, including unknown members.
  package var json: JSONObject
  /// The block's Markdown when it was last saved.
  package var rawValue: String

  /// Whether the prompt at `index` was never answered or postponed.
  func isNew(_ index: Int) -> Bool {
    let statistics = json["promptStatistics"]?.array ?? []
    return statistics.indices.contains(index)
      && PromptState(json: statistics[index]) == PromptState()
  }

  /// The statistics as stored, not validated.
  package var statistics: [JSONValue] { json["promptStatistics"]?.array ?? [] }

  package var promptStates: [PromptState] { statistics.map(PromptState.init(json:)) }

  var collection: PromptCollection {
    PromptCollection(kind: key.kind, rawValue: rawValue, promptCount: key.count)
  }

  /// The number of answers in the block's statistics, at most 2^40 for each prompt.
  var reviewCount: Int {
    let statistics = json["promptStatistics"]?.array ?? []
    return statistics.reduce(0) { $0 + min(max(0, $1["reviewCount"]?.int ?? 0), 1 << 40) }
  }
}

extension StoredPrompts {
  /// Reads a stored value. Returns nil if the key or the value is invalid, or they contradict each
  /// other: then it is unknown which statistics belong to which prompt.
  package init?(key text: String, entryKey: EntryKey, value: EntryValue) {
    guard let key = PromptKey(text), case .json(.object(let json)) = value,
      json["type"]?.string == PromptKey.prefix + key.kind.rawValue,
      let rawValue = json["rawValue"]?.string,
      json["promptStatistics"]?.array?.count == key.count
    else { return nil }
    self.init(entryKey: entryKey, key: key, json: json, rawValue: rawValue)
  }
}

extension StoredPrompts {
  /// Returns the states of the prompts in a stored value, as `init` would read them, without
  /// creating all values: for passes over very many prompts. Returns nil also if `json` is larger
  /// than `JSONValue.largestStored`.
  package static func states(
    key text: String, json: UnsafeRawBufferPointer, _ outline: inout JSONOutline
  ) -> [PromptState]? {
    guard json.count <= JSONValue.largestStored, let key = PromptKey(text),
      let json = String(validating: json.bindMemory(to: UInt8.self), as: UTF8.self)
    else { return nil }
    let states = try? outline.read(json) { value -> [PromptState]? in
      guard value.member("type")?.string == PromptKey.prefix + key.kind.rawValue,
        value.member("rawValue")?.isString == true,
        let statistics = value.member("promptStatistics")?.array, statistics.count == key.count
      else { return nil }
      return statistics.map { PromptState(node: $0) }
    }
    return states ?? nil
  }
}

extension PromptCollection {
  /// The value to store, with statistics of prompts that were never reviewed.
  var json: JSONObject {
    let statistics: JSONValue = [
      "reviewCount": 0, "lapseCount": 0, "totalCorrect": 0, "totalIncorrect": 0,
      "spacedRepetitionFactor": 2.5,
    ]
    return [
      "type": .string(PromptKey.prefix + kind.rawValue),
      "rawValue": .string(rawValue),
      "promptStatistics": .array(Array(repeating: statistics, count: max(0, promptCount))),
    ]
  }
}

extension PromptState {
  /// Reads an element of `promptStatistics`. A member that is missing or not valid has the value of
  /// a new prompt; counts are limited to 2^40.
  package init(json: JSONValue) { self.init(node: json) }

  fileprivate init(node json: some JSONNode) {
    self.init()
    func count(_ name: StaticString) -> Int { min(max(0, json.member(name)?.int ?? 0), 1 << 40) }
    func date(_ name: StaticString) -> Date? {
      json.member(name)?.string.flatMap(Timestamps.date(json:))
    }
    reviewCount = count("reviewCount")
    lapseCount = count("lapseCount")
    totalCorrect = count("totalCorrect")
    totalIncorrect = count("totalIncorrect")
    lastReview = date("lastReview")
    idealInterval = json.member("idealInterval")?.double
      .flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    due = date("due")
    if let factor = json.member("spacedRepetitionFactor")?.double, factor.isFinite, factor > 0 {
      self.factor = factor
    }
  }
}

extension StoredPrompts {
  var note: String { entryKey.note }

  /// The first words of the block's text as an FTS5 phrase; nil if they are too long, or have no
  /// letters or digits.
  var phrase: String? {
    var words: [Substring.UTF8View] = []
    var length = 0
    for word in rawValue.utf8.split(whereSeparator: { [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
      length += word.count
      if length > 400, !words.isEmpty { break }
      words.append(word)
    }
    guard length < 4096, words.joined().contains(where: { $0 >= 0x80 || $0.isLetterOrDigit }) else {
      return nil
    }
    return words.map { String(Substring($0)) }.joined(separator: " ").fts5Quoted
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
