import ArgumentParser
import Base
import Foundation
import Maintenance
import NoteGenerator
import Notebook
import NotebookFile
import NotebookReview
import SpacedRepetition

/// Ends a process with `kill -9` at random moments while it reviews. In every other scene, another
/// process reviews the same notebook. Both also save notes.
struct Review: ParsableCommand {
  @OptionGroup var options: FaultOptions

  func run() throws {
    let tally = Tally("review", options)
    let root = try Scene.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    var random = SeededGenerator(seed: options.seed)
    var (done, scenes) = (0, 0)
    while done < options.count {
      let rounds = min(20, max(1, options.count / 2), options.count - done)
      let path = root + "/\(done)"
      var reviewed = try ReviewedScene(
        path, names: scenes.isMultiple(of: 2) ? ["a", "b"] : ["a"],
        random: SeededGenerator(seed: random.next()))
      scenes += 1
      for round in 1...rounds {
        tally.attempt("kill \(done + round)") {
          try reviewed.round(round, "kill \(done + round)", tally)
        }
      }
      try FileManager.default.removeItem(atPath: path)
      done += rounds
    }
    try tally.finish()
  }
}

/// An answer as logged: its prompt and its second.
private struct Answered: Hashable, CustomStringConvertible {
  var prompt: PromptID
  var second: Int

  init(prompt: PromptID, second: Int) { (self.prompt, self.second) = (prompt, second) }

  init(_ answer: LoggedAnswer) {
    self.init(prompt: answer.prompt, second: Int(answer.date.timeIntervalSince1970))
  }

  var description: String { "\(second) to \(prompt.block.suffix(8)) \(prompt.index)" }
}

/// A notebook that is reviewed by processes that are killed, and the answers that they
/// acknowledged.
private struct ReviewedScene {
  let scene: Scene
  private let names: [String]
  private let scheduler: Scheduler
  private let start = ReviewClock.milliseconds
  private var random: SeededGenerator
  /// The answers that must be in the log, unless they were undone.
  private var answers: Set<Answered> = []
  private var undone: Set<Answered> = []
  private var saved = Acknowledged()

  init(_ root: String, names: [String], random: SeededGenerator) throws {
    (self.names, self.random) = (names, random)
    scheduler = Scheduler.allCases.randomElement(using: &self.random) ?? .fsrs
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    let original = root + "/original.libnotes"
    try Notebook.create(at: original, notes: (1...12).map { ReviewWorker.text($0) })
    scene = try Scene(root, copying: original)
  }

  mutating func round(_ number: Int, _ step: String, _ tally: Tally) throws {
    let workers = try names.map { name in
      try RunningWorker(
        scene,
        [
          "review-worker", scene.root, "--name", name, "--seed", "\(random.next())",
          "--start", "\(start)", "--first", "\(number * 100_000)",
          "--scheduler", scheduler.rawValue,
        ] + (names.count == 1 ? ["--undoes"] : []))
    }
    usleep(UInt32.random(in: 20_000...600_000, using: &random))
    tally.count("kills")
    for worker in workers.shuffled(using: &random) {
      worker.kill()
      usleep(UInt32.random(in: 0...60_000, using: &random))
    }
    tally.count("kills of a second process", names.count - 1)
    var unsure: Set<Answered> = []
    for worker in workers {
      for line in try worker.finish().lines { try take(line, &unsure, step, tally) }
    }
    try check(unsure, step, tally)
  }

  private mutating func take(
    _ line: [String], _ unsure: inout Set<Answered>, _ step: String, _ tally: Tally
  ) throws {
    guard line.count == 5, let index = Int(line[3]), let second = Int(line[4]) else {
      for problem in saved.add([line]) { tally.fail("\(step): \(problem)") }
      return tally.count("acknowledged saves")
    }
    let answer = Answered(
      prompt: PromptID(note: line[1], block: line[2], index: index), second: second)
    switch line[0] {
    case "answered":
      answers.insert(answer)
      tally.count("acknowledged answers")
    case "undoing": unsure.insert(answer)
    default:
      undone.insert(answer)
      tally.count("undone")
    }
  }

  private mutating func check(_ unsure: Set<Answered>, _ step: String, _ tally: Tally) throws {
    let notebook = try scene.open()
    let log = try notebook.reviews.log()
    let found = Set(log.map(Answered.init))
    let twice = Dictionary(grouping: log, by: Answered.init).filter { $1.count > 1 }.keys
    tally.expect(twice.isEmpty, "\(step): answers that are in the log twice: \(twice)")
    let lost = answers.subtracting(found).subtracting(unsure).subtracting(undone)
    tally.expect(lost.isEmpty, "\(step): lost answers: \(lost.sorted { $0.second < $1.second })")
    let back = undone.intersection(found)
    tally.expect(back.isEmpty, "\(step): undone answers are in the log: \(back)")
    let unknown = found.subtracting(answers).count
    tally.expect(
      unknown <= names.count, "\(step): \(unknown) answers in the log were never acknowledged")
    tally.count("answers written, not acknowledged", unknown)
    answers = found
    let titles = try notebook.texts.plain().mapValues { texts in
      Set(texts.compactMap { $0.split(whereSeparator: \.isNewline).first.map(String.init) })
    }
    let lostTexts = saved.lost(in: titles)
    tally.expect(lostTexts.isEmpty, "\(step): lost texts of \(lostTexts)")
    tally.expect(try notebook.conflicts.all().isEmpty, "\(step): notes are in conflict")
    for problem in try ReviewHistory(log, scheduler).problems(in: notebook) {
      tally.fail("\(step): \(problem)")
    }
    let now = ReviewClock.date(since: start)
    let counts = try notebook.reviews.counts(now: now, calendar: ReviewClock.calendar)
    try notebook.publish()
    // Opens the file with an empty state folder, so that the index is built from the file.
    let published = try Notebook.open(at: scene.path, state: StateFolder(path: scene.root + "/new"))
    tally.expect(try published.reviews.log() == log, "\(step): the published log differs")
    let fresh = try published.reviews.counts(now: now, calendar: ReviewClock.calendar)
    tally.expect(fresh == counts, "\(step): the index has \(counts), a rebuilt index \(fresh)")
    try published.close()
    try notebook.close()
    let findings = try Checkup.run(at: scene.path, state: scene.state).findings
      .filter { $0.severity > .remark }
    tally.expect(findings.isEmpty, "\(step): check finds \(findings.map(\.problem))")
    for path in scene.stateDatabases() { _ = try WholeFile.check(path) }
    try tally.expect(
      scene.names() == ["book.libnotes"],
      "\(step): other files remain: \(try scene.names())")
  }
}

/// A fast clock: ten minutes for each millisecond, so that answered prompts are due again.
enum ReviewClock {
  static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  /// In milliseconds since 1970.
  static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1000) }

  /// Returns this clock's time in a scene that began at `start`, in milliseconds since 1970.
  static func date(since start: Int) -> Date {
    Date(timeIntervalSince1970: Double(1_704_067_200 + (milliseconds - start) * 600))
  }
}
