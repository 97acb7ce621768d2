import Base
import Foundation
import JSON
import NoteGenerator

/// The answers of a user who reviews generated notes. One in four prompts is new, and some of the
/// others are due; the study log contains the last answer to each of the others. A pure function of
/// the seed, block and index.
struct GeneratedReviews {
  let seed: UInt64
  /// Increased when the generated content changes.
  static let version = 1
  /// The time at which reviewing continues, in seconds since 1970: a noon after the last note was
  /// created. All answers are at least a day older.
  static let end = 1_730_030_400

  /// Returns the last answer to a prompt of the block with this number; nil if there is none.
  func review(block: Int, index: Int) -> GeneratedReview? {
    let number = UInt64(truncatingIfNeeded: block << 8 | index)
    var random = SeededGenerator(seed: seed ^ number &* 0x9E37_79B9)
    random = SeededGenerator(seed: random.next())
    guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
    let days = Int.random(in: 1...180, using: &random)
    let age = Int.random(in: 86_400...(days + 30) * 86_400, using: &random)
    let wrong = Int.random(in: 0...3, using: &random)
    return GeneratedReview(
      date: Self.end - age, days: days, wrong: wrong,
      right: Int.random(in: 1...8, using: &random), isRight: days > 1)
  }
}

/// The last answer to a prompt, and its totals.
struct GeneratedReview {
  /// In seconds since 1970.
  var date: Int
  /// The number of days from `date` until the prompt is due.
  var days: Int
  var wrong: Int
  var right: Int
  var isRight: Bool

  /// An element of `promptStatistics`.
  var statistics: JSONValue {
    [
      "reviewCount": .integer(Int64(right + wrong)), "lapseCount": .integer(Int64(wrong)),
      "totalCorrect": .integer(Int64(right)), "totalIncorrect": .integer(Int64(wrong)),
      "spacedRepetitionFactor": .double(2.5 - 0.15 * Double(wrong)),
      "lastReview": .string(Self.text(date)),
      "idealInterval": .integer(Int64(days * 86_400)),
      "due": .string(Self.text(date + days * 86_400)),
    ]
  }

  /// The element for a prompt that was never answered.
  static let noStatistics: JSONValue = [
    "reviewCount": 0, "lapseCount": 0, "totalCorrect": 0, "totalIncorrect": 0,
    "spacedRepetitionFactor": 2.5,
  ]

  func logged(note: String, block: String, index: Int) -> (key: String, json: JSONValue) {
    let instance = "6F0A2F2C-5F0B-4C0E-9B63-7C4B5C8E21D7"
    let indexPart = index > 0 ? ";promptIndex=\(index)" : ""
    return (
      "\(Self.text(date));note=\(note);promptId=\(block);author=\(instance)\(indexPart)",
      [
        "timestamp": .string(Self.text(date)),
        "identifier": [
          "noteId": .string(note), "promptKey": .string(block),
          "promptIndex": .integer(Int64(index)),
        ],
        "statistics": ["correct": isRight ? 1 : 0, "incorrect": isRight ? 0 : 1],
      ]
    )
  }

  private static func text(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}
