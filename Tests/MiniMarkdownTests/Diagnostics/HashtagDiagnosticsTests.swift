import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// Text that looks like a hashtag, in any script.
@Suite struct HashtagDiagnosticsTests {
  @Test(arguments: [
    ("а («#тег»)", DiagnosticRule.hashtagNotApart), ("(«#ελλάδα/αθήνα»)", .hashtagNotApart),
    ("a («#小说») b", .hashtagNotApart), ("我读了书（«#小说»）。", .hashtagNotApart),
    ("a («#كتاب»)", .hashtagNotApart), ("a («#किताब/हिन्दी»)", .hashtagNotApart),
    ("a («#élan»)", .hashtagNotApart), ("a («#e\u{301}lan»)", .hashtagNotApart),
    ("a («#l’étude»)", .hashtagNotApart), ("a («#ハリー・ポッター»)", .hashtagNotApart),
    ("слово«#философия»", .hashtagNotApart), ("很好«#小说» 。", .hashtagNotApart),
    ("हिन्दी«#किताब»", .hashtagNotApart), ("完了。«#小说»", .hashtagNotApart),
    ("# «#тег» а", .hashtagNotApart), ("Q: «#标签»\nA: b", .hashtagNotApart),
    ("tl;dr: «#étude»", .hashtagNotApart),
    ("*«#тег»*", .hashtagInEmphasis), ("好，*«#小说»*。", .hashtagInEmphasis),
    ("a **b «#किताब» c**", .hashtagInEmphasis), ("a #किताब«।»", .hashtagEndsInPunctuation),
  ])
  func areFound(marked: String, rule: DiagnosticRule) {
    let text = MarkedText(marked)
    let found = MiniMarkdownDocument(text.text).snapshot.diagnostics()
    #expect(found.map(\.rule) == [rule] && found.first?.range == text.ranges.first)
  }

  @Test(arguments: [
    "用c#语言", "用C#语言写", "(#١٢٣)", "（#1）", "（#１２）", "（#fff）", "颜色：#ff00ff", "№#1", "第#章",
    "(#я)", "(#🌱)", "https://пример.рф/путь#Часть", "https://a.b/?q=#标签", "[b](#якорь)", "a#тег()",
    "字*#小说*字".replacing("*", with: "`"), "#тег #标签/中 #كتاب",
  ])
  func otherTextIsLeftAlone(_ text: String) {
    #expect(MiniMarkdownDocument(text).snapshot.diagnostics().map(\.code) == [])
  }

  @Test(arguments: [
    ("我读了书（#小说）。", "我读了书（ #小说 ）。"), ("# #тег а", "# а #тег"), ("Q: #标签\nA: b", "Q:  #标签\nA: b"),
    ("*#тег*", "#тег"), ("a #किताब।", "a #किताब ।"),
  ])
  func areFixed(text: String, fixed: String) throws {
    let snapshot = MiniMarkdownDocument(text).snapshot
    let found = try #require(snapshot.diagnostics().first)
    #expect(snapshot.fixes(for: found).map { snapshot.text(with: $0.edits) } == [fixed])
  }
}
