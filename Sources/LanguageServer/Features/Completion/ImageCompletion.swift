import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension CompletionSource {
  /// After `![…](`, the images stored with the note.
  static let images = CompletionSource(triggers: ["("]) { request in
    guard let target = request.imageTarget else { return nil }
    let assets =
      request.document.note.flatMap { note in
        try? request.context.notebook.ask { (notebook) throws(NotebookError) in
          try notebook.images.assets(of: note)
        }
      } ?? []
    let closing = request.snapshot.byte(at: target.upperBound) == UInt8(ascii: ")") ? "" : ")"
    let range = request.range(target)
    // Omits keys with characters that would end the target.
    let keys = assets.filter { !$0.key.contains { $0 == ")" || $0.isNewline } }
    return CompletionList(
      items: keys.map { asset in
        CompletionItem(
          label: asset.key.withoutControls, kind: .file, detail: asset.facts.withoutControls,
          filterText: asset.key, textEdit: TextEdit(range: range, newText: asset.key + closing))
      })
  }
}

extension CompletionRequest {
  /// The range of the target that is being typed, up to the next space or `)`.
  fileprivate var imageTarget: Range<Int>? {
    let before = textBefore.unicodeScalars
    guard let opening = before.lastRange(of: "]("), !before[opening.upperBound...].contains(")")
    else { return nil }
    guard let alternative = before[..<opening.lowerBound].lastRange(of: "!["),
      !before[alternative.upperBound..<opening.lowerBound].contains("]")
    else { return nil }
    let typed = before[opening.upperBound...].reduce(0) { $0 + UTF8.width($1) }
    let rest = textAfter.unicodeScalars.prefix { $0 != ")" && !$0.properties.isWhitespace }
    return offset - typed..<offset + rest.reduce(0) { $0 + UTF8.width($1) }
  }
}

extension BidirectionalCollection<Unicode.Scalar> {
  /// Returns the last range of `literal`, which must have two scalars.
  fileprivate func lastRange(of literal: String) -> Range<Index>? {
    let literal = Array(literal.unicodeScalars)
    var end = endIndex
    while end > startIndex {
      let second = index(before: end)
      guard second > startIndex else { return nil }
      let first = index(before: second)
      if self[first] == literal.first, self[second] == literal.last { return first..<end }
      end = second
    }
    return nil
  }
}
