package import PackratParsing

/// The facts about a note's text that a notebook stores beside the text.
///
/// The rules are those of the app that shares the notebook, so that both derive the same.
package struct NoteContent: Sendable, Equatable {
  /// The first heading's text, or the first line of a note without a heading. May be empty, and may
  /// begin with a space: a heading's title starts after the first one.
  package var title: String
  /// Hashtags in order of first appearance, each once and with its `#`.
  package var hashtags: [String]
  /// The first `Summary:` or `tl;dr:` line, without its marker.
  package var summary: String?
  /// The prompts, in document order. Equal blocks are one collection.
  package var promptCollections: [PromptCollection]

  /// Derives everything from `text`. Cost: one parse, linear in the text.
  package init(text: String) {
    self.init(MiniMarkdownDocument(text).snapshot)
  }

  /// Derives everything from a parsed text. Cost: linear in the text.
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

  /// The range of the title in `text` if a heading gives it, in UTF-8 bytes, without its line end.
  /// Cost: one parse.
  package static func titleRange(in text: String) -> Range<Int>? {
    titleRange(in: MiniMarkdownDocument(text).snapshot)
  }

  /// The same of a parsed text. Cost: the blocks up to the heading.
  package static func titleRange(in document: DocumentSnapshot) -> Range<Int>? {
    guard let header = document.roots.first(where: { $0.kind == .header }),
      let title = Heading(header)?.rawTitle
    else { return nil }
    let start = header.range.upperBound - title.utf8.count
    return start..<start + title.utf8.prefix { $0 != UInt8(ascii: "\n") }.count
  }

  /// The facts, each as above.
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

/// The facts of prompts by which they are one collection, as Swift compares strings.
private struct PromptText: Hashable {
  var kind: PromptCollection.Kind
  var rawValue: String

  init(_ prompts: PromptCollection) { (kind, rawValue) = (prompts.kind, prompts.rawValue) }
}

extension Syntax {
  /// The note's summary, if this is its line.
  var noteSummary: String? { kind == .summary ? child(.summaryBody)?.lineText : nil }

  /// The text without the line end it may include; nil if nothing is left.
  fileprivate var lineText: String? {
    let text = String(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" })
    return text.isEmpty ? nil : text
  }
}
