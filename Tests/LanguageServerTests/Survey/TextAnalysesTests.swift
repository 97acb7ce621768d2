import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import Testing
import TextDiagnostics

@testable import LanguageServer

@Suite struct TextAnalysesTests {
  /// A user who goes on typing wants no analysis of an earlier text, but for the first, of which later ones
  /// examine the difference.
  @Test func onlyTheFirstIsFinishedInAnyCase() {
    let analyses = TextAnalyses()
    func analysis(of text: String, revision: Int) -> TextAnalysis? {
      let document = OpenDocument(
        name: DocumentURI("file:///walden.md"), version: revision,
        snapshot: MiniMarkdownDocument(text).snapshot, revision: revision)
      return analyses.analysis(of: document, uri: document.name, encoding: .utf16) { false }
    }
    let text = String(repeating: "A ?[hint](pond.\n\n", count: 1_000)
    let first = analysis(of: text, revision: 1)
    #expect(first?.diagnostics.isEmpty == false)
    #expect(analysis(of: text + text, revision: 2) == nil)
    #expect(analysis(of: text, revision: 1)?.diagnostics == first?.diagnostics)
  }
}
