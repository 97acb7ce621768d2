import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// Rewrites of a selection.
@Suite struct RewritesTests {
  @Test func aSelectionIsOfferedRewritesUnasked() throws {
    #expect(
      try CodeActionsTests.titles(["triggerKind": 2], start: 0, end: 1).values.contains(
        "refactor.rewrite"))
  }
}
