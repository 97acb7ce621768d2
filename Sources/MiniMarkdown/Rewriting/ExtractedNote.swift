package import PackratParsing

/// A part of a text that becomes a separate note.
package struct ExtractedNote: Sendable, Equatable {
  /// The title of the new note, on one line; never empty.
  package var title: String
  /// Whether the title comes from a heading at the start of the part.
  package var hasHeading: Bool
  /// The hashtags of the whole text that the part itself does not have.
  package var hashtags: [String]
  /// The range to extract, in UTF-8 bytes of the whole text, without white space around it.
  package var range: Range<Int>
  /// The text of the new note, which ends with a line end.
  package var text: String

  /// Returns nil if `selection` contains only white space. Cost: linear in the document.
  package init?(_ selection: Range<Int>, of document: DocumentSnapshot) {
    range = document.trimmed(selection.clamped(to: 0..<document.count))
    if range.isEmpty { return nil }
    text = document.text(in: range) + "\n"
    let part = MiniMarkdownDocument(text).snapshot
    let content = NoteContent(part)
    let own = Set(content.hashtags)
    hashtags = NoteContent(document).hashtags.filter { !own.contains($0) }
    let first = part.roots.first { $0.kind != .blankLine }
    let heading = first.flatMap { Heading($0) }?.title.firstLine ?? ""
    hasHeading = !heading.isEmpty
    title = hasHeading ? heading : first.map { Self.title(of: $0) } ?? ""
    if title.isEmpty { title = "Untitled" }
  }

  /// The maximum length of a title from text, in characters, without “…”.
  private static let titleLimit = 60

  private static func title(of root: Syntax) -> String {
    let line = plainText(of: root).trimmed.firstLine
    let words = line.split(whereSeparator: \.isWhitespace)
    var title = ""
    for word in words {
      if title.isEmpty {
        title = String(word.prefix(titleLimit))
      } else if title.count + 1 + word.count <= titleLimit {
        title += " " + word
      } else {
        return title + "…"
      }
    }
    return title
  }

  private static func plainText(of node: Syntax) -> String {
    switch node.kind {
    case .delimiter, .listDelimiter, .qnaDelimiter, .summaryDelimiter, .clozeHint, .hashtag,
      .linkTarget, .qnaAnswer:
      ""
    case .image: node.child(.linkAltText)?.text ?? ""
    default: node.isLeaf ? node.text : node.children.map(plainText).joined()
    }
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}
