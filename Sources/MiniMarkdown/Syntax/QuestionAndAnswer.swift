package import PackratParsing

/// A pair of lines, `Q: …` and `A: …`.
package struct QuestionAndAnswer: Sendable {
  package let syntax: Syntax

  package init?(_ syntax: Syntax) {
    guard syntax.kind == .questionAndAnswer else { return nil }
    self.syntax = syntax
  }

  package var question: String { syntax.child(.qnaQuestion)?.text ?? "" }

  package var answer: String { syntax.child(.qnaAnswer)?.text ?? "" }

  /// Returns the key that equal questions share: their words in lower case.
  static func key(of question: String) -> String {
    question.asciiWords
      ?? question.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}

extension String {
  /// The words in lower case, separated by single spaces. Nil if a character is not ASCII.
  fileprivate var asciiWords: String? {
    var words: [UInt8] = []
    words.reserveCapacity(utf8.count)
    var isAfterWord = false
    for byte in utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: " "):
        if isAfterWord { words.append(UInt8(ascii: " ")) }
        isAfterWord = false
      default:
        words.append(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte)
        isAfterWord = true
      }
    }
    if !isAfterWord, !words.isEmpty { words.removeLast() }
    return String(decoding: words, as: UTF8.self)
  }
}
