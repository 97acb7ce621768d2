import ArgumentParser
import Foundation
import JSON
import Notebook
import NotebookReview
package import SpacedRepetition
import Terminal
import UserSettings

struct Review: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Review due cards.",
    usage: """
      commonplace review [--tag <hashtag>] [--note <note>] [--limit <limit>] …
      commonplace review log | stats | resume
      """,
    discussion: """
      Press Space to show the answer, Space again if you were right, 1 if you were wrong. With \
      --answers 4: 1 again, 2 hard, 3 good, 4 easy. “?” shows all keys. Each answer is saved \
      before the next card is shown. “commonplace help review cards” lists the options. They \
      override your settings, which “commonplace config” shows.

      EXAMPLES:
        commonplace review
        commonplace review --tag philosophy --limit 10
        commonplace review stats
      """,
    subcommands: [
      ReviewCards.self, ReviewLog.self, ReviewStatisticsReport.self, ReviewResume.self,
    ], defaultSubcommand: ReviewCards.self)
}

struct ReviewCards: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cards", abstract: "Show due cards, and record your answers.",
    discussion: """
      On a terminal, cards use the whole screen; otherwise, they are printed line by line.
      """)

  @OptionGroup var options: NotebookOptions

  @Option(
    help: ArgumentHelp("Only notes with this hashtag or a hashtag below it.", valueName: "hashtag"),
    completion: NotebookCompletion.tag)
  var tag: String?

  @Option(
    help: ArgumentHelp("Only this note, by its title or ID.", valueName: "note"),
    completion: NotebookCompletion.note)
  var note: String?

  @Option(help: "Only notes about books in this section; other: notes without a book.")
  var section: ReviewedSection?

  @Option(help: ArgumentHelp("Only notes that match this search.", valueName: "query"))
  var search: String?

  @Flag(help: "Include cards that are not due, and record nothing.")
  var cram = false

  @Option(help: "Maximum number of cards.")
  var limit: Int?

  @Option(name: .customLong("new"), help: "Maximum number of new cards per day.")
  var newPerDay: Int?

  @Option(help: "Order of cards.")
  var order: SessionOrder?

  @Option(help: "Number of answers to choose from: 2 or 4.")
  var answers: AnswerCount?

  @Option(help: "Scheduler that sets due dates.")
  var scheduler: Scheduler?

  @OptionGroup var fsrs: FSRSOptions

  @Flag(
    help: "Print JSON at the end; without a terminal, the cards are shown on standard error.")
  var json = false

  @Option(help: .hidden)
  var seed = UInt64.random(in: 0 ... .max)

  func validate() throws {
    try fsrs.check()
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
    if let newPerDay, newPerDay < 0 { throw ValidationError("--new must not be negative") }
    let scopes = [tag, note, section?.rawValue, search].compactMap(\.self)
    if scopes.count > 1 {
      throw ValidationError("use only one of --tag, --note, --section and --search")
    }
    try require(tag?.drop { $0 == "#" }, "--tag", "a hashtag")
    try require(note?[...], "--note", "an ID or a title")
    try require(search?[...], "--search", "words to search for")
  }

  /// Throws for an option with an empty value. In a script with `--tag "$tag"`, an empty variable
  /// is probably a mistake: it means neither all notes nor no notes.
  private func require(_ value: Substring?, _ option: String, _ argument: String) throws {
    guard let value, value.allSatisfy(\.isWhitespace) else { return }
    throw ValidationError(
      "\(option) is empty; give \(argument), or omit the option")
  }

  func run() throws {
    let review = try reviewOptions()
    var signal: Int32?
    var isEmpty = false
    try options.change { notebook in
      let scope = try scope(in: notebook)
      let choice = CardChoice(
        limit: review.limit, newPerDay: review.newPerDay, order: review.order, isCram: cram)
      let cards = try cards(scope, choice, in: notebook)
      let run = ReviewRun(notebook, cards, options: review, isCram: cram)
      guard run.card != nil else {
        if let tag, try notebook.notes.all(tag: tag).isEmpty {
          throw CommandFailure(noNoteHas: tag)
        }
        isEmpty = true
        return try StandardOutput.write(
          json ? run.session.json.line : cram ? "No cards." : "No cards due.")
      }
      signal = try ProgressLine.shared.paused { try ask(run) }
      if json { try StandardOutput.write(run.session.json.line) }
    }
    if isEmpty { throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue) }
    if let signal { throw SilentExit(code: 128 + signal) }
  }

  /// Returns the prompts of the session. If due prompts were never counted, chooses the first cards
  /// without a count, and counts in the background.
  private func cards(
    _ scope: ReviewScope, _ choice: CardChoice, in notebook: Notebook
  ) throws -> [PromptID] {
    if !notebook.reviews.areCounted,
      let first = try notebook.reviews.chooseFirstCards(scope, choice, seed: seed)
    {
      notebook.reviews.countAside()
      return first.cards
    }
    if !choice.isCram { try notebook.reviews.settle() }
    return try notebook.reviews.chooseCards(scope, choice, seed: seed)
  }

  private func reviewOptions() throws -> ReviewOptions {
    var review = CommandSettings.current.reviewOptions
    review.limit = limit ?? review.limit
    review.newPerDay = newPerDay ?? review.newPerDay
    review.order = order ?? review.order
    review.answers = answers ?? review.answers
    review.scheduler = scheduler ?? review.scheduler
    guard !fsrs.isGiven || review.scheduler == .fsrs else {
      throw CommandFailure(
        .usage,
        "--desired-retention, --maximum-interval and --fsrs-parameters require --scheduler fsrs",
        "add it")
    }
    review.fsrs = fsrs.settings(over: review.fsrs)
    return review
  }

  private func scope(in notebook: Notebook) throws -> ReviewScope {
    if let tag { return .tag(tag.hasPrefix("#") ? tag : "#" + tag) }
    if let note { return .note(try options.find(note, in: notebook).id) }
    if let section { return .section(section.section) }
    return search.map(ReviewScope.search) ?? .notebook
  }

  /// Reviews on the whole screen if the terminal supports it, or else line by line. Returns the
  /// signal that ended a review on the whole screen, 0 if the terminal is gone; nil otherwise.
  private func ask(_ run: ReviewRun) throws -> Int32? {
    let environment = ProcessInfo.processInfo.environment
    let isDumb = ["dumb", ""].contains(environment["TERM"] ?? "")
    let hasColor = (environment["NO_COLOR"] ?? "").isEmpty
    if !isDumb, let screen = Screen(rendition: hasColor ? .colored : .monochrome) {
      defer { screen.leave() }
      let signal = FullScreenReview(screen: screen, run: run, environment: environment).ask()
      screen.leave()
      let (session, left) = (run.session, run.session.progress.remaining)
      if session.summary.answered > 0 || left > 0 {
        let ending = ReviewKeys.ending(session.summary, left: left, isCram: session.isCram)
        if !json { try? StandardOutput.write(ending) }
      }
      return signal
    }
    let columns = isatty(1) == 1 ? ScreenSize(of: 1).columns : 80
    try LineReview(
      run: run, environment: environment, columns: columns,
      output: json ? .standardError : .standardOutput
    ).ask()
    return nil
  }
}

