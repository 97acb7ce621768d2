import Base
import LanguageServerProtocol
import Foundation
import JSON
import NoteGenerator
import Notebook
import TestSupport
import Testing

@testable import LanguageServer
import SpacedRepetition

@Suite struct WordingTests {
  @Test(
    arguments: [
      (0, "1 minute"), (59, "1 minute"), (600, "10 minutes"), (5400, "2 hours"), (86_400, "1 day"),
      (84_599, "23 hours"), (345_600, "4 days"), (1_300_000, "2 weeks"), (8e6, "3 months"),
      (4e7, "15 months"), (1e9, "31 years"), (1e300, "12675 years"), (.nan, "1 minute"),
      (-5, "1 minute"), (.infinity, "12675 years"),
    ] as [(Double, String)])
  func times(_ seconds: Double, _ words: String) {
    #expect(RelativeDay.words(forSeconds: seconds) == words)
  }

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
    return calendar
  }()

  /// Noon in Los Angeles.
  private static let now = try? Date("2024-03-09T20:00:00Z", strategy: .iso8601)

  private static func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  /// A moment, and how it is told at noon of 2024-03-09 in Los Angeles. The night after that is an
  /// hour short.
  @Test(arguments: [
    ("2024-03-09T20:00:00Z", "due today", "today"),
    ("2024-03-09T08:00:00Z", "due today", "today"),
    ("2024-03-10T07:59:59Z", "due today", "today"),
    ("2024-03-10T08:00:00Z", "due tomorrow", "tomorrow"),
    ("2024-03-11T06:59:59Z", "due tomorrow", "tomorrow"),
    ("2024-03-11T07:00:00Z", "due in 2 days", "in 2 days"),
    ("2024-03-09T07:59:59Z", "due since yesterday", "yesterday"),
    ("2024-03-06T20:00:00Z", "due for 3 days", "3 days ago"),
    ("2024-03-22T20:00:00Z", "due in 13 days", "in 13 days"),
    ("2024-03-23T20:00:00Z", "due in 2 weeks", "in 2 weeks"),
    ("2024-05-07T20:00:00Z", "due in 8 weeks", "in 8 weeks"),
    ("2024-05-08T20:00:00Z", "due in 2 months", "in 2 months"),
    ("2026-03-09T20:00:00Z", "due in 24 months", "in 24 months"),
    ("2026-03-10T20:00:00Z", "due in 2 years", "in 2 years"),
    ("2021-03-09T20:00:00Z", "due for 3 years", "3 years ago"),
    ("9999-12-31T00:00:00Z", "due in 7975 years", "in 7975 years"),
    ("0001-01-01T00:00:00Z", "due for 2023 years", "2023 years ago"),
  ])
  func daysAreTold(_ moment: String, _ due: String, _ ago: String) throws {
    let day = RelativeDay(
      of: try Self.date(moment), now: try #require(Self.now), calendar: Self.calendar)
    #expect(day.due == due && day.ago == ago)
  }

  @Test(arguments: [Date.distantFuture, .distantPast, Date(timeIntervalSince1970: 1e300)])
  func farDaysAreNoTrap(_ date: Date) throws {
    let now = try #require(Self.now)
    #expect(!RelativeDay(of: date, now: now, calendar: Self.calendar).due.isEmpty)
    #expect(!RelativeDay(of: now, now: date, calendar: Self.calendar).due.isEmpty)
  }

  private static func state(_ due: String?, _ count: Int, last: String? = nil) throws -> PromptState
  {
    var state = PromptState()
    state.due = try due.map(date)
    state.lastReview = try last.map(date)
    state.reviewCount = count
    return state
  }

  @Test(
    arguments: [
      (nil, 0, nil, "Not reviewed yet."), (nil, 2, nil, "Due. Answered 2 times."),
      (
        "2024-03-10T20:00:00Z", 1, "2024-03-08T20:00:00Z",
        "Due tomorrow. Answered once, last yesterday."
      ),
      ("2024-03-12T20:00:00Z", 0, nil, "Due in 3 days."),
    ] as [(String?, Int, String?, String)])
  func statesAreTold(_ due: String?, _ count: Int, _ last: String?, _ words: String) throws {
    let state = try Self.state(due, count, last: last)
    #expect(state.words(now: try #require(Self.now), calendar: Self.calendar) == words)
  }

  @Test(
    arguments: [
      ([], nil), ([("2024-03-10T20:00:00Z", 1)], nil), ([(nil, 0)], "New"), ([(nil, 3)], "Due"),
      ([("2024-03-08T20:00:00Z", 1)], "Due since yesterday"),
      (
        [("2024-03-08T20:00:00Z", 1), ("2024-03-10T20:00:00Z", 1)],
        "Due since yesterday (1 of 2 prompts)"
      ),
      ([(nil, 0), ("2024-03-06T20:00:00Z", 2)], "Due for 3 days (2 of 2 prompts)"),
      ([(nil, 0), (nil, 0)], "New (2 of 2 prompts)"),
    ] as [([(String?, Int)], String?)])
  func whatIsDueIsTold(_ states: [(String?, Int)], _ words: String?) throws {
    let states = try states.map { try Self.state($0.0, $0.1) }
    let found = states.dueWords(
      of: states.count, now: try #require(Self.now), calendar: Self.calendar)
    #expect(found == words)
  }

  /// A text in a paragraph, and the Markdown that shows it.
  @Test(arguments: [
    ("plain, text; 3.5 (x) - y", "plain, text; 3.5 (x) - y"), ("", ""),
    ("*a* _b_ `c` ~d~", #"\*a\* \_b\_ \`c\` \~d\~"#), (#"a\b"#, #"a\\b"#),
    ("[a](command:x)", #"\[a\](command\:x)"#), ("![a](b)", #"\!\[a\](b)"#),
    ("<img onerror=x>", #"\<img onerror\=x\>"#), ("&lt;", #"\&lt;"#),
    ("# a", "\\# a"), ("- a", #"\- a"#), ("+ a", #"\+ a"#), ("> a", #"\> a"#),
    ("1. a 2. b", #"1\. a 2. b"#), ("12) a", #"12\) a"#), ("1990", "1990"),
    ("    code", "code"), ("a\nb\r\u{85}c\u{2028}d", "a b  c d"), ("===", #"\=\=\="#),
    ("https://a.b www.x.y WWW.z a@b.c", #"https\://a.b www\.x.y WWW\.z a\@b.c"#),
    ("a|b $x$", #"a\|b \$x\$"#), ("\u{1B}[31m\u{0}", "\\[31m "),
    ("a\u{202E}b\u{2066}c", "abc"), ("é 😀 中", "é 😀 中"),
  ])
  func isEscaped(_ text: String, _ markdown: String) {
    var paragraph = MarkupText()
    paragraph.add(.plain(text))
    #expect(paragraph.content(for: ["markdown"]).value == markdown)
    var list = MarkupText()
    list.add(list: [[.plain(text)]])
    #expect(list.content(for: ["markdown"]).value == "- " + markdown)
  }

  @Test func strongTextIsEscapedToo() {
    var text = MarkupText()
    text.add(.strong(" *a* "), .plain(": b"))
    text.add(.strong(" "), .plain("1. c"))
    text.add(list: [])
    #expect(text.content(for: ["markdown"]).value == #"**\*a\***: b"# + "\n\n" + #"1\. c"#)
    #expect(text.content(for: []).value == " *a* : b\n 1. c")
  }

  @Test(arguments: [
    ("a\u{202E}b\u{2069}", "a b "), ("a\r\nb\u{1B}[0m\u{2028}", "a  b [0m "), ("é 😀", "é 😀"),
  ])
  func namesAreOnOneLineAndSayWhatTheySeemTo(_ text: String, _ name: String) {
    #expect(text.withoutControls == name)
  }

  /// Of random text no mark is left without a backslash, and nothing is lost.
  @Test func nothingInATextIsAMark() {
    let pieces = [
      "*", "_", "[", "](", ")", "<", ">", "&amp;", "`", "\\", "a", " ", "\n", "command:", "#", "1.",
      "www.", "http://x", "|", "~", "é", "😀", "!", "- ",
    ]
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      let text = (0..<10).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      var escaped = text.withoutControls.escapedMarkdown(atLineStart: true)[...]
      var shown = ""
      while let character = escaped.popFirst() {
        if character == ":", escaped.first ?? " " == " " {
          shown.append(character)
          continue
        }
        if character == "\\" {
          shown.append(escaped.popFirst() ?? "?")
          continue
        }
        #expect(!"*_[]<>&`|~:@!".contains(character), "seed \(seed)")
        if shown.isEmpty { #expect(!"#+- ".contains(character), "seed \(seed)") }
        shown.append(character)
      }
      #expect(shown == String(text.withoutControls.drop { $0 == " " }), "seed \(seed)")
    }
  }

  @Test func longTextsAreCut() {
    var text = MarkupText()
    text.add(.plain(String(repeating: "e\u{301}", count: 100_000)))
    #expect(text.content(for: []).value.unicodeScalars.count == 601)
  }
}
