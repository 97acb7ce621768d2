import PackratParsing

extension DiagnosticRule {
  static let notInNotes = DiagnosticRule(
    "not-in-notes", .hint, in: .foreignPartsOfNotes, says: nil, find: .text(foreignParts),
    fix: .none)

  /// Finds the foreign parts that the app shows as text. Skips indented code, which readers also
  /// see as text.
  private static func foreignParts(_ facts: TextFacts) -> [NoteDiagnostic] {
    facts.foreign.parts.compactMap { part in
      guard let name = part.kind.name else { return nil }
      let line = facts.snapshot.lineRange(facts.snapshot.line(at: part.range.lowerBound))
      return NoteDiagnostic(
        .notInNotes, part.range.lowerBound..<min(line.upperBound, part.range.upperBound),
        "The Library Notes app shows \(name) as text, and recognizes the hashtags and prompts "
          + "inside.")
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