struct ReviewResume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume suspended cards.")

  @OptionGroup var options: NotebookOptions

  @Option(
    help: ArgumentHelp("Only cards of this note, by its title or ID.", valueName: "note"),
    completion: NotebookCompletion.note)
  var note: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try options.change { notebook in
      let id = try note.map { try options.find($0, in: notebook).id }
      let count = try notebook.reviews.resumeAll(in: id)
      try StandardOutput.write(
        json
          ? (["action": "resumed", "cardCount": count.json] as JSONValue).line
          : "\(Counts.of(count, "card")) resumed.")
    }
  }
}

extension ReviewSession {
  fileprivate var json: JSONValue {
    [
      "answerCount": summary.answered.json, "correctCount": summary.correct.json,
      "incorrectCount": summary.incorrect.json, "remainingCount": progress.remaining.json,
      "isCram": isCram.json,
    ]
  }
}

extension SessionOrder: ExpressibleByArgument {}
extension Scheduler: ExpressibleByArgument {}
extension AnswerCount: ExpressibleByArgument {
  package init?(argument: String) {
    guard let number = Int(argument) else { return nil }
    self.init(rawValue: number)
  }

  package var defaultValueDescription: String { "\(rawValue)" }

  package static var allValueStrings: [String] { allCases.map { "\($0.rawValue)" } }
}
