internal import Foundation
internal import MiniMarkdown

/// The values a note without a book is stored as, derived from its text.
struct NewNote {
  /// The note's id.
  let id = UUID().uuidString
  /// Keys and values, each key once.
  let values: [(key: String, value: EntryValue)]

  /// Derives everything from `text`; line ends become `\n`, the only one the app understands.
  init(text: String, created: Date) {
    let text = text.replacing("\r\n", with: "\n")
    let content = NoteContent(text: text)
    var values: [(key: String, value: EntryValue)] = [
      (".metadata", .json(Self.metadata(content, created: created))),
      (".noteText", .text(text)),
      (".bookIndex", .null),
    ]
    // Blocks of equal text share one key, as in the app.
    var keys: Set<String> = []
    for prompts in content.promptCollections where keys.insert(prompts.key).inserted {
      values.append((prompts.key, .json(prompts.json)))
    }
    self.values = values
  }

  private static func metadata(_ content: NoteContent, created: Date) -> JSONValue {
    let time = JSONValue.string(Timestamps.json(created))
    var members: [JSONValue.Member] = [
      .init(name: "title", value: .string(content.title)),
      .init(name: "creationTimestamp", value: time),
      .init(name: "modifiedTimestamp", value: time),
      .init(name: "tags", value: .array(content.hashtags.map(JSONValue.string))),
    ]
    if let summary = content.summary {
      members.append(.init(name: "summary", value: .string(summary)))
    }
    return .object(members)
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
    let unreviewed = ["reviewCount", "lapseCount", "totalCorrect", "totalIncorrect"]
      .map { JSONValue.Member(name: $0, value: .number("0")) }
    let factor = JSONValue.Member(name: "spacedRepetitionFactor", value: .number("2.5"))
    let statistics = JSONValue.object(unreviewed + [factor])
    return .object([
      .init(name: "type", value: .string("prompt=\(kind.rawValue)")),
      .init(name: "rawValue", value: .string(rawValue)),
      .init(
        name: "promptStatistics",
        value: .array(Array(repeating: statistics, count: max(0, promptCount)))),
    ])
  }
}
