internal import Base
package import Foundation
package import JSON
package import SpacedRepetition

/// A row of the study log: one answer, or from the app the result of a prompt in one session.
package struct LoggedAnswer: Sendable, Equatable {
  /// The prompt.
  package var prompt: PromptID
  /// The time of the answer, to the second. The app's telephones write the midnight after it.
  package var date: Date
  /// The number of right answers,
  package var correct: Int
  /// and how many times wrong. The app counts a whole session.
  package var incorrect: Int
  /// The details that only this program writes; nil in a row of the app's.
  package var details: Details?

  /// The details that have no field in the app's rows.
  package struct Details: Sendable, Equatable {
    /// The answer itself.
    package var ease: Ease
    /// The number of answers to choose from.
    package var answers: AnswerCount
    /// The scheduler; nil if it is not known here.
    package var scheduler: Scheduler?
    /// FSRS's settings, if it scheduled.
    package var fsrs = FSRSSettings()
    /// Whether it was asked again in the same session.
    package var isRepetition: Bool
    /// The prompt's state before; nil if that cannot be read.
    package var before: PromptState?
  }

  /// Whether it was right: of a session of the app's, without a wrong answer.
  package var isCorrect: Bool { details?.ease.isCorrect ?? (incorrect == 0 && correct > 0) }

  /// The answer as schedulers take it. The app's are right or wrong, chosen between two.
  package var answer: ReviewAnswer {
    ReviewAnswer(
      prompt: prompt, date: date, ease: details?.ease ?? (isCorrect ? .good : .again),
      answers: details?.answers ?? .two, isRepetition: details?.isRepetition ?? false)
  }

  /// The scheduler: the app's own, unless another is named.
  package var scheduler: Scheduler { details?.scheduler ?? .libraryNotes }

  /// The start of the day on which it was given: the app's midnight means the day before it.
  package func day(in calendar: Calendar) -> Date { calendar.startOfDay(for: moment) }

  /// A moment of the day on which it was given.
  package var moment: Date { details == nil ? date.addingTimeInterval(-1) : date }
}

/// The key of a row of the study log: `2021-09-22T07:00:00Z;note=…;promptId=…;author=…`, followed
/// by `;promptIndex=1` for all but the first prompt of a block.
package struct StudyLogKey {
  package static let scope = ".studyLog"

  /// The beginning of the keys of all answers at `date` to a block's prompts.
  package static func prefix(note: String, block: String, at date: Date) -> String {
    "\(time(date));note=\(note);promptId=\(block);author="
  }

  package static func text(_ prompt: PromptID, at date: Date, author: Data) -> String {
    let index = prompt.index > 0 ? ";promptIndex=\(prompt.index)" : ""
    return prefix(note: prompt.note, block: prompt.block, at: date) + author.uuidText + index
  }

  /// The spelling of a time in keys, so that they are in its order from year 1 to 9999.
  package static func time(_ date: Date) -> String {
    let earliest = -62_135_596_800.0
    let seconds = date.timeIntervalSince1970
    return Timestamps.json(
      Date(timeIntervalSince1970: min(max(seconds, earliest), 253_402_300_799)))
  }

  /// The date that the key contains, for values without one.
  let date: Date?
  let note: String?
  let block: String?
  let index: Int?

  /// Cost: linear, some bytes a nanosecond: a notebook has very many of them.
  package init(_ key: String) {
    date = key.firstIndex(of: ";").flatMap { Timestamps.date(json: String(key[..<$0])) }
    // A block's key itself has semicolons.
    let afterNote = key[...].parted(by: ";note=")?.after
    let afterBlock = key[...].parted(by: ";promptId=")?.after
    note = afterNote?.parted(by: ";promptId=").map { String($0.before) }
    block = afterBlock?.parted(by: ";author=").map { String($0.before) }
    index = key[...].parted(by: ";promptIndex=").flatMap { Int($0.after) }
  }

  /// The prompt; nil if the key does not say.
  package var prompt: PromptID? {
    guard let note, let block else { return nil }
    return PromptID(note: note, block: block, index: max(0, index ?? 0))
  }
}

extension Substring {
  /// The parts before and after the first `separator`, which begins with a semicolon.
  fileprivate func parted(by separator: String) -> (before: Substring, after: Substring)? {
    var rest = utf8[...]
    while let place = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = rest[place...]
      if rest.starts(with: separator.utf8) {
        let end = rest.index(place, offsetBy: separator.utf8.count)
        return (self[..<place], self[end...])
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension LoggedAnswer {
  /// Reads a row. Returns nil if the date or the prompt is missing.
  package init?(key: String, json: JSONValue) {
    guard json.object != nil else { return nil }
    let place = StudyLogKey(key)
    let identifier = json["identifier"]
    guard let date = json["timestamp"]?.string.flatMap(Timestamps.date(json:)) ?? place.date,
      let note = identifier?["noteId"]?.string ?? place.note,
      let block = identifier?["promptKey"]?.string ?? place.block
    else { return nil }
    // Older forms have index and counts at the top.
    let index = identifier?["promptIndex"]?.int ?? json["promptIndex"]?.int ?? place.index ?? 0
    func count(_ name: String) -> Int {
      min(max(0, json["statistics"]?[name]?.int ?? json[name]?.int ?? 0), 1 << 20)
    }
    self.init(
      prompt: PromptID(note: note, block: block, index: max(0, index)), date: date,
      correct: count("correct"), incorrect: count("incorrect"),
      details: json["commonplace"].flatMap(Details.init))
  }

  /// The value of a row; `before` is the prompt's element of `promptStatistics` as it was, and
  /// `buried` when the other prompts of its block were due.
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
  /// Returns nil if the row is not from this program.
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
