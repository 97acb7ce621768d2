import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// Emoji by their names.
@Suite struct EmojiCompletionTests {
  @Test(arguments: PointedText.encodings)
  func emojiAreCompletedByName(_ encoding: PositionEncoding) throws {
    let server = try ServerFixture(
      notes: nil, capabilities: ServerFixture.capabilities(encoding))
    for (marked, first) in [
      ("«:smi¦»", "😄"), ("é😀 «:smi¦le:» b", "😄"), ("(«:+1¦»", "👍"), ("«:grinning-f¦»", "😀"),
      ("?[](«:hea¦rt»)", "❤️"), ("# a\n- «:GREEN-H¦»", "💚"), ("«:two-hear¦»", "💕"),
    ] {
      let text = PointedText(marked)
      let items = try CompletionTests.complete(server, text, encoding)
      let item = items.first
      #expect(item?["textEdit"]?["newText"]?.string == first, "\(marked)")
      #expect(try text.bytes(item?["textEdit"]?["range"], encoding) == text.range, "\(marked)")
      #expect(items.allSatisfy { $0["filterText"]?.string?.hasPrefix(":") == true }, "\(marked)")
      #expect(items.count <= 50)
    }
  }
}
