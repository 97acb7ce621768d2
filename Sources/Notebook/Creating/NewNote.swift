internal import Foundation
internal import JSON
internal import MiniMarkdown

/// The values a note without a book is stored as, derived from its text.
struct NewNote {
  /// Keys and values, each key once.
  let values: [(EntryKey, EntryValue)]

  /// Derives everything from `text`; line ends become `\n`, the only one the app understands.
  init(text: String, created: Date) {
    let id = UUID.random().uuidString
    let text = text.replacing("\r\n", with: "\n")
    let content = NoteContent(text: text)
    let prompts = content.promptCollections.map { ($0.key, EntryValue.json($0.json)) }
    let values: [(String, EntryValue)] =
      [
        (".metadata", .json(Self.metadata(content, created: created))),
        (".noteText", .text(text)),
        (".bookIndex", .null),
      ] + prompts
    self.values = values.map { (EntryKey(scope: id, key: $0), $1) }
  }

  private static func metadata(_ content: NoteContent, created: Date) -> JSONValue {
    let time = JSONValue.string(Timestamps.json(created))
    return [
      "title": .string(content.title),
      "creationTimestamp": time,
      "modifiedTimestamp": time,
      "tags": .array(content.hashtags.map(JSONValue.string)),
      "summary": content.summary.map(JSONValue.string),
    ]
  }
}

extension PromptCollection {
  /// The key under which these prompts are first stored. Later edits keep it.
  var key: String {
    let id = SHA1.digest(Array(rawValue.utf8)).hexadecimal
    return "prompt=\(kind.rawValue);count=\(promptCount);id=\(id)"
  }

  /// The stored value, with the statistics of prompts that were never reviewed.
  var json: JSONValue {
    let statistics: JSONValue = [
      "reviewCount": 0, "lapseCount": 0, "totalCorrect": 0, "totalIncorrect": 0,
      "spacedRepetitionFactor": 2.5,
    ]
    return [
      "type": .string("prompt=\(kind.rawValue)"),
      "rawValue": .string(rawValue),
      "promptStatistics": .array(Array(repeating: statistics, count: max(0, promptCount))),
    ]
  }
}
