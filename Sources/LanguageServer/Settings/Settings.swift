import SpacedRepetition

/// The user's settings, as the client last sent them. Their names and types are in `Setting.all`.
struct Settings: Sendable, Equatable {
  /// The notebook's path; nil for the one that is found.
  var notebook: String?
  /// Whether prompts show when they are due, beside their text.
  var showsDueDates = false
  /// Whether the book of a note is shown above its first line.
  var showsBook = true
  /// Whether prompts that are due say so above their text.
  var showsDuePrompts = true
  /// The codes of diagnostics that are not wanted.
  var unwantedDiagnostics: Set<String> = []
  /// Whether emoji are offered as `:name:` is typed.
  var completesEmoji = true
  /// The beginning of a new note; `{title}`, `{tags}` and `{date}` are filled in.
  var newNoteTemplate = "# {title}\n\n{tags}\n"

  /// Who decides when a prompt is asked next.
  var reviewScheduler = Scheduler.libraryNotes
  /// Between how many answers one chooses.
  var reviewAnswers = AnswerCount.two
  /// How many cards a session has at most.
  var reviewLimit = 20
  /// How many prompts a day are asked that were never answered; nil for any number.
  var reviewNewPerDay: Int?
  /// Which cards come first.
  var reviewOrder = SessionOrder.mixed
  /// How probable it shall be with FSRS that a prompt is remembered when it is asked.
  var reviewRetention = FSRSSettings().desiredRetention
  /// After how many days FSRS asks a prompt again at the latest.
  var reviewMaximumInterval = FSRSSettings().maximumInterval
  /// By which parameters FSRS remembers; nil for the published ones.
  var reviewParameters: FSRSParameters?
  /// Whether the first line of a note says how many of its prompts are due.
  var showsDueCount = true
  /// Whether there are hints about cards that ask badly.
  var showsCardQuality = false

  /// How many cards a session may have.
  static let reviewLimits = 1...1000

  init() {}

  /// How a session of review goes.
  var reviewOptions: ReviewOptions {
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
