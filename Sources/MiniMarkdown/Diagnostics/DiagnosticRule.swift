import PackratParsing

/// A rule about texts: all that is known of it, its finder and its fix. `all` is the whole list.
package final class DiagnosticRule: Sendable {
  /// The importance of a diagnostic.
  package enum Severity: Sendable {
    /// Something will not become the thing it looks like.
    case warning
    /// The text is incomplete, such as a question without an answer, or an empty title.
    case information
    /// It may be meant as it is.
    case hint
  }

  /// The texts that a rule is about.
  enum Texts {
    /// Notes. In other Markdown the text means what its writer means.
    case notes
    /// Notes and all other Markdown.
    case notesAndFiles
    /// The parts of notes that are in Markdown which notes do not have.
    case foreignPartsOfNotes
  }

  /// The way to find what breaks a rule.
  enum Finder: Sendable {
    /// Looks at one block after the other, and from each at no more than three on either side.
    case block(BlockFinder)
    /// Looks at the whole text by its facts, at each key. Cost: at most linear in the facts.
    case text(@Sendable (TextFacts) -> [NoteDiagnostic])
    /// Looks at the whole text, if the user wants hints about weak cards: `DocumentSnapshot.cardQuality`.
    case cardQuality
    /// Compares with other notes: `DiagnosticSource` in TextDiagnostics.
    case notebook
  }

  /// The way to mend what breaks a rule.
  enum Fix: Sendable {
    typealias Proposal = @Sendable (DocumentSnapshot, NoteDiagnostic) -> [ProposedFix]

    /// Only the writer can mend it, or the server, which knows the notebook.
    case none
    /// The user chooses one.
    case choices(Proposal)
    /// It only makes the meaning explicit, so that no one must check it, and "fix all" makes it.
    case safe(Proposal)
  }

  /// The name, which never changes. `docs/diagnostics.md` explains it with an example.
  package let code: String
  /// The severity.
  package let severity: Severity
  let texts: Texts
  /// The problem and its remedy; nil if it varies, so that the finder says it.
  let message: String?
  let finder: Finder
  let fix: Fix
  /// Whether the purpose of a fix is another hashtag; else a fix that loses one is not offered.
  let changesHashtags: Bool

  init(
    _ code: String, _ severity: Severity, in texts: Texts, says message: String?,
    find finder: Finder, fix: Fix, changesHashtags: Bool = false
  ) {
    self.code = code
    self.severity = severity
    self.texts = texts
    self.message = message
    self.finder = finder
    self.fix = fix
    self.changesHashtags = changesHashtags
  }

  /// Whether it compares with other notes.
  package var isOfNotebook: Bool { if case .notebook = finder { true } else { false } }

  /// Whether it is found only if the user wants hints about weak cards.
  package var isAboutCardQuality: Bool { if case .cardQuality = finder { true } else { false } }

  /// Whether there is a fix that follows from the text alone.
  package var hasFix: Bool { if case .none = fix { false } else { true } }

  /// Whether some of its fixes are safe.
  var hasSafeFix: Bool { if case .safe = fix { true } else { false } }
}

/// A walk over a tree of a block, which finds what breaks one rule or several.
final class BlockFinder: Sendable {
  /// Finds the diagnostics of a tree. The bytes of its block come along, because most blocks lack those that a
  /// rule looks for, and need no look at their nodes.
  let find: @Sendable (DocumentSnapshot, Syntax, OccurringBytes) -> [NoteDiagnostic]

  init(_ find: @escaping @Sendable (DocumentSnapshot, Syntax, OccurringBytes) -> [NoteDiagnostic]) {
    self.find = find
  }
}

extension DiagnosticRule: Hashable, CustomStringConvertible {
  package static func == (one: DiagnosticRule, other: DiagnosticRule) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  package var description: String { code }
}

extension DiagnosticRule {
  package static let all: [DiagnosticRule] = [
    .unterminatedCloze, .clozeAcrossLines, .emptyClozeAnswer, .clozeAnswerCutShort,
    .clozeHintIsAnswer, .clozeInHeading, .clozeInQuestion, .clozeInAnswer, .clozeInSummary,
    .clozeInEmphasis, .clozeInCode,

    .questionWithoutAnswer, .answerWithoutQuestion, .emptyQuestion, .emptyAnswer, .blankLineInPair,
    .questionIndented, .answerIndented, .questionMissingSpace, .answerMissingSpace,
    .questionLowercase, .answerLowercase, .multiLineQuestion, .pairSwallowedBySpan,
    .questionUnderText, .questionInListOrQuote, .pairInOtherForm, .answerOfSeveralLines,
    .summaryUnderText, .duplicateQuestion,

    .hashtagEndsInPunctuation, .hashtagNotApart, .hashtagInEmphasis, .similarHashtag,

    .quoteOverLines, .emptyMarker, .markerTooFar, .numberBeginsList, .spacesOnBlankLine,
    .headingTooDeep, .headingIndented, .missingTitle, .emphasisInWord, .highlightMarks,

    .ankiCloze, .cardOfColons, .cardOfQuestionMark, .notInNotes, .imageNotInNote, .missingImage,
    .crashesApp, .linkLeadsNowhere, .linkIsAmbiguous, .linkHeadingMissing,

    .repeatedPrompt, .answerTooLong, .clozeHidesSentence, .questionContainsAnswer,
    .quoteWithoutSource,
  ]

  /// The finders of rules about blocks, each once.
  static let blockFinders = all.reduce(into: [BlockFinder]()) { finders, rule in
    guard case .block(let finder) = rule.finder, !finders.contains(where: { $0 === finder })
    else { return }
    finders.append(finder)
  }

  /// The rules about whole texts that are found at each key.
  static let ofText = all.filter { if case .text = $0.finder { true } else { false } }
}
