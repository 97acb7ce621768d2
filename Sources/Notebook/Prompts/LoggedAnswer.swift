import Base
package import Foundation
package import JSON
package import SpacedRepetition

/// A row of the study log: one answer, or, from the app, the result of a prompt in one session.
package struct LoggedAnswer: Sendable, Equatable {
  package var prompt: PromptID
  /// The time of the answer. A row from the app may have the following midnight.
  package var date: Date
  package var correct: Int
  package var incorrect: Int
  /// The details that only this program writes; nil in a row from the app, or without a valid
  /// rating.
  package var details: Details?

  package struct Details: Sendable, Equatable {
    package var ease: Ease
    package var answers: AnswerCount
    /// The scheduler; nil if it is missing or not supported.
    package var scheduler: Scheduler?
    /// FSRS's settings; the published ones if none are stored.
    package var fsrs = FSRSSettings()
    /// Whether the prompt was answered before in the same session.
    package var isRepetition: Bool
    /// The state before the answer; nil if it was not recorded.
    package var before: PromptState?
  }

  /// Whether the answer was right; for a session in the app, whether it had right answers and no
  /// wrong ones.
  package var isCorrect: Bool { details?.ease.isCorrect ?? (incorrect == 0 && correct > 0) }

  /// The answer for schedulers. An answer from the app is right or wrong, with two choices.
  package var answer: ReviewAnswer {
    ReviewAnswer(
      prompt: prompt, date: date, ease: details?.ease ?? (isCorrect ? .good : .again),
      answers: details?.answers ?? .two, isRepetition: details?.isRepetition ?? false)
  }

  package var scheduler: Scheduler { details?.scheduler ?? .libraryNotes }

  /// Returns the start of the day of the answer. A midnight in a row from the app counts for the
  /// day before.
  package func day(in calendar: Calendar) -> Date { calendar.startOfDay(for: moment) }

  /// A moment on the day of the answer.
  package var moment: Date { details == nil ? date.addingTimeInterval(-1) : date }
}

