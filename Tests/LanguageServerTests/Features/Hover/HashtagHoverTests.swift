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
          """
          #books: 2 notes
          Contains: #books/nature (1)
          - Walden, today
          - A note without a heading #books, today
          """
        ),
        ("«#books/na¦ture»", "#books/nature: 1 note\n- Walden, today"),
        ("«#books/nature¦»", "#books/nature: 1 note\n- Walden, today"),
      ], encoding)
  }
}
