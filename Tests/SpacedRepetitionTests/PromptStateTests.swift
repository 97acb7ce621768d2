import Foundation
import SpacedRepetition
import Testing

@Suite struct PromptDueTests {
  @Test func aPromptThatWasNeverAnsweredIsDue() {
    #expect(PromptState().isDue(at: .distantPast))
    #expect(PromptState().isLearning)
  }

  @Test(arguments: [(-1.0, false), (0, true), (1, true)])
  func othersAreDueFromTheirDateOn(offset: TimeInterval, isDue: Bool) {
    var state = PromptState()
    state.due = Date(timeIntervalSince1970: 1_000_000)
    state.lastReview = Date(timeIntervalSince1970: 0)
    #expect(state.isDue(at: Date(timeIntervalSince1970: 1_000_000 + offset)) == isDue)
    #expect(!state.isLearning)
  }
}
