import JSON
import LanguageClient
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The segments that are edited together.
@Suite struct LinkedEditingTests {
  /// The cursor is at the empty mark; the others are edited together.
  @Test(arguments: [
    "#«bo«»oks»/1 #«books»\n- #«books»/2 #booksy #Books `#books` #a/books",
    "#a/«b«»»/c #a/«b»/d #A/«b» #b #c/b", "#«a«»»/x #«a»", "«»#a #a", "#a #a«»",
    "x #日/«é«»»/y #日/«é»",
    "#a/«»/b #a//b",
  ])
  func edits(_ marked: String) throws {
    let text = MarkedText(marked)
    let cursor = try #require(text.ranges.first { $0.isEmpty }).lowerBound
    let linked = MiniMarkdownDocument(text.text).snapshot.linkedSegments(at: cursor)
    #expect(linked == text.ranges.filter { !$0.isEmpty }, "\(marked)")
  }
}
