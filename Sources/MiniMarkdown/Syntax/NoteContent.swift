package import PackratParsing

/// The data derived from a note's text that a notebook stores in addition to the text.
///
/// The rules are those of the app that shares the notebook, so that both derive equal data.
package struct NoteContent: Sendable, Equatable {
  /// The first heading's text, or the first line of a note without headings. May be empty, and may
  /// begin with a space: only the first space after the marker is removed.
  package var title: String
  /// Hashtags in order of first appearance, each once and with its `#`.
  package var hashtags: [String]
  /// The first `Summary:` or `tl;dr:` line that is not empty, without its marker.
  package var summary: String?
  /// The prompts in document order; of equal blocks, only those of the first.
  package var promptCollections: [PromptCollection]

  /// Cost: one parse, linear in the text.
  package init(text: String) {
    self.init(MiniMarkdownDocument(text).snapshot)
  }

  /// Cost: linear in the text.
  package init(_ document: DocumentSnapshot) {
    title = Self.title(of: document)
    hashtags = []
    promptCollections = []
    var seenTags: Set<String> = []
    var seenPrompts: Set<PromptText> = []
    for block in document.blocks {
      for root in document.roots(of: block) {
        for hashtag in root.all(.hashtag) {
          let text = hashtag.text
          if seenTags.insert(text).inserted { hashtags.append(text) }
        }
        if summary == nil { summary = root.noteSummary }
        for prompts in PromptCollection.all(in: root)
        where seenPrompts.insert(PromptText(prompts)).inserted {
          promptCollections.append(prompts)
        }
      }
    }
  }

  /// Returns the range of the title in `text`, in UTF-8 bytes; nil if there is no heading. Excludes
  /// the `\n`, but includes a `\r` before it. Cost: one parse.
  package static func titleRange(in text: String) -> Range<Int>? {
    titleRange(in: MiniMarkdownDocument(text).snapshot)
  }

  /// Returns the range of the title of a parsed text; nil if there is no heading. Cost: linear in
  /// the blocks up to the heading, or in all blocks.
  package static func titleRange(in document: DocumentSnapshot) -> Range<Int>? {
    guard let header = document.roots.first(where: { $0.kind == .header }),
      let title = Heading(header)?.rawTitle
    else { return nil }
    let start = header.range.upperBound - title.utf8.count
    return start..<start + title.utf8.prefix { $0 != UInt8(ascii: "\n") }.count
  }

  init(
    title: String, hashtags: [String], summary: String?, promptCollections: [PromptCollection]
  ) {
    self.title = title
    self.hashtags = hashtags
    self.summary = summary
    self.promptCollections = promptCollections
  }

  static func title(of document: DocumentSnapshot) -> String {
    var raw = ""
    if let header = document.roots.first(where: { $0.kind == .header }) {
      raw = Heading(header)?.rawTitle ?? ""
    } else if let first = document.roots.first(where: { $0.kind != .blankLine }) {
      raw = first.text
    }
    guard var line = raw.unicodeScalars.split(separator: "\n", maxSplits: 1).first else {
      return ""
    }
    if line.last == "\r" { line.removeLast() }
    return String(String.UnicodeScalarView(line))
  }
}

/// A key for prompts, which are equal if Swift considers their texts equal.
private struct PromptText: Hashable {
  var kind: PromptCollection.Kind
  var rawValue: String

  init(_ prompts: PromptCollection) { (kind, rawValue) = (prompts.kind, prompts.rawValue) }
}

extension Syntax {
  /// The text of a summary without line ends; nil if this node is not a summary, or is empty.
  var noteSummary: String? { kind == .summary ? child(.summaryBody)?.lineText : nil }

  /// The text without line ends; nil if it is then empty.
  fileprivate var lineText: String? {
    let text = String(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" })
    return text.isEmpty ? nil : text
  }
}
