import PackratParsing

extension DiagnosticRule {
  static let missingTitle = DiagnosticRule(
    "missing-title", .information, in: .notes,
    says: "This note has no title: write one after the “#” of its first heading.",
    find: .text(emptyTitle), fix: .none)

  /// A first heading that says nothing, above a note that says something.
  ///
  /// A note's title is its first heading; only a note without one is called by its first line. A note
  /// that has nothing else yet but hashtags, as new ones do, is being begun.
  private static func emptyTitle(_ facts: TextFacts) -> [NoteDiagnostic] {
    guard let first = facts.headings.first, first.isEmpty, !first.range.isEmpty,
      facts.headings.contains(where: { !$0.isEmpty })
        || facts.snapshot.blocks.contains(where: \.hasContent)
    else { return [] }
    return [NoteDiagnostic(.missingTitle, first.range)]
  }
}

extension Block {
  /// Whether it holds anything but a heading, white space and hashtags.
  fileprivate var hasContent: Bool {
    switch nodes.first?.kind {
    case nil, .blankLine, .header: false
    case .paragraph: !isOnlyHashtags
    default: true
    }
  }

  /// Whether the paragraph it is holds hashtags and white space, and nothing else.
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
