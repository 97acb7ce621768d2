package import PackratParsing

/// A change of the text that removes a diagnostic.
package struct NoteFix: Sendable, Equatable {
  /// The title that the user sees. Holds no text of the note.
  package var title: String
  /// The changes, in ascending order.
  package var edits: [ByteEdit]
  /// Whether it only makes the meaning explicit, so that no one must check it.
  package var isSafe = false
  /// Whether most people would choose it.
  package var isPreferred = false
}

/// A fix that was not tried yet.
struct ProposedFix {
  var title: String
  var edits: [ByteEdit]
  var isSafe = false
  /// The place in the old text at which the cloze begins that it makes, if it makes one.
  var cloze: Int?
  /// The number of prompts that it takes away, on the way to others.
  var lostPrompts = 0
}

extension DocumentSnapshot {
  /// The fixes of `diagnostic`, the most likely first; none where there is nothing to be done in
  /// honesty, or the text does not give rise to this diagnostic.
  ///
  /// Each was tried: it settles the diagnostic, no new warning comes up, and no prompt and no hashtag
  /// is lost. Where a fix alone would bring up another fault in its place, it mends that, too. Cost:
  /// linear in the blocks around.
  package func fixes(for diagnostic: NoteDiagnostic) -> [NoteFix] {
    guard let block = blockIndex(at: diagnostic.range.lowerBound).flatMap({ block($0) }),
      diagnostics(of: block).contains(diagnostic)
    else { return [] }
    var fixes = fixes(for: diagnostic, among: proposedFixes(for: diagnostic))
    if fixes.isEmpty {
      // Another fault in its place may have to be mended first.
      let others = diagnostics(of: block).filter {
        $0 != diagnostic && $0.range.overlaps(diagnostic.range)
      }
      for other in others.prefix(Self.mostFaults) where fixes.isEmpty {
        fixes = self.fixes(for: diagnostic, among: proposedFixes(for: other))
      }
    }
    if fixes.count == 1 { fixes[0].isPreferred = true }
    return fixes
  }

  private func fixes(for diagnostic: NoteDiagnostic, among proposed: [ProposedFix]) -> [NoteFix] {
    proposed.compactMap { settled(diagnostic, by: $0) }.map { fix, rewriting in
      NoteFix(title: fix.title, edits: rewriting.edits, isSafe: fix.isSafe)
    }
  }

  /// The most faults that one fix mends.
  private static let mostFaults = 3

  /// `proposed` as it settles `diagnostic`, with the fixes of the faults in its place that would be left
  /// or come up. Returns nil if it does not.
  private func settled(
    _ diagnostic: NoteDiagnostic, by proposed: ProposedFix
  ) -> (ProposedFix, Rewriting)? {
    var fix = proposed
    var changed = ChangedRanges()
    guard var step = Rewriting(self, proposed.edits) else { return nil }
    for count in 1... {
      changed.add(step)
      guard let whole = Rewriting(self, changed.edits(to: step.after)) else { return nil }
      if whole.settles([diagnostic], losing: fix.lostPrompts) {
        // The fix of another fault may take the cloze out again.
        let isCloze = count > 1 || proposed.cloze.map(whole.beginsCloze) ?? true
        return isCloze ? (fix, whole) : nil
      }
      guard count < Self.mostFaults, let next = whole.leftover([diagnostic]).first,
        let other = step.after.proposedFixes(for: next).first,
        let further = Rewriting(step.after, other.edits)
      else { return nil }
      fix.title += ", and " + other.title.prefix(1).lowercased() + other.title.dropFirst()
      fix.isSafe = fix.isSafe && other.isSafe
      fix.lostPrompts += other.lostPrompts
      step = further
    }
    return nil
  }

