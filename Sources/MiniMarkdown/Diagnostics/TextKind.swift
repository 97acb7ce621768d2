import PackratParsing

/// The use of a text, on which its surprises depend.
package enum TextKind: Sendable {
  /// A note of a notebook: the app reads it as Mini Markdown, whatever other programs read.
  case note
  /// Any Markdown.
  case file
}

extension NoteDiagnostic.Code {
  /// Whether a text of `kind` has it. Some surprise in a note alone: in other Markdown the text means
  /// just what its writer means.
  package func concerns(_ kind: TextKind) -> Bool {
    switch self {
    case .quoteOverLines, .emptyMarker, .markerTooFar, .numberBeginsList, .spacesOnBlankLine,
      .headingTooDeep, .headingIndented, .emphasisInWord, .answerOfSeveralLines, .pairInOtherForm,
      .cardOfColons, .cardOfQuestionMark, .highlightMarks, .hashtagNotApart, .hashtagInEmphasis,
      .hashtagEndsInPunctuation, .missingTitle,
      .notInNotes, .imageNotInNote:
      kind == .note
    default: true
    }
  }
}

extension ForeignText {
  /// Whether `diagnostic` is said about a text of `kind`: nothing is about what stands in foreign text.
  package func allows(_ diagnostic: NoteDiagnostic, in kind: TextKind) -> Bool {
    diagnostic.code.concerns(kind) && !overlaps(diagnostic.range)
  }

  /// In a note, a hint for each part that the app shows as text: all but indented code, which is text
  /// to it and to the reader.
  func hints(_ snapshot: DocumentSnapshot, in kind: TextKind) -> [NoteDiagnostic] {
    guard kind == .note else { return [] }
    return parts.compactMap { part in
      guard let name = part.kind.name else { return nil }
      let line = snapshot.lineRange(snapshot.line(at: part.range.lowerBound))
      return NoteDiagnostic(
        .notInNotes, part.range.lowerBound..<min(line.upperBound, part.range.upperBound),
        "Notes have no \(name): the app shows this, and reads hashtags and prompts in it.",
        severity: .hint)
    }
  }
}

extension ForeignText.Kind {
  fileprivate var name: String? {
    switch self {
    case .fence: "code blocks"
    case .code: nil
    case .frontMatter: "front matter"
    case .comment: "comments"
    }
  }
}
