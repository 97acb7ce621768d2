package import PackratParsing

/// A place where the text probably does not mean what its writer intended. It does not change the tree.
package struct NoteDiagnostic: Sendable, Equatable {
  /// The severity.
  package enum Severity: Sendable {
    /// Something will not become the thing it looks like.
    case warning
    /// It is not finished: every writer passes through it on the way to a pair.
    case information
    /// It may be meant as it is.
    case hint
  }

  /// Stable names. Every one is explained, with an example, in `docs/diagnostics.md`.
  package enum Code: String, Sendable, CaseIterable {
    case unterminatedCloze = "unterminated-cloze"
    case clozeAcrossLines = "cloze-across-lines"
    case emptyClozeAnswer = "empty-cloze-answer"
    case clozeAnswerCutShort = "cloze-answer-cut-short"
    case clozeHintIsAnswer = "cloze-hint-is-answer"
    case clozeInHeading = "cloze-in-heading"
    case clozeInQuestion = "cloze-in-question"
    case clozeInAnswer = "cloze-in-answer"
    case clozeInSummary = "cloze-in-summary"
    case clozeInEmphasis = "cloze-in-emphasis"
    case clozeInCode = "cloze-in-code"
    case questionWithoutAnswer = "question-without-answer"
    case answerWithoutQuestion = "answer-without-question"
    case emptyQuestion = "empty-question"
    case emptyAnswer = "empty-answer"
    case blankLineInPair = "blank-line-in-pair"
    case questionIndented = "question-indented"
    case answerIndented = "answer-indented"
    case questionMissingSpace = "question-missing-space"
    case answerMissingSpace = "answer-missing-space"
    case questionLowercase = "question-lowercase"
    case answerLowercase = "answer-lowercase"
    case multiLineQuestion = "multi-line-question"
    case pairSwallowedBySpan = "pair-swallowed-by-span"
    case questionUnderText = "question-under-text"
    case questionInListOrQuote = "question-in-list-or-quote"
    case pairInOtherForm = "pair-in-other-form"
    case answerOfSeveralLines = "answer-of-several-lines"
    case summaryUnderText = "summary-under-text"
    case hashtagEndsInPunctuation = "hashtag-ends-in-punctuation"
    case hashtagNotApart = "hashtag-not-apart"
    case hashtagInEmphasis = "hashtag-in-emphasis"
    case quoteOverLines = "quote-over-lines"
    case emptyMarker = "empty-marker"
    case markerTooFar = "marker-too-far"
    case numberBeginsList = "number-begins-list"
    case spacesOnBlankLine = "spaces-on-blank-line"
    case headingTooDeep = "heading-too-deep"
    case headingIndented = "heading-indented"
    case emphasisInWord = "emphasis-in-word"
    case ankiCloze = "anki-cloze"
    case cardOfColons = "card-of-colons"
    case cardOfQuestionMark = "card-of-question-mark"
    case highlightMarks = "highlight-marks"
    case notInNotes = "not-in-notes"
    case imageNotInNote = "image-not-in-note"
    case duplicateQuestion = "duplicate-question"
    case missingTitle = "missing-title"
    case missingImage = "missing-image"
    case similarHashtag = "similar-hashtag"
    case linkLeadsNowhere = "link-leads-nowhere"
    case linkIsAmbiguous = "link-is-ambiguous"
    case linkHeadingMissing = "link-heading-missing"
    case crashesApp = "crashes-app"
    case repeatedPrompt = "repeated-prompt"
    case answerTooLong = "answer-too-long"
    case clozeHidesSentence = "cloze-hides-sentence"
    case questionContainsAnswer = "question-contains-answer"
    case quoteWithoutSource = "quote-without-source"

    /// Those that no text has by itself: they are found by looking at its notebook.
    package static let ofNotebook: Set<Code> = [
      .missingImage, .similarHashtag, .crashesApp, .linkLeadsNowhere, .linkIsAmbiguous,
      .linkHeadingMissing,
    ]

    /// Those about how well a card asks, which only some want: `DocumentSnapshot.cardQuality`.
    package static let ofCardQuality: Set<Code> = [
      .repeatedPrompt, .answerTooLong, .clozeHidesSentence, .questionContainsAnswer,
      .quoteWithoutSource,
    ]
  }

  /// The rule that it reports.
  package var code: Code
  /// The severity.
  package var severity: Severity
  /// The text to underline, in bytes from the start of the text; never empty.
  package var range: Range<Int>
  /// The problem and its remedy. Holds no text of the note beyond a hashtag.
  package var message: String
  /// The other places in the text that belong to it, in bytes.
  package var related: [Range<Int>]

  /// A diagnostic of `range`.
  package init(
    _ code: Code, _ range: Range<Int>, _ message: String, severity: Severity = .warning,
    related: [Range<Int>] = []
  ) {
    self.code = code
    self.severity = severity
    self.range = range
    self.message = message
    self.related = related
  }
}

extension DocumentSnapshot {
  /// The diagnostics of the text, in order, and no more than `limit`. Stops when `isWanted` is false.
  /// Cost: linear in the text.
  package func diagnostics(
    in kind: TextKind = .note, limit: Int = .max, while isWanted: () -> Bool = { true }
  ) -> [NoteDiagnostic] {
    NoteDiagnostics(self, in: kind, limit: limit, while: isWanted)?.diagnostics ?? []
  }

  /// The diagnostics that begin in `block` were it a note's, in foreign text, too; except those that need
  /// the whole text: a repeated question, a missing title. They depend on this block, and for pairs on
  /// the three before and the three after it. Cost: linear in these blocks.
  package func diagnostics(of block: Block) -> [NoteDiagnostic] {
    diagnostics(of: block, OccurringBytes(block.utf8))
  }

  /// The same of a block in which `bytes` occur.
  func diagnostics(of block: Block, _ bytes: OccurringBytes) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    for root in roots(of: block) where root.kind != .blankLine {
      if bytes.has("?"), bytes.has("[") { found += ClozeDiagnostics(in: root).found }
      if bytes.has("#") { found += block.hashtagDiagnostics(in: root) }
      if bytes.has(":") { found += pairDiagnostics(in: root) }
      found += lineSurprises(in: root, bytes)
      found += textSurprises(in: root, bytes)
      if bytes.has("!") { found += imageDiagnostics(in: root) }
    }
    if found.isEmpty { return [] }
    // A pair in another form explains its answer, too.
    if found.contains(where: { $0.code == .pairInOtherForm }) {
      found.removeAll { $0.code == .answerWithoutQuestion }
    }
    found.sort {
      ($0.range.lowerBound, $0.code.rawValue) < ($1.range.lowerBound, $1.code.rawValue)
    }
    // One span can take in several pairs, each of which reports it.
    return found.indices.filter { $0 == 0 || found[$0] != found[$0 - 1] }.map { found[$0] }
  }
}
