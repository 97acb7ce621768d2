import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

extension CompletionSource {
  static let clozes = CompletionSource(triggers: ["["]) { request in
    guard request.textBefore.hasSuffix("?["),
      !request.isIn([.strongEmphasis, .emphasis, .code, .image, .cloze])
    else { return nil }
    // Editors insert the closing bracket automatically; the rest of a cloze may exist already.
    let after = request.textAfter
    if after.hasPrefix("](") { return nil }
    let end = request.offset + (after.hasPrefix("]") ? 1 : 0)
    let item = request.item(
      "?[hint](answer)", detail: "cloze", filter: "?[", over: request.offset - 2..<end,
      snippet: "?[${1:hint}](${2:answer})")
    return CompletionList(items: [item])
  }

  static let pairs = CompletionSource(triggers: [":"]) { request in
    let line = request.snapshot.line(at: request.offset)
    let start = request.snapshot.lineRange(line).lowerBound
    let before = request.textBefore
    guard request.offset - start < 4, request.textAfter.isEmpty else { return nil }
    let range = start..<request.offset
    if "A: ".hasPrefix(before), before != "A: ", request.isBelowQuestion(line) {
      let item = request.item("A: ", detail: "answer", filter: "A:", over: range)
      return CompletionList(items: [item])
    }
    guard !before.isEmpty, "Q: ".hasPrefix(before), request.beginsBlock(at: start) else {
      return nil
    }
    let item =
      request.takesSnippets
      ? request.item(
        "Q: A:", detail: "question and answer", filter: "Q:", over: range,
        snippet: "Q: ${1:question}\nA: ${2:answer}")
      : request.item("Q: ", detail: "question", filter: "Q:", over: range)
    return CompletionList(items: [item])
  }
}

extension CompletionRequest {
  fileprivate func item(
    _ text: String, detail: String, filter: String, over range: Range<Int>, snippet: String? = nil
  ) -> CompletionItem {
    let snippet = takesSnippets ? snippet : nil
    return CompletionItem(
      label: text, kind: snippet == nil ? .text : .snippet, detail: detail, filterText: filter,
      insertTextFormat: snippet == nil ? nil : .snippet,
      textEdit: TextEdit(range: self.range(range), newText: snippet ?? text))
  }

  fileprivate func beginsBlock(at offset: Int) -> Bool {
    snapshot.path(to: offset).first?.range.lowerBound == offset
  }

  fileprivate func isBelowQuestion(_ line: Int) -> Bool {
    guard line > 0 else { return false }
    let question = snapshot.lineRange(line - 1)
    return question.count > 3
      && snapshot.text(in: question.lowerBound..<question.lowerBound + 3) == "Q: "
      && beginsBlock(at: question.lowerBound)
  }
}
