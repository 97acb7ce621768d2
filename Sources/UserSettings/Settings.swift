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

/// The names, types and descriptions of the settings are in `Setting.all`.
package struct Settings: Sendable, Equatable {
  /// The notebook's path; nil to search for it.
  package var notebook: String?
  package var lookUp = LookUpUse.asked
  package var showsDueDates = false
  package var showsBook = true
  package var showsDuePrompts = true
  package var disabledDiagnostics: Set<String> = []
  package var completesEmoji = true
  package var newNoteTemplate = "# {title}\n\n{tags}\n"

  package var reviewScheduler = Scheduler.libraryNotes
  package var reviewAnswers = AnswerCount.two
  package var reviewLimit = 20
  /// Maximum number of new prompts per day; nil for no limit.
  package var reviewNewPerDay: Int?
  package var reviewOrder = SessionOrder.mixed
  package var reviewRetention = FSRSSettings().desiredRetention
  package var reviewMaximumInterval = FSRSSettings().maximumInterval
  /// The parameters of FSRS; nil for the published ones.
  package var reviewParameters: FSRSParameters?
  package var showsDueCount = true
  package var showsLinkCount = false
  package var showsCardQuality = false
  package var webEditor = ""

  package static let reviewLimits = 1...1000

  package init() {}

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
