import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import UserSettings

extension CompletionSource {
  static let emoji = CompletionSource(triggers: [":"]) { request in
    guard request.context.settings.completesEmoji, let name = request.emojiName else { return nil }
    let typed = request.snapshot.text(in: name.lowerBound + 1..<request.offset).lowercased()
    let found = EmojiNames.index.search(typed, limit: emojiLimit)
    let range = request.range(name)
    return CompletionList(
      isIncomplete: !found.isComplete,
      items: found.ranks.enumerated().map { rank, index in
        let (name, emoji) = EmojiNames.all[index]
        return CompletionItem(
          label: "\(emoji) :\(name):", kind: .text, sortText: String(rank + 100),
          filterText: ":\(name):", textEdit: TextEdit(range: range, newText: emoji))
      })
  }
}

private let emojiLimit = 50

extension CompletionRequest {
  /// The range of the emoji name that is being typed: a colon, at least two characters before the
  /// cursor, the remaining name, and a closing colon, if any. Nil in code and images, and if the
  /// first colon directly follows a word, a colon or a slash.
  fileprivate var emojiName: Range<Int>? {
    let before = textBefore.unicodeScalars
    let typed = before.reversed().prefix(while: \.isInEmojiName).count
    guard typed >= 2, let colon = before.dropLast(typed).last, colon == ":" else { return nil }
    if let last = before.dropLast(typed + 1).last, last == ":" || last == "/" || last.isInWord {
      return nil
    }
    if isIn([.code, .image]) { return nil }
    let after = textAfter.unicodeScalars
    let rest = after.prefix(while: \.isInEmojiName).count
    let end = rest + (after.dropFirst(rest).first == ":" ? 1 : 0)
    return offset - typed - 1..<offset + end
  }
}

extension Unicode.Scalar {
  fileprivate var isInWord: Bool { properties.isAlphabetic || properties.numericType != nil }

  fileprivate var isInEmojiName: Bool {
    isASCII && isInWord || self == "+" || self == "-" || self == "_"
  }
}
