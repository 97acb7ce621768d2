package import SpacedRepetition

/// When books are looked up on the network.
package enum LookUpUse: String, Sendable, CaseIterable {
  /// Never: not even when a command asks for it.
  case off
  /// When a command or an action asks for it.
  case asked
  /// Also whenever a book is added.
  case always
}

/// The user's settings, of one moment. Their names and types are in `Setting.all`.
package struct Settings: Sendable, Equatable {
  /// The notebook's path; nil for the one that is found.
  package var notebook: String?
  /// When books are looked up on the network.
  package var lookUp = LookUpUse.asked
  /// Whether prompts show when they are due, beside their text.
  package var showsDueDates = false
  /// Whether the book of a note is shown above its first line.
  package var showsBook = true
  /// Whether prompts that are due say so above their text.
  package var showsDuePrompts = true
  /// The codes of diagnostics that are not wanted.
  package var disabledDiagnostics: Set<String> = []
  /// Whether emoji are offered as `:name:` is typed.
  package var completesEmoji = true
  /// The beginning of a new note; `{title}`, `{tags}` and `{date}` are filled in.
  package var newNoteTemplate = "# {title}\n\n{tags}\n"

  /// Who decides when a prompt is asked next.
  package var reviewScheduler = Scheduler.libraryNotes
  /// The number of answers to choose from.
  package var reviewAnswers = AnswerCount.two
  /// How many cards a session has at most.
  package var reviewLimit = 20
  /// How many prompts a day are asked that were never answered; nil for any number.
  package var reviewNewPerDay: Int?
  /// Which cards come first.
  package var reviewOrder = SessionOrder.mixed
  /// How probable it shall be with FSRS that a prompt is remembered when it is asked.
  package var reviewRetention = FSRSSettings().desiredRetention
  /// After how many days FSRS asks a prompt again at the latest.
  package var reviewMaximumInterval = FSRSSettings().maximumInterval
  /// By which parameters FSRS remembers; nil for the published ones.
  package var reviewParameters: FSRSParameters?
  /// Whether the first line of a note says how many of its prompts are due.
  package var showsDueCount = true
  /// Whether there are hints about cards that ask badly.
  package var showsCardQuality = false

  /// How many cards a session may have.
  package static let reviewLimits = 1...1000

  package init() {}

  /// How a session of review goes.
  package var reviewOptions: ReviewOptions {
    var options = ReviewOptions()
    options.limit = reviewLimit
    options.newPerDay = reviewNewPerDay
    options.order = reviewOrder
    options.answers = reviewAnswers
    options.scheduler = reviewScheduler
    options.fsrs = FSRSSettings(
      desiredRetention: reviewRetention, maximumInterval: reviewMaximumInterval,
      parameters: reviewParameters ?? .published)
    return options
  }
}
