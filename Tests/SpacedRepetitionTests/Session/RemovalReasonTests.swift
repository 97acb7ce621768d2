import Foundation
import SpacedRepetition
import Testing

@Suite struct RemovalReasonTests {
  private static let noon = Date(timeIntervalSince1970: 1_700_049_600)

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
    return calendar
  }()

  /// Seen at noon, a card that is due in so many hours, or never was asked, stays or leaves.
  @Test(
    arguments: [
      (nil, "", nil), (-30, "", nil), (0, "", nil), (11.9, "", nil), (12.1, "", .notDue),
      (90, "", .notDue), (90, "cram", nil), (90, "again", nil), (nil, "suspended", .suspended),
      (-1, "suspended cram", .suspended), (-1, "gone", .gone), (90, "gone cram", .gone),
    ] as [(Double?, String, RemovalReason?)])
  func leaves(_ hours: Double?, _ words: String, _ removalReason: RemovalReason?) {
    let cards = [PromptID(note: "n", block: "a", index: 0)]
    var session = ReviewSession(cards, isCram: words.contains("cram"))
    if words.contains("again") {
      session.reveal()
      _ = session.answer(.again, at: Self.noon)
    }
    var card = CardState()
    card.state.due = hours.map { Self.noon + $0 * 3600 }
    card.isSuspended = words.contains("suspended")
    let found = session.removalReason(
      words.contains("gone") ? nil : card, now: Self.noon, calendar: Self.calendar)
    #expect(found == removalReason)
  }
}
