import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The images of a note.
@Suite struct ImageCompletionTests {
  @Test(arguments: PointedText.encodings)
  func imagesOfTheNoteAreCompleted(_ encoding: PositionEncoding) throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(
      notebookPath: notebook.path, capabilities: ServerFixture.capabilities(encoding))
    let uri = try server.uri(titled: "Walden")
    for (marked, new) in [
      ("![](«¦»", "assets/pond.png)"), ("é😀 ![a](«as¦sets/x»)", "assets/pond.png"),
      ("![](«assets/¦» b", "assets/pond.png)"), ("![](a.png) ![](« ¦»", "assets/pond.png)"),
      ("[](¦)", nil),
      ("![](a)¦", nil), ("!](¦", nil), ("![\n](¦", nil),
    ] as [(String, String?)] {
      let text = PointedText(marked)
      let items = try CompletionTests.complete(server, text, encoding, uri: uri)
      #expect(items.first?["textEdit"]?["newText"]?.string == new, "\(marked)")
      if new != nil {
        #expect(items.first?["detail"] == "image/png, 640 × 480 pixels, 12 kB")
        #expect(
          try text.bytes(items.first?["textEdit"]?["range"], encoding) == text.range, "\(marked)")
      }
      #expect(
        try CompletionTests.complete(server, text, encoding, uri: "file:///a.md").isEmpty,
        "\(marked)")
    }
  }
}