/// The key of a row of the study log: `2021-09-22T07:00:00Z;note=…;promptId=…;author=…`, followed
/// by the index, as in `;promptIndex=1`, for all but the first prompt of a block.
package struct StudyLogKey {
  package static let scope = ".studyLog"

  package static func prefix(note: String, block: String, at date: Date) -> String {
    "\(time(date));note=\(note);promptId=\(block);author="
  }

  package static func text(_ prompt: PromptID, at date: Date, author: Data) -> String {
    let index = prompt.index > 0 ? ";promptIndex=\(prompt.index)" : ""
    let author = Array(author)[...].uuidText
    return prefix(note: prompt.note, block: prompt.block, at: date) + author + index
  }

  /// Formats a time, clamped to the years 1 to 9999, so that keys sort by time.
  package static func time(_ date: Date) -> String {
    let earliest = -62_135_596_800.0
    let seconds = date.timeIntervalSince1970
    return Timestamps.json(
      Date(timeIntervalSince1970: min(max(seconds, earliest), 253_402_300_799)))
  }

  private let key: String
  let note: String?
  let block: String?
  let index: Int?

  /// Parses a key. Must be fast: a study log may have very many keys.
  package init(_ key: String) {
    self.key = key
    var key = key
    (note, block, index) = key.withUTF8 { key in
      // A block's key contains semicolons.
      let note = key.text(after: ";note=", before: ";promptId=")
      let block = key.text(after: ";promptId=", before: ";author=")
      let index = key.range(ofPart: ";promptIndex=").flatMap {
        Int(String(decoding: key[$0.upperBound...], as: UTF8.self))
      }
      return (note, block, index)
    }
  }

  /// The date at the start of the key, for values without a date.
  var date: Date? {
    key.utf8.firstIndex(of: UInt8(ascii: ";"))
      .flatMap { Timestamps.date(json: String(key[..<$0])) }
  }

  package var prompt: PromptID? {
    guard let note, let block else { return nil }
    return PromptID(note: note, block: block, index: max(0, index ?? 0))
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func text(after start: StaticString, before end: StaticString) -> String? {
    guard let start = range(ofPart: start)?.upperBound,
      let end = range(ofPart: end, from: start)?.lowerBound
    else { return nil }
    return String(decoding: self[start..<end], as: UTF8.self)
  }

  /// `start` must be in bounds, and `part` must begin with a semicolon.
  fileprivate func range(ofPart part: StaticString, from start: Int = 0) -> Range<Int>? {
    let count = part.utf8CodeUnitCount
    guard let bytes = baseAddress else { return nil }
    var offset = start
    while self.count - offset >= count,
      let found = memchr(bytes + offset, 0x3B, self.count - offset)
    {
      offset = UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
      if self.count - offset >= count, memcmp(found, part.utf8Start, count) == 0 {
        return offset..<offset + count
      }
      offset += 1
    }
    return nil
  }
}

extension LoggedAnswer {
  /// Reads a row. Returns nil if `json` is not an object, or the date or the prompt is missing.
  package init?(key: String, json: JSONValue) {
    guard json.object != nil else { return nil }
    // Only rows in old forms need their keys parsed.
    lazy var logKey = StudyLogKey(key)
    let identifier = json["identifier"]
    guard let date = json["timestamp"]?.string.flatMap(Timestamps.date(json:)) ?? logKey.date,
      let note = identifier?["noteId"]?.string ?? logKey.note,
      let block = identifier?["promptKey"]?.string ?? logKey.block
    else { return nil }
    // Older forms have the index and counts at the top level.
    let index = identifier?["promptIndex"]?.int ?? json["promptIndex"]?.int ?? logKey.index ?? 0
    func count(_ name: String) -> Int {
      min(max(0, json["statistics"]?[name]?.int ?? json[name]?.int ?? 0), 1 << 20)
    }
    self.init(
      prompt: PromptID(note: note, block: block, index: max(0, index)), date: date,
      correct: count("correct"), incorrect: count("incorrect"),
      details: json["commonplace"].flatMap(Details.init))
  }

  /// Returns the value of a row. `before` is the prompt's element of `promptStatistics` before the
  /// answer, and `buried` lists the due dates of all prompts of its block before it.
  package static func json(
    _ answer: ReviewAnswer, scheduler: Scheduler, fsrs: FSRSSettings, before: JSONValue,
    buried: [JSONValue]
  ) -> JSONValue {
    [
      "timestamp": .string(StudyLogKey.time(answer.date)),
      "identifier": [
        "noteId": .string(answer.prompt.note), "promptKey": .string(answer.prompt.block),
        "promptIndex": .integer(Int64(answer.prompt.index)),
      ],
      "statistics": [
        "correct": answer.ease.isCorrect ? 1 : 0, "incorrect": answer.ease.isCorrect ? 0 : 1,
      ],
      "commonplace": [
        "ease": .string(answer.ease.rawValue),
        "answers": .integer(Int64(answer.answers.rawValue)),
        "scheduler": .string(scheduler.rawValue),
        "fsrs": scheduler == .fsrs ? fsrs.json : nil,
        "repetition": answer.isRepetition ? .bool(true) : nil, "before": before,
        "buried": buried.isEmpty ? nil : .array(buried),
      ],
    ]
  }
}

extension LoggedAnswer.Details {
  /// Returns nil if there is no valid rating: the row is not from this program.
  fileprivate init?(_ json: JSONValue) {
    guard let ease = json["ease"]?.string.flatMap(Ease.init(rawValue:)) else { return nil }
    let before = json["before"]
    self.init(
      ease: ease, answers: json["answers"]?.int.flatMap(AnswerCount.init(rawValue:)) ?? .four,
      scheduler: json["scheduler"]?.string.flatMap(Scheduler.init(rawValue:)),
      fsrs: FSRSSettings(json: json["fsrs"]),
      isRepetition: json["repetition"]?.bool ?? false,
      before: before?.object == nil ? nil : before.map(PromptState.init(json:)))
  }
}
