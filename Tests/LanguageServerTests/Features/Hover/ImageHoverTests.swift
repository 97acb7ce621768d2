import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The kind and size of an image.
@Suite struct ImageHoverTests {
  @Test(arguments: PointedText.encodings)
  func saysInANote(_ encoding: PositionEncoding) throws {
    try HoverTests.check(
      [
        ("«![pond](assets/po¦nd.png)» !", "image/png, 640 × 480 pixels, 12 kB"),
        ("«![go¦ne](assets/gone.png)» !", "This image is not stored with the note."),
      ], encoding)
  }
}
