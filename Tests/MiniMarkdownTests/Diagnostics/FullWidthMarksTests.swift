import PackratParsing
import TestSupport
import Testing

@testable import MiniMarkdown

/// The marks of Chinese and Japanese keyboards: what is reported, and what a fix writes.
@Suite struct FullWidthMarksTests {
  @Test(arguments: [
    ("«Q：»为什么\nA：因为", DiagnosticRule.fullWidthMark, "Q: 为什么\nA: 因为"),
    ("Q: 为什么\n«A：»因为", .fullWidthMark, "Q: 为什么\nA: 因为"),
    ("«Ｑ：»a\nＡ: b", .fullWidthMark, "Q: a\nA: b"),
    ("«Q：»\u{3000}a\nA： b", .fullWidthMark, "Q: a\nA: b"),
    ("«Q：»a", .fullWidthMark, "Q: a"),
    ("«Q：»a\n\nA：b", .fullWidthMark, "Q: a\nA: b"),
    ("«Q:»\u{3000}a\nA: b", .questionMissingSpace, "Q: a\nA: b"),
    ("«q：»a\na：b", .questionLowercase, "Q: a\nA: b"),
    ("字\n«Q：»a\nA：b", .questionUnderText, "字\n\nQ: a\nA: b"),
    ("«Q:» a\n\nA：b", .blankLineInPair, "Q: a\nA: b"),
    ("心有«？[几个](四个)»心室", .fullWidthMark, "心有?[几个](四个)心室"),
    ("«？［h］（a）»", .fullWidthMark, "?[h](a)"),
    ("- «？【h】（a）»。", .fullWidthMark, "- ?[h](a)。"),
    ("a «?[h]（a）» b", .fullWidthMark, "a ?[h](a) b"),
    ("> «?[](a）»", .fullWidthMark, "> ?[](a)"),
    ("a «[[A】】» b", .fullWidthMark, "a [[A]] b"),
    ("«【【A】】»", .fullWidthMark, "[[A]]"),
    ("«［［红楼梦］］»。", .fullWidthMark, "[[红楼梦]]。"),
    ("a «＃小说»", .hashtagNotApart, "a #小说"),
    ("«＃小说/长篇»，好", .hashtagNotApart, "#小说/长篇 ，好"),
  ])
  func areReportedAndFixed(marked: String, rule: DiagnosticRule, fixed: String) throws {
    let text = MarkedText(marked)
    let snapshot = MiniMarkdownDocument(text.text).snapshot
    let diagnostics = snapshot.diagnostics()
    let found = try #require(diagnostics.first)
    #expect(diagnostics.map(\.rule) == [rule] && found.range == text.ranges.first)
    #expect(found.message.count <= 110)
    #expect(snapshot.fixes(for: found).map { snapshot.text(with: $0.edits) } == [fixed])
  }

  @Test(arguments: [
    ("Q：a\nA：b", "Full-width “：”: use “Q: ”."), ("Q: a\nＡ：b", "Full-width “Ａ”: use “A: ”."),
    ("?[h]（a）", "Full-width “（”: use ?[hint](answer)."),
    ("[[A】】", "Full-width “】”: use [[title]]."), ("＃小说", "Full-width “＃”: use “#”."),
  ])
  func messagesNameTheFirstMark(text: String, message: String) {
    #expect(MiniMarkdownDocument(text).snapshot.diagnostics().map(\.message) == [message])
  }

  @Test(arguments: [
    "时间：三点", "A：苹果\nB：梨", "A：苹果", "甲：乙\nQ：丙", "q：a", "Q&A：无", "真的吗？是的。", "真的吗？（是）",
    "真的吗？[1]", "真的吗？【注】", "真的吗？[链接](https://a.b)", "真的吗？[链接](b.md)", "`？[a](b)`",
    "？[a]()", "？[a\nb](c)", "【注】［一］（二）", "【【】】", "【【 】】", "[[A]]】", "【【a\nb】】", "＃ 标题", "＃1", "＃１",
    "＃＃", "号＃楼", "C＃", "＃fff",
  ])
  func ordinaryTextIsLeftAlone(_ text: String) {
    #expect(MiniMarkdownDocument(text).snapshot.diagnostics().map(\.code) == [])
  }

  /// In a file that is not a note, `＃` may be intended.
  @Test func inFiles() {
    let snapshot = MiniMarkdownDocument("＃小说\n\nQ：a\nA：b\n").snapshot
    #expect(snapshot.diagnostics(in: .file).map(\.rule) == [.fullWidthMark])
  }

  /// Only pairs are safe: brackets may be intended.
  @Test func fixAllWritesPairs() {
    let snapshot = MiniMarkdownDocument("Q：a\nA：b\n\n？[h](a)\n").snapshot
    #expect(snapshot.text(with: snapshot.fixingAll()) == "Q: a\nA: b\n\n？[h](a)\n")
  }
}