  /// The fixes to try for `diagnostic`, which belongs to this text. Cost: linear in its lines; for
  /// fixes that are not safe, in the block.
  func proposedFixes(for diagnostic: NoteDiagnostic) -> [ProposedFix] {
    let start = diagnostic.range.lowerBound
    switch diagnostic.code {
    case .unterminatedCloze: return closingCloze(at: start)
    case .clozeAcrossLines: return joiningCloze(at: start)
    case .emptyClozeAnswer: return fillingCloze(at: start)
    case .clozeAnswerCutShort: return bracketing(clozeAt: start)
    case .clozeHintIsAnswer:
      return [ProposedFix(title: "Delete the hint", edits: [.delete(diagnostic.range)])]
    case .clozeInHeading, .clozeInQuestion, .clozeInAnswer, .clozeInSummary:
      return unwrapping(clozeAt: start).map {
        [ProposedFix(title: "Keep the answer, without the cloze", edits: $0)]
      } ?? []
    case .clozeInEmphasis, .clozeInCode: return takingOut(cloze: diagnostic.range)
    case .questionWithoutAnswer: return answering(questionAt: start)
    case .answerWithoutQuestion: return asking(forAnswerAt: start)
    // Only the writer knows; of a hashtag and a link, the notebook.
    case .emptyQuestion, .emptyAnswer, .duplicateQuestion, .missingTitle, .missingImage,
      .notInNotes, .imageNotInNote, .similarHashtag, .crashesApp,
      .linkLeadsNowhere, .linkIsAmbiguous, .linkHeadingMissing,
      .repeatedPrompt, .answerTooLong,
      .clozeHidesSentence,
      .questionContainsAnswer, .quoteWithoutSource:
      return []
    case .blankLineInPair: return joiningPair(at: start)
    case .questionIndented, .questionMissingSpace, .questionLowercase:
      return rightMarkers(at: start, "Write “Q: ” at the start of the line")
    case .answerIndented, .answerMissingSpace, .answerLowercase:
      return rightMarkers(at: start, "Write “A: ” at the start of the line")
    case .multiLineQuestion: return joiningQuestion(at: start)
    case .pairSwallowedBySpan: return partingSpan(at: start)
    case .questionUnderText, .summaryUnderText: return separating(lineAt: start)
    case .questionInListOrQuote: return takingOut(questionAt: start)
    case .pairInOtherForm: return pairForm(at: start)
    case .answerOfSeveralLines: return joiningAnswer(at: start)
    case .hashtagNotApart: return partingHashtag(diagnostic.range)
    case .hashtagInEmphasis: return freeingHashtag(at: start)
    case .quoteOverLines: return joiningQuote(at: start)
    case .emptyMarker: return fillingMark(diagnostic.range)
    case .markerTooFar: return nearingMark(at: start)
    case .numberBeginsList: return joiningNumber(at: start)
    case .spacesOnBlankLine:
      return [
        ProposedFix(title: "Delete the spaces", edits: [.delete(diagnostic.range)])
      ]
    case .headingTooDeep:
      return [
        ProposedFix(
          title: "Leave six", edits: [ByteEdit(diagnostic.range, "######")])
      ]
    case .headingIndented:
      let line = noteLine(at: start)
      return [
        ProposedFix(
          title: "Delete the space before it",
          edits: [.delete(start..<trimmed(line.range).lowerBound)])
      ]
    case .emphasisInWord: return codeOfWord(around: diagnostic.range)
    case .ankiCloze: return ownCloze(at: start)
    case .cardOfColons: return pairOfColons(diagnostic.range)
    case .cardOfQuestionMark: return pairOfQuestionMark(at: start)
    case .highlightMarks:
      let ends = [start..<start + 2, diagnostic.range.upperBound - 2..<diagnostic.range.upperBound]
      return [ProposedFix(title: "Make it bold", edits: ends.map { ByteEdit($0, "**") })]
    case .hashtagEndsInPunctuation:
      return [
        ProposedFix(
          title: "Put a space after the hashtag", edits: [.insert(" ", at: start)], isSafe: true)
      ]
    }
  }
}

extension Rewriting {
  /// Whether a cloze with an answer begins where `offset` of the old text has come to be.
  func beginsCloze(at offset: Int) -> Bool {
    let place = place(of: offset)
    return after.path(to: place).contains {
      $0.range.lowerBound == place && Cloze($0)?.answer.trimmed.isEmpty == false
    }
  }
}
