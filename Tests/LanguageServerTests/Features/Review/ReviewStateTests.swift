import JSON
import LanguageClient
import LanguageServerProtocol
import PackratParsing
import TestSupport
import Testing

@testable import LanguageServer

/// The state of a review as a client gets it.
@Suite struct ReviewStateTests {
  /// The front and back of each kind, and where the block stands, as the client counts.
  @Test(arguments: PointedText.encodings)
  func asksACard(_ encoding: PositionEncoding) throws {
    let cases = [
      (
        "é 😀\n\n«The ?[organ](heart) has 😀 chambers.»\n\nx", "cloze", "The organ has",
        "The heart has"
      ),
      ("# é\n\n- a\n\n> b\n\n«> Simplify, *simplify*.»", "quote", "Simplify, simplify.", "—"),
      ("😀\n\n«Q: Who wrote 😀?\nA: Thoreau»\n", "question", "Who wrote 😀?", "Thoreau"),
    ]
    for (marked, kind, front, back) in cases {
      let text = PointedText(marked)
      let review = try ReviewFixture(
        notes: [text.text], capabilities: ServerFixture.capabilities(encoding))
      var state = try review.call("start", ["limit": 1])
      // Of two quotes either is asked.
      for _ in 0..<40 where state.front?.hasPrefix(front) != true {
        state = try review.call("start", ["limit": 1])
      }
      let card = try #require(state.card)
      #expect(card["kind"]?.string == kind && state.front?.hasPrefix(front) == true)
      #expect(card["back"] == .null && card["backText"] == .null && state.answers == [])
      #expect(try text.bytes(card["range"], encoding) == text.range, "\(kind)")
      #expect(card["history"] == "Not reviewed yet." && card["isSuspended"] == false)
      let uri = try #require(card["note"]?["uri"]?.string)
      #expect(try review.server.client.read(uri).text == text.text)
      state = try review.step("reveal", in: state)
      #expect(state.back?.contains(back) == true, "\(state.back ?? "")")
      #expect(state.answers == ["1 again Wrong", "2 good Right"])
      #expect(state.intervals.allSatisfy { !$0.isEmpty })
      let done = try review.step("answer", in: state, ease: "good")
      #expect(done.card == nil && done.summary == [1, 0] && done.progress == [1, 0])
    }
  }

  @Test func runsAreText() throws {
    let review = try ReviewFixture(notes: ["*a* <b> ?[](c\u{202E}d) `e` **f**\n"])
    let state = try review.step("reveal", in: review.call("start"))
    func styles(_ side: String) -> [String] {
      (state.card?[side]?.array ?? []).map {
        "\($0["style"]?.string ?? ""): \($0["text"]?.string ?? "")"
      }
    }
    #expect(styles("front").prefix(3) == ["emphasis: a", "plain:  <b> ", "blank: __"])
    #expect(styles("back").contains("answer: c d"))
    #expect(styles("back").contains("code: e") && styles("back").contains("strong: f"))
  }

  @Test func nothingDueIsAState() throws {
    let review = try ReviewFixture(notes: ["# Nothing\n"])
    let state = try review.call("start")
    #expect(state.card == nil && state.progress == [0, 0] && state.summary == [0, 0])
    for step in ["reveal", "skip", "suspend"] {
      #expect(try review.error(step, ["session": state.session]) == -32803)
    }
  }
}
