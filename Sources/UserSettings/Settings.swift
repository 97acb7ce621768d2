package import SpacedRepetition

/// When books are looked up on the network.
package enum LookUpUse: String, Sendable, CaseIterable {
  /// Never, not even for a command that requests it.
  case off
  /// Only for a command or an action that requests it.
  case asked
  /// Also whenever a book is added.
  case always
}

/// The user's settings at one moment. Their names and types are in `Setting.all`.
package struct Settings: Sendable, Equatable {
  /// The notebook's path; nil to search for it.
  package var notebook: String?
  /// When books are looked up on the network.
  package var lookUp = LookUpUse.asked
  /// Whether due dates are shown next to prompts.
  package var showsDueDates = false
  /// Whether the book of a note is shown above its first line.
  package var showsBook = true
  /// Whether a code lens above each due prompt says that it is due.
  package var showsDuePrompts = true
  /// The codes of diagnostics that are turned off.
  package var disabledDiagnostics: Set<String> = []
  /// Whether emoji are suggested as `:name:` is typed.
  package var completesEmoji = true
  /// The initial text of a new note; `{title}`, `{tags}` and `{date}` are filled in.
  package var newNoteTemplate = "# {title}\n\n{tags}\n"

  package var reviewScheduler = Scheduler.libraryNotes
  /// The number of answers to choose from.
  package var reviewAnswers = AnswerCount.two
  /// Maximum number of cards in a session.
  package var reviewLimit = 20
  /// Maximum number of new prompts per day; nil for no limit.
  package var reviewNewPerDay: Int?
  package var reviewOrder = SessionOrder.mixed
  /// With FSRS: the desired probability of remembering a prompt when it is due.
  package var reviewRetention = FSRSSettings().desiredRetention
  /// With FSRS: the maximum number of days until a prompt is due again.
  package var reviewMaximumInterval = FSRSSettings().maximumInterval
  /// The parameters of FSRS; nil for the published ones.
  package var reviewParameters: FSRSParameters?
  /// Whether the first line of a note shows how many of its prompts are due.
  package var showsDueCount = true
  /// Whether the first line of a note shows how many notes link to it.
  package var showsLinkCount = false
  /// Whether hints about poorly written cards are shown.
  package var showsCardQuality = false
  /// The editor in which web pages open notes: `vscode`, `vscodium` or a shell command. If empty,
  /// pages do not open notes.
  package var webEditor = ""

  /// The allowed values of `reviewLimit`.
  package static let reviewLimits = 1...1000

  package init() {}

  /// The options of a review session.
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
