import Base
import MiniMarkdown
import PackratParsing

/// A block's prompts, prepared for comparison.
struct PromptContent {
  struct Part {
    /// The answer; nil for a quote, and if it cannot be determined.
    var answer: ComparedText?
    var hint = ""
    /// The text around a cloze; nil for other prompts, or if that is the whole paragraph.
    var surroundings: ComparedText?
  }

  /// The quote, the question, or the paragraph of clozes with all answers in it.
  var question: ComparedText
  var parts: [Part]
  /// Whether it is unknown which prompt hides which text, because the app counts these clozes
  /// differently. Then a prompt continues only at the same index of a block with the same number of
  /// prompts.
  var isOpaque = false
  var isOfClozes: Bool

  /// The number of elements on each side of a cloze that form its surroundings.
  private static let reach = 40

  init(
    _ rawValue: String, _ kind: PromptCollection.Kind, count: Int, _ elements: inout TextElements
  ) {
    let roots = Array(MiniMarkdownDocument(rawValue).snapshot.roots)
    isOfClozes = kind == .cloze
    switch kind {
    case .quote:
      let body = Self.body(ofQuote: rawValue) ?? ""
      question = elements.read(Array(MiniMarkdownDocument(body).snapshot.roots))
      if question.isEmpty { question = elements.read(roots) }
      parts = [Part()]
    case .questionAndAnswer:
      let pair = roots.first { $0.kind == .questionAndAnswer }
      question = elements.read(pair?.children.filter { $0.kind == .qnaQuestion } ?? [])
      parts = [Part(answer: elements.read(pair?.children.filter { $0.kind == .qnaAnswer } ?? []))]
    case .cloze:
      (question, parts) = Self.clozes(roots, &elements)
      guard parts.count != count else { return }
      isOpaque = true
      parts = Array(repeating: Part(), count: max(0, count))
    }
  }

  /// Returns a quote without the part in parentheses at its end, such as chapter and verse; nil if
  /// there is no such part.
  private static func body(ofQuote rawValue: String) -> String? {
    let text = rawValue.trimmed
    guard text.hasSuffix(")"), let start = text.lastIndex(of: "(") else { return nil }
    return String(text[..<start])
  }

  private static func clozes(
    _ roots: [Syntax], _ elements: inout TextElements
  ) -> (ComparedText, [Part]) {
    var occurrences: [(answer: Range<Int>, cloze: Syntax)] = []
    elements.begin()
    for root in roots { elements.append(root, found: { occurrences.append(($1, $0)) }) }
    let whole = elements.whole
    let parts = occurrences.map { range, cloze in
      let end = min(whole.count, range.upperBound + reach)
      let around = min(end, max(0, range.lowerBound - reach))..<end
      let answer = cloze.child(.clozeAnswer)?.text ?? ""
      return Part(
        answer: elements.read(answer), hint: cloze.child(.clozeHint)?.text ?? "",
        surroundings: around.count < whole.count ? ComparedText(Array(whole[around])) : nil)
    }
    return (ComparedText(whole), parts)
  }
}

extension TextElements {
  package mutating func read(_ text: String) -> ComparedText {
    begin()
    append(text)
    return ComparedText(whole)
  }

  /// Returns the text of nodes for comparison. Includes hashtags only if there is nothing else: a
  /// renamed hashtag does not change the question.
  fileprivate mutating func read(_ nodes: [Syntax]) -> ComparedText {
    for readsHashtags in [false, true] {
      begin()
      for node in nodes { append(node, readsHashtags: readsHashtags) }
      if elements.count > 1 { break }
    }
    return ComparedText(whole)
  }

  /// Appends the readable text of a node, without hints and delimiters. Calls `found` with each
  /// cloze and the range of its answer among the elements.
  fileprivate mutating func append(
    _ node: Syntax, readsHashtags: Bool = false, found: (Syntax, Range<Int>) -> Void = { _, _ in }
  ) {
    switch node.kind {
    case .delimiter, .clozeHint: return
    case .hashtag where !readsHashtags: return
    case .cloze:
      let start = elements.count
      append(node.child(.clozeAnswer)?.text ?? "")
      found(node, start..<max(start, elements.count))
    default:
      if node.isLeaf { return append(node.text) }
      for child in node.children { append(child, readsHashtags: readsHashtags, found: found) }
    }
  }
}
