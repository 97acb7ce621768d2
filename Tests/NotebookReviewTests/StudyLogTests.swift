import Base
import Foundation
import JSON
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookReview

@Suite struct StudyLogTests {
  private static let key = "2024-03-01T10:00:00Z;note=N;promptId=prompt=quote;count=1;id=a;author=X"

  /// Rows and what is read: time, note, block's id and index, right and wrong, ease.
  @Test(arguments: [
    // The app's.
    (
      key,
      #"{"timestamp":"2024-03-01T10:00:00Z","identifier":{"noteId":"N","promptKey":"prompt=quote;count=1;id=a","promptIndex":0},"statistics":{"correct":1,"incorrect":0}}"#,
      "10:00:00 N prompt=quote;count=1;id=a 0 1/0 good"
    ),
    (
      key,
      #"{"timestamp":"2024-03-01T10:00:00Z","identifier":{"noteId":"N","promptKey":"k","promptIndex":2},"statistics":{"correct":1,"incorrect":2}}"#,
      "10:00:00 N k 2 1/2 again"
    ),
    // Older ones.
    (
      key, #"{"timestamp":"2024-03-01T11:00:00Z","correct":2,"incorrect":0,"promptIndex":1}"#,
      "11:00:00 N prompt=quote;count=1;id=a 1 2/0 good"
    ),
    (key, "{}", "10:00:00 N prompt=quote;count=1;id=a 0 0/0 again"),
    (key + ";promptIndex=3;", "{}", "10:00:00 N prompt=quote;count=1;id=a 0 0/0 again"),
    (key + ";promptIndex=3", "{}", "10:00:00 N prompt=quote;count=1;id=a 3 0/0 again"),
    // Ours.
    (
      key,
      #"{"statistics":{"correct":1},"commonplace":{"ease":"hard","answers":4,"scheduler":"fsrs","repetition":true,"before":{}}}"#,
      "10:00:00 N prompt=quote;count=1;id=a 0 1/0 hard 4 fsrs repetition before"
    ),
    (
      key, #"{"commonplace":{"ease":"good","answers":"x","scheduler":"sm2","before":7}}"#,
      "10:00:00 N prompt=quote;count=1;id=a 0 0/0 good 4 - "
    ),
    (key, #"{"commonplace":{"ease":"best"}}"#, "10:00:00 N prompt=quote;count=1;id=a 0 0/0 again"),
    // Nonsense.
    (
      key,
      #"{"timestamp":7,"identifier":[],"statistics":{"correct":-1,"incorrect":1e300}}"#,
      "10:00:00 N prompt=quote;count=1;id=a 0 0/0 again"
    ),
    (
      key, #"{"identifier":{"noteId":"N","promptKey":"k","promptIndex":-9223372036854775808}}"#,
      "10:00:00 N k 0 0/0 again"
    ),
    (key, "[]", "-"), (key, "null", "-"), (key, "7", "-"),
    ("2024-03-01T10:00:00Z", "{}", "-"), ("", "{}", "-"), (";note=;promptId=;author=", "{}", "-"),
    (
      "x;note=N;promptId=k;author=", #"{"timestamp":"2024-03-01T10:00:00Z"}"#,
      "10:00:00 N k 0 0/0 again"
    ),
  ])
  func reads(key: String, json: String, expected: String) throws {
    let answer = LoggedAnswer(key: key, json: try JSONValue(parsing: Array(json.utf8)))
    #expect(answer.map(describe) ?? "-" == expected)
  }

  private func describe(_ answer: LoggedAnswer) -> String {
    let time = Timestamps.json(answer.date).dropFirst(11).prefix(8)
    let prompt = answer.prompt
    var text =
      "\(time) \(prompt.note) \(prompt.block) \(prompt.index) \(answer.correct)/\(answer.incorrect)"
      + " \(answer.answer.ease.rawValue)"
    if let details = answer.details {
      text += " \(details.answers.rawValue) \(details.scheduler?.rawValue ?? "-")"
      text +=
        (details.isRepetition ? " repetition" : "") + (details.before == nil ? " " : " before")
    }
    return text
  }

  @Test func isReadByTime() throws {
    let device = try ReviewDevice(notes: ["> A\n\n> B\n"])
    for (text, hour) in [("A", 1), ("B", 2), ("A", 30), ("B", 50)] {
      try device.answer(text, .good, at: Double(hour))
    }
    try device.put(".studyLog", "garbage", "{}")
    try device.put(".studyLog", "2024-03-01T05:00:00Z;note", "[1]")
    func hours(_ from: Double?, _ to: Double?) throws -> [String] {
      try device.notebook.reviews.log(
        from: from.map(ReviewDevice.time), to: to.map(ReviewDevice.time)
      ).map { ReviewDevice.hours($0.date) }
    }
    #expect(try hours(nil, nil) == ["1", "2", "30", "50"])
    #expect(try hours(2, 50) == ["2", "30"] && hours(2.5, nil) == ["30", "50"])
    #expect(try hours(nil, 1).isEmpty && hours(60, 10).isEmpty)
    #expect(try device.notebook.reviews.log(from: .distantPast, to: .distantFuture).count == 4)
  }

  /// The telephone says the midnight after its answers.
  @Test func daysOfAnswers() {
    let prompt = PromptID(note: "", block: "", index: 0)
    let details = LoggedAnswer.Details(
      ease: .good, answers: .two, scheduler: nil, isRepetition: false, before: nil)
    for (hours, app, expected) in [(24.0, true, "0"), (24, false, "24"), (25, true, "24")] {
      let answer = LoggedAnswer(
        prompt: prompt, date: ReviewDevice.time(hours), correct: 1, incorrect: 0,
        details: app ? nil : details)
      #expect(ReviewDevice.hours(answer.day(in: ReviewDevice.calendar)) == expected)
    }
  }

  /// An answer each noon is a streak, wherever clocks are changed at midnight or a day is left out.
  @Test(arguments: [
    ("America/Sao_Paulo", 1_540_000_000.0, 40), ("America/Sao_Paulo", 1_549_500_000, 40),
    ("Europe/Berlin", 1_616_000_000, 40), ("Pacific/Apia", 1_324_000_000, 39),
  ])
  func streaksWhereClocksAreChanged(zone: String, start: Double, days: Int) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let device = try ReviewDevice(notes: ["> A\n"])
    let prompt = try device.prompt("A")
    var noon = calendar.startOfDay(for: Date(timeIntervalSince1970: start)) + 43_200
    for _ in 0..<days {
      let answer = ReviewAnswer(prompt: prompt, date: noon, ease: .good, answers: .two)
      _ = try device.notebook.reviews.record(answer, scheduler: .libraryNotes)
      let tomorrow = calendar.startOfTomorrow(after: noon)
      #expect(tomorrow > noon && tomorrow < noon + 86_400)
      noon = tomorrow + 43_200
    }
    let last = calendar.startOfDay(for: noon) - 1
    let statistics = try device.notebook.reviews.statistics(now: last, calendar: calendar)
    #expect(statistics.streak == days && statistics.days.count == days)
  }
}
