import ArgumentParser
import Base
import Foundation
import ImportExport
import NoteGenerator
import Notebook
import NotebookReview
import SpacedRepetition

/// Two devices review the same notes for many days, and their notebooks are merged every week. Both
/// must have the same due dates after a merge, and no answer may be lost.
struct ReviewDays: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Simulate days of review on two devices that merge every week.")

  @OptionGroup var options: FaultOptions
  @Option(help: "Number of blocks: a third each quotes, pairs and paragraphs with two clozes.")
  var blocks = 12
  @Flag(help: "Print all answers and due dates, which are equal for equal seeds.")
  var verbose = false

  func run() throws {
    let tally = Tally("review-days", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    let original = root + "/original.libnotes"
    try Notebook.create(at: original, notes: [])
    let first = try Scene(root + "/first", copying: original)
    let notebook = try first.open()
    try addNotes(to: notebook, by: root + "/notes")
    try notebook.publish()
    let second = try Scene(root + "/second", copying: first.path)
    let devices = try [
      ReviewedDevice(first, notebook, number: 0), ReviewedDevice(second, second.open(), number: 1),
    ]
    for day in 0..<max(1, options.count) {
      for device in devices {
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          try device.review(day: day, tally, &random)
        }
      }
      tally.count("days")
      if day % 7 == 6 || day == options.count - 1 { try merge(devices, day, tally, &random) }
    }
    if verbose { try devices[0].print() }
    for device in devices { try device.notebook.close() }
    try tally.finish()
  }

  /// Adds notes with fixed IDs, from front matter, since random choices depend on IDs.
  private func addNotes(to notebook: Notebook, by folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 1...max(1, blocks) {
      let digits = "\(number + 100_000_000_000)"
      let text = "---\nid: \"00000000-0000-4000-8000-\(digits)\"\n---\n\(Self.text(number))"
      try text.write(toFile: folder + "/\(number).md", atomically: true, encoding: .utf8)
    }
    // All cards are due from the first day.
    let options = ImportOptions(highlights: HighlightOptions(pacing: .now))
    _ = try notebook.exchange.importNotes(from: [folder], options: options)
  }

  private static func text(_ number: Int) -> String {
    switch number % 3 {
    case 0: "> Quote \(number)\n"
    case 1: "Q: Question \(number)?\nA: Answer \(number)\n"
    default: "Paragraph \(number) hides ?[](this) and ?[](that).\n"
    }
  }

  private func merge(
    _ devices: [ReviewedDevice], _ day: Int, _ tally: Tally, _ random: inout SeededGenerator
  ) throws {
    for (here, there) in [(0, 1), (1, 0)] {
      try devices[there].notebook.publish()
      _ = try devices[here].notebook.merge([devices[there].scene.path])
      // Sometimes a device does not settle after a merge, like one that only reads.
      if Bool.random(using: &random) { try devices[here].settle(tally) }
    }
    tally.count("merges")
    let states = try devices.map { try $0.states() }
    let logs = try devices.map { try $0.notebook.reviews.log() }
    tally.expect(states[0].map(\.due) == states[1].map(\.due), "day \(day): the due dates differ")
    tally.expect(logs[0] == logs[1], "day \(day): the logs differ")
    let given = devices[0].answers + devices[1].answers
    tally.expect(
      logs[0].count == given,
      "day \(day): the log has \(logs[0].count) of \(given) answers")
    let moments = Set(logs[0].map { "\($0.prompt) \($0.date)" })
    tally.expect(moments.count == given, "day \(day): two answers to a prompt in one second")
    for (state, answers) in zip(
      states[0],
      states[0].map { state in
        logs[0].count { $0.prompt == state.prompt }
      })
    {
      let counted = state.correct + state.incorrect
      tally.expect(
        counted == answers,
        "day \(day): a prompt counts \(counted) answers, and its log has \(answers)")
    }
    for device in devices {
      let conflicts = try device.notebook.conflicts.all().count
      tally.expect(conflicts == 0, "day \(day): \(conflicts) conflicts")
      let counts = try device.notebook.reviews.counts(
        now: device.time, calendar: ReviewClock.calendar)
      let horizon = ReviewClock.calendar.startOfDay(for: device.time.addingTimeInterval(86_400))
      let due = states[0].count { $0.due.map { $0 <= horizon } ?? true }
      tally.expect(
        counts.due == due,
        "day \(day): \(counts.due) prompts are counted as due, but \(due) are due")
    }
  }
}

