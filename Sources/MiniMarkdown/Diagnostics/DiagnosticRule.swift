import PackratParsing

/// A rule about texts, with its finder and its fix. `all` lists every rule.
package final class DiagnosticRule: Sendable {
  package enum Severity: Sendable {
    /// The text is probably wrong.
    case warning
    /// The text is incomplete, such as a question without an answer, or an empty title.
    case information
    /// The text may be intentional.
    case hint
  }

  enum Texts {
    /// Only notes: in other Markdown files, the text may be intentional.
    case notes
    case notesAndFiles
    /// Foreign text in notes.
    case foreignPartsOfNotes
  }

  enum Finder: Sendable {
    /// Examines each block, with at most three blocks on either side.
    case block(BlockFinder)
    /// Examines the facts of the whole text after each edit.
    case text(@Sendable (TextFacts) -> [NoteDiagnostic])
    /// Examines the whole text, if the user enabled hints about weak cards:
    /// `DocumentSnapshot.cardQuality`.
    case cardQuality
    /// Needs the notebook or settings: `DiagnosticSource` in TextDiagnostics.
    case notebook
  }

  enum Fix: Sendable {
    typealias Proposal = @Sendable (DocumentSnapshot, NoteDiagnostic) -> [ProposedFix]

    /// The text is not enough for a fix. The server, which has the notebook, may offer one.
    case none
    /// Fixes from which the user chooses.
    case choices(Proposal)
    /// Fixes that only make the meaning explicit, so that the user need not check them; "fix all"
    /// applies them.
    case safe(Proposal)
  }

  /// The name, which never changes. `docs/diagnostics.md` explains it with an example.
  package let code: String
  package let severity: Severity
  let texts: Texts
  /// The problem and its remedy; nil if the finder supplies a message for each violation.
  let message: String?
  let finder: Finder
  let fix: Fix
  /// Whether fixes are allowed to change hashtags. Otherwise, a fix that loses one is not offered.
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

  package var isOfNotebook: Bool { if case .notebook = finder { true } else { false } }

  /// Whether violations are found only if the user enabled hints about weak cards.
  package var isAboutCardQuality: Bool { if case .cardQuality = finder { true } else { false } }

  /// Whether the rule has a fix that needs only the text.
  package var hasFix: Bool { if case .none = fix { false } else { true } }

  var hasSafeFix: Bool { if case .safe = fix { true } else { false } }
}

/// A search of a block's tree for violations of one or several rules.
final class BlockFinder: Sendable {
  /// Finds the diagnostics of a tree. The last argument contains the bytes that occur in its block.
  /// Most blocks lack the bytes that a rule searches for, so their nodes need not be read.
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
    .summaryUnderText, .duplicateQuestion, .fullWidthMark,

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

  /// The rules about whole texts that are checked after each edit.
  static let ofText = all.filter { if case .text = $0.finder { true } else { false } }
}
