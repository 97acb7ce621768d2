import PackratParsing

extension DiagnosticRule {
  static let missingTitle = DiagnosticRule(
    "missing-title", .information, in: .notes,
    says: "This note has no title: write one after the “#” of its first heading.",
    find: .text(emptyTitle), fix: .none)

  /// Finds an empty first heading in a note that has other content.
  ///
  /// A note's title is its first heading; only a note without headings is titled by its first line.
  /// A note with only hashtags below the heading has just been created, so it is not reported.
  private static func emptyTitle(_ facts: TextFacts) -> [NoteDiagnostic] {
    guard let first = facts.headings.first, first.isEmpty, !first.range.isEmpty,
      facts.headings.contains(where: { !$0.isEmpty })
        || facts.snapshot.blocks.contains(where: \.hasContent)
    else { return [] }
    return [NoteDiagnostic(.missingTitle, first.range)]
  }
}

extension Block {
  /// Whether the block contains anything but a heading, white space and hashtags.
  fileprivate var hasContent: Bool {
    switch nodes.first?.kind {
    case nil, .blankLine, .header: false
    case .paragraph: !isOnlyHashtags
    default: true
    }
  }

  /// Whether the block, a paragraph, contains only hashtags and white space.
  private var isOnlyHashtags: Bool {
    var end = start
    for hashtag in references(.hashtag) {
      guard text(in: end..<hashtag.range.lowerBound).allSatisfy(\.isWhitespace) else {
        return false
      }
      end = hashtag.range.upperBound
    }
    return text(in: end..<range.upperBound).allSatisfy(\.isWhitespace)
  }
}