private final class ReviewedDevice {
  let scene: Scene
  let notebook: Notebook
  private(set) var answers = 0
  private(set) var time = Date(timeIntervalSince1970: 1_704_103_200)
  /// Seconds that are added to the time, so that devices never answer in the same second.
  /// Otherwise, the order of two answers would depend on the author IDs, which differ in each run.
  private let offset: Double

  init(_ scene: Scene, _ notebook: Notebook, number: Int) {
    (self.scene, self.notebook, offset) = (scene, notebook, Double(5 * number))
  }

  /// Answers a few cards, some of them twice, and undoes some answers.
  func review(day: Int, _ tally: Tally, _ random: inout SeededGenerator) throws {
    time = Date(
      timeIntervalSince1970: 1_704_103_200 + Double(day) * 86_400
        + Double(Int.random(in: 0..<4_000, using: &random)) * 10 + offset)
    let choice = CardChoice(limit: 3)
    for prompt in try notebook.reviews.chooseCards(
      .notebook, choice, now: time, calendar: ReviewClock.calendar, seed: random.next())
    {
      time += 10
      let count = AnswerCount.allCases.randomElement(using: &random) ?? .two
      var answer = ReviewAnswer(
        prompt: prompt, date: time, ease: count.eases.randomElement(using: &random) ?? .good,
        answers: count)
      let scheduler: Scheduler = Int.random(in: 0..<4, using: &random) == 0 ? .fsrs : .libraryNotes
      let times = Int.random(in: 0..<8, using: &random) == 0 ? 2 : 1
      for second in 0..<times {
        answer.isRepetition = second > 0
        guard let recorded = try notebook.reviews.record(answer, scheduler: scheduler) else {
          tally.fail("day \(day): a prompt is missing")
          continue
        }
        tally.count("answers")
        if second > 0 { tally.count("answers in the same second as another") }
        answers += 1
        let late = recorded.answer.date.timeIntervalSince(time)
        tally.expect(late == Double(second), "day \(day): logged \(late) seconds late")
        guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
        let undone = try notebook.reviews.undo(recorded.answer, now: time)
        tally.expect(undone != nil, "day \(day): an answer was not undone")
        tally.count("answers undone")
        answers -= 1
      }
    }
  }

  /// Prints all answers and due dates in a reproducible order.
  func print() throws {
    for answer in try notebook.reviews.log() {
      let ease = answer.details?.ease.rawValue ?? "?"
      Swift.print("\(answer.date.ISO8601Format()) \(answer.prompt) \(ease)")
    }
    for state in try states() {
      Swift.print("\(state.prompt) due \(state.due?.ISO8601Format() ?? "at once")")
    }
  }

  func settle(_ tally: Tally) throws {
    tally.count("blocks updated from the study log", try notebook.reviews.settle(now: time))
    tally.expect(try notebook.reviews.settle(now: time) == 0, "settling again changed something")
  }

  struct State {
    var prompt: PromptID
    var due: Date?
    var correct: Int
    var incorrect: Int
  }

  func states() throws -> [State] {
    let all = CardChoice(limit: .max, isCram: true)
    var states: [State] = []
    for prompt in try notebook.reviews.chooseCards(.notebook, all, seed: 1) {
      guard let card = try notebook.reviews.card(prompt) else { continue }
      for (index, state) in card.states.enumerated() {
        var prompt = prompt
        prompt.index = index
        states.append(
          State(
            prompt: prompt, due: state.due, correct: state.totalCorrect,
            incorrect: state.totalIncorrect))
      }
    }
    return states.sorted { $0.prompt < $1.prompt }
  }
}
