package import SpacedRepetition

/// The occasions on which books are looked up on the network.
package enum LookUpUse: String, Sendable, CaseIterable {
  /// Never: not even when a command asks for it.
  case off
  /// Only when a command or an action asks for it.
  case asked
  /// Also whenever a book is added.
  case always
}

/// The user's settings, of one moment. Their names and types are in `Setting.all`.
package struct Settings: Sendable, Equatable {
  /// The notebook's path; nil for the one that is found.
  package var notebook: String?
  /// The occasions on which books are looked up on the network.
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

  /// The scheduler.
  package var reviewScheduler = Scheduler.libraryNotes
  /// The number of answers to choose from.
  package var reviewAnswers = AnswerCount.two
  /// The most cards of a session.
  package var reviewLimit = 20
  /// The most prompts a day that are asked for the first time; nil for any number.
  package var reviewNewPerDay: Int?
  /// The order of the cards.
  package var reviewOrder = SessionOrder.mixed
  /// The probability, wanted from FSRS, that a prompt is remembered when it is asked.
  package var reviewRetention = FSRSSettings().desiredRetention
  /// The most days after which FSRS asks a prompt again.
  package var reviewMaximumInterval = FSRSSettings().maximumInterval
  /// The parameters of FSRS; nil for the published ones.
  package var reviewParameters: FSRSParameters?
  /// Whether the first line of a note says how many of its prompts are due.
  package var showsDueCount = true
  /// Whether the first line of a note says how many notes point at it.
  package var showsLinkCount = false
  /// Whether there are hints about cards that ask badly.
  package var showsCardQuality = false
  /// The editor in which pages open notes, by its name or a command; empty for none.
  package var webEditor = ""

  /// The numbers of cards that a session may have.
  package static let reviewLimits = 1...1000

  package init() {}

  /// The options of a session.
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
