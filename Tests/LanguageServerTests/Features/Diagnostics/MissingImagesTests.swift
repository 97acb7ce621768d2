import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Images that a note has not.
@Suite struct MissingImagesTests {
  @Test(
    arguments: [
      ("![](«assets/a.png»)", [], ["missing-image"]),
      ("![](assets/a.png) ![](«assets/b.png»)", ["assets/a.png"], ["missing-image"]),
      ("![](https://a/b.png) ![](b.png) ![]()", [], []),
      ("![](assets/a.png)", nil, []),
    ] as [(String, Set<String>?, [String])])
  func missingImages(_ marked: String, images: Set<String>?, codes: [String]) throws {
    let marked = MarkedText(marked)
    let found = try NotebookDiagnosticsTests.diagnostics(
      of: marked.text, note: "Walden", images: images, notes: [NotebookDiagnosticsTests.walden])
    #expect(found.map(\.code) == codes)
    for (diagnostic, range) in zip(found, marked.ranges) {
      #expect(
        diagnostic.range
          == LSPRange(
            start: Position(line: 0, character: UInt32(range.lowerBound)),
            end: Position(line: 0, character: UInt32(range.upperBound))))
    }
    // Files may have them anywhere.
    #expect(
      try NotebookDiagnosticsTests.diagnostics(of: marked.text, images: images, notes: []).isEmpty)
  }
}
