import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The parts of prompts that are completed.
@Suite struct PromptCompletionTests {
  /// The text with a position, what is replaced marked; and what the first item writes.
  private static let prompts: [(String, snippet: String, plain: String)] = [
    ("a «?[¦»", "?[${1:hint}](${2:answer})", "?[hint](answer)"),
    ("- é😀 «?[¦]» b", "?[${1:hint}](${2:answer})", "?[hint](answer)"),
    ("«Q¦»", "Q: ${1:question}\nA: ${2:answer}", "Q: "),
    ("# T\n«Q:¦»", "Q: ${1:question}\nA: ${2:answer}", "Q: "),
    ("a\n\n«Q: ¦»\n", "Q: ${1:question}\nA: ${2:answer}", "Q: "),
    ("Q: a?\n«¦»", "A: ", "A: "), ("Q: é😀?\n«A¦»\n\nb", "A: ", "A: "),
    ("b\n\nQ: a?\r\n«A:¦»", "A: ", "A: "),
  ]

  @Test(arguments: PointedText.encodings)
  func promptsAreCompleted(_ encoding: PositionEncoding) throws {
    for textDocument in [CompletionTests.withSnippets, [:]] {
      let server = try ServerFixture(
        notes: nil,
        capabilities: ServerFixture.capabilities(encoding, textDocument: textDocument))
      for (marked, snippet, plain) in Self.prompts {
        let text = PointedText(marked)
        let items = try CompletionTests.complete(server, text, encoding)
        let isSnippet = textDocument == CompletionTests.withSnippets && snippet.contains("$")
        let expected = isSnippet ? snippet : plain
        #expect(
          items.count == 1 && items.first?["textEdit"]?["newText"]?.string == expected, "\(marked)")
        #expect(items.first?["insertTextFormat"] == (isSnippet ? 2 : nil), "\(marked)")
        let range = try text.bytes(items.first?["textEdit"]?["range"], encoding)
        #expect(range == text.range, "\(marked)")
      }
    }
  }
}
