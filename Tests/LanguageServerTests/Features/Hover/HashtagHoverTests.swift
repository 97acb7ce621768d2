import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The notes of a hashtag.
@Suite struct HashtagHoverTests {
  @Test(arguments: PointedText.encodings)
  func saysInANote(_ encoding: PositionEncoding) throws {
    try HoverTests.check(
      [
        (
          "«#boo¦ks»/nature",
          "#books: 2 notes\nBelow it: #books/nature (1)\n- Walden: Henry David Thoreau (1854)"
        ),
        ("«#books/na¦ture»", "#books/nature: 1 note"),
        ("«#books/nature¦»", "#books/nature: 1 note"),
      ], encoding)
  }
}
