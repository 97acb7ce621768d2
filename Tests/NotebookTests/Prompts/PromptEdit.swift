import Foundation
import JSON
import SpacedRepetition
import Testing

@testable import KeyValueStore
@testable import MiniMarkdown
@testable import Notebook
@testable import NotebookReview

/// An edit of `edits.txt`, which says what the members are.
struct PromptEdit: Sendable, CustomTestStringConvertible {
  var name: String
  var before: String
  var between: String?
  var after: String
  /// For each prompt after the edit the one before that it is, from 0.
  var kept: [Int?]

  var testDescription: String { "\(name): \(before.debugDescription)" }

  /// All of them.
  static let all: [PromptEdit] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "edits.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n%% ").dropFirst().compactMap(PromptEdit.init)
  }()

  private init?(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    guard let name = lines.first, let kept = lines.popLast(), kept.hasPrefix("=") else {
      return nil
    }
    let texts = lines.dropFirst().split(separator: "--", omittingEmptySubsequences: false).map {
      $0.last == "\\" ? $0.dropLast().joined(separator: "\n") : $0.joined(separator: "\n") + "\n"
    }
    guard let before = texts.first, let after = texts.last, (2...3).contains(texts.count) else {
      return nil
    }
    (self.name, self.before, self.after) = (name, before, after)
    between = texts.count == 3 ? texts[1] : nil
    self.kept = kept.dropFirst().split(separator: " ").map { Int($0).map { $0 - 1 } }
  }

  /// The prompts of a text, each a block with an index.
  static func prompts(in text: String) -> [(block: PromptCollection, index: Int)] {
    NoteContent(text: text).promptCollections.flatMap { block in
      (0..<block.promptCount).map { (block, $0) }
    }
  }
}

extension NoteValues {
  /// The stored block that is `block`.
  func stored(_ block: PromptCollection) -> StoredPrompts? {
    let found = values.lazy.compactMap { entryKey, value in
      entryKey.promptKey(note: id).flatMap {
        StoredPrompts(key: $0, entryKey: entryKey, value: value)
      }
    }
    return found.first {
      $0.key.kind == block.kind && $0.key.count == block.promptCount
        && $0.rawValue.utf8.elementsEqual(block.rawValue.utf8)
    }
  }

  /// The number of answers to each prompt of `text`; nil where it is not stored.
  func reviewCounts(of text: String) -> [Int?] {
    PromptEdit.prompts(in: text).map { block, index in
      stored(block).map { PromptState(json: $0.statistics[index]).reviewCount }
    }
  }
}

extension TestNote {
  /// Has the prompts of `text` answered 1, 2, 3 … times, in its order, and every second suspended.
  mutating func answerInOrder(_ text: String) {
    for (number, (block, index)) in PromptEdit.prompts(in: text).enumerated() {
      guard var prompts = values.stored(block) else { continue }
      var states = prompts.promptStates
      states[index].reviewCount = number + 1
      states[index].lastReview = now
      prompts.setStates(states)
      values.values[prompts.entryKey] = .json(.object(prompts.json))
      guard number % 2 == 1 else { continue }
      let key = PromptAnnotations.suspendedKey(note: values.id, block: prompts.key.text)
      let known = PromptAnnotations.indices(suspendedIn: values.values[key]?.json)
      values.values[key] = PromptAnnotations.suspendedValue(known.union([index]), over: nil)
    }
  }

  /// Whether each prompt of `text` is suspended.
  func suspended(in text: String) -> [Bool] {
    PromptEdit.prompts(in: text).map { block, index in
      guard let key = values.stored(block)?.key.text else { return false }
      let entryKey = PromptAnnotations.suspendedKey(note: values.id, block: key)
      return PromptAnnotations.indices(suspendedIn: values.values[entryKey]?.json).contains(index)
    }
  }
}
