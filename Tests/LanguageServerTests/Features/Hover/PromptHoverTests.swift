import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The hidden parts of a prompt, and its state.
@Suite struct PromptHoverTests {
  @Test(arguments: PointedText.encodings)
  func saysInANote(_ encoding: PositionEncoding) throws {
    try HoverTests.check(
      [
        (
          "The «?[wh¦ich?](heart)» has",
          "Hint: which?\nAnswer: heart\nDue in 5 days. Answered once, last yesterday."
        ),
        ("has «?[](fo¦ur)» cham", "Answer: four\nNot reviewed yet."),
        (
          "«> Simplify, *simp¦lify*. (p. 91)»",
          "From: Walden: Henry David Thoreau (1854)\nDue 3 days ago. Answered 4 times, last 13 days ago."
        ),
        (
          "«Q: Who w¦rote it?\nA: Thoreau»",
          "From: Walden: Henry David Thoreau (1854)\nNot reviewed yet."
        ),
        (
          "«Q: Who wrote it?\n¦A: Thoreau»",
          "From: Walden: Henry David Thoreau (1854)\nNot reviewed yet."
        ),
      ], encoding)
  }
}
