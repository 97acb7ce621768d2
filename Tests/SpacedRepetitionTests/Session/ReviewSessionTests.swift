import Base
import Foundation
import SpacedRepetition
import TestSupport
import Testing

@Suite struct ReviewSessionTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  private static func cards(_ count: Int) -> [PromptID] {
    (0..<count).map { PromptID(note: "n", block: "b\($0)", index: 0) }
  }

  /// A session is driven by letters: `r` reveals, `1` to `4` answer, `s` skips, `x` suspends, `u`
  /// undoes. After each, the cards that are asked are as given, the revealed one marked.
  @Test(arguments: [
    ("", "012"), ("r", "0!12"), ("1", "012"), ("rr", "0!12"), ("r3", "12"), ("r1", "120"),
    ("r1r3r3", "0"), ("r1r3r3r1", "0"), ("r1r3r3r1r3", ""), ("r1r3r3r2u", "0!"),
    ("r1u", "0!12"), ("s", "12"), ("rsu", "0!12"), ("su", "012"), ("x", "12"), ("xu", "012"),
    ("r1r1r1", "012"), ("r1r1r1uuu", "0!12"), ("u", "012"), ("r3r4r2", ""), ("r3r4r2r3su", "2!"),
  ])
  func cardsThatAreAskedAre(_ keys: String, queue: String) {
    var session = ReviewSession(Self.cards(3))
    for key in keys { Self.press(key, &session) }
    var asked = ""
    for index in 0..<session.progress.remaining {
      asked += session.current.map { String($0.block.dropFirst()) } ?? "?"
      if index == 0, session.isRevealed { asked += "!" }
      session.skip()
    }
    #expect(asked == queue)
    #expect(session.current == nil)
  }

  private static func press(_ key: Character, _ session: inout ReviewSession) {
    switch key {
    case "r": session.reveal()
    case "s": session.skip()
    case "x": _ = session.suspend()
    case "u": _ = session.undo()
    default:
      if let number = key.wholeNumberValue {
        _ = session.answer(Ease.allCases[(number - 1) % 4], at: now)
      }
    }
  }

  /// Undo gives the session as it was, whatever was done.
  @Test(arguments: UInt64(0)..<50)
  func undoIsTheExactInverse(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var session = ReviewSession(Self.cards(Int.random(in: 0...7, using: &random)))
    var past: [ReviewSession] = []
    for step in 0..<40 {
      if Bool.random(using: &random) { session.reveal() }
      let before = session
      let key = "11134sxu".randomElement(using: &random) ?? "1"
      if key == "u" {
        #expect(session.canUndo == !past.isEmpty, "seed \(seed), step \(step)")
        #expect((session.undo() == nil) == past.isEmpty, "seed \(seed), step \(step)")
        if let earlier = past.popLast() {
          #expect(session == earlier, "seed \(seed), step \(step)")
        }
      } else {
        Self.press(key, &session)
        if session != before { past.append(before) }
      }
      let progress = session.progress
      #expect(progress.again <= progress.remaining && progress.done >= 0)
    }
    while let earlier = past.popLast() {
      _ = session.undo()
      #expect(session == earlier, "seed \(seed)")
    }
  }

  /// However often cards are wrong, a session ends when each was right once, and asks for no other.
  @Test(arguments: UInt64(0)..<50)
  func aSessionEndsWhenAllAreRight(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let cards = Self.cards(Int.random(in: 0...20, using: &random))
    var session = ReviewSession(cards)
    var (answers, right) = (0, Set<PromptID>())
    while let card = session.current, answers < 1000 {
      session.reveal()
      let ease = Ease.allCases.randomElement(using: &random) ?? .good
      let isFirst = session.progress.again == 0
      let answer = session.answer(ease, at: Self.now)
      #expect(answer?.prompt == card && answer?.ease == ease, "seed \(seed)")
      if isFirst { #expect(answer?.isRepetition == false, "seed \(seed)") }
      if ease.isCorrect { #expect(right.insert(card).inserted, "seed \(seed)") }
      answers += 1
    }
    #expect(right == Set(cards), "seed \(seed)")
    #expect(session.progress.done == cards.count && session.progress.total == cards.count)
    #expect(session.summary.correct == cards.count && session.summary.answered == answers)
  }

  @Test func anAnswerAfterAWrongOneIsARepetition() {
    var session = ReviewSession(Self.cards(1))
    session.reveal()
    #expect(session.answer(.again, at: Self.now)?.isRepetition == false)
    session.reveal()
    #expect(session.isRepetition)
    #expect(session.answer(.again, at: Self.now)?.isRepetition == true)
    _ = session.undo()
    _ = session.undo()
    #expect(!session.isRepetition)
    #expect(session.answer(.good, at: Self.now)?.isRepetition == false)
  }

  /// A scheduler whose steps are shorter than a day asks again in the same session.
  @Test(arguments: [(600.0, 1), (86_399, 1), (86_400, 0), (.infinity, 0)])
  func aShortIntervalComesAgain(interval: TimeInterval, remaining: Int) {
    var session = ReviewSession(Self.cards(1))
    session.reveal()
    _ = session.answer(.good, at: Self.now, interval: interval)
    #expect(session.progress.remaining == remaining)
  }

  @Test func onlyTheFirstOfABlockIsTakenUpToTheLimit() {
    let twins = Self.cards(30).flatMap { card in
      [1, 0].map { PromptID(note: card.note, block: card.block, index: $0) }
    }
    var session = ReviewSession(twins)
    #expect(session.progress.total == 20)
    #expect(session.current == twins[0])
    session.skip()
    #expect(session.current == twins[2])
    var options = ReviewOptions()
    options.limit = -1
    #expect(ReviewSession(twins, options: options).current == nil)
  }

  /// A card whose prompt is gone leaves, and what is around it can still be undone.
  @Test func aRemovedCardIsNotUndone() {
    let cards = Self.cards(3)
    var session = ReviewSession(cards)
    for key in "r1r3r" { Self.press(key, &session) }
    session.remove(cards[1])
    #expect(session.progress.done == 0 && session.progress.remaining == 2)
    session.remove(cards[2])
    #expect(session.current == cards[0] && !session.isRevealed)
    #expect(session.undo()?.prompt == cards[0])
    #expect(session.undo() == nil && session.isRevealed)
    session.remove(cards[0])
    #expect(session.current == nil && session.progress.total == 0)
    #expect(session.summary.answered == 1)
  }
}
