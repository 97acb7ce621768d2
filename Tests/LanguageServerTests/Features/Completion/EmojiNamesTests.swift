import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The names of emoji.
@Suite struct EmojiNamesTests {
  @Test func emojiNamesAreNames() {
    #expect(EmojiNames.all.count > 1000)
    let first = Dictionary(EmojiNames.all.map { ($0.name, $0.emoji) }) { first, _ in first }
    #expect(first["grinning-face"] == "😀" && first["heavy-black-heart"] == "❤️")
    for (name, emoji) in EmojiNames.all {
      let isName = name.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
      }
      #expect(isName && name.count < 80 && emoji.count == 1, "\(name)")
      #expect(PointedText(emoji).snapshot.path(to: 0).contains { $0.kind == .emoji }, "\(name)")
    }
  }
}
