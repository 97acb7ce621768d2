import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The name of an emoji.
@Suite struct EmojiHoverTests {
  @Test(arguments: PointedText.encodings)
  func saysInANote(_ encoding: PositionEncoding) throws {
    try HoverTests.check(
      [
        ("«¦😀» é", "grinning face")
      ], encoding)
  }
}
