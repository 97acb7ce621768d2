package import Foundation

/// Why a card that was chosen for a session is not to be asked any more: it was changed elsewhere.
package enum RemovalReason: Sendable, Equatable {
  /// Its prompt is not in its note any more, or the note is gone.
  case gone
  /// It was suspended.
  case suspended
  /// It was answered, or another card of its block was.
  case notDue
}

extension ReviewSession {
  /// The reason why the current card leaves, whose state is `card` by now. Returns nil if it is to
  /// be asked. A card that is due at any time of the day is due, and a card that comes again in
  /// this session always is.
  package func removalReason(
    _ card: CardState?, now: Date = Date(), calendar: Calendar = .current
  ) -> RemovalReason? {
    guard let card else { return .gone }
    if card.isSuspended { return .suspended }
    guard !isCram, !isRepetition,
      let tomorrow = calendar.dateInterval(of: .day, for: now)?.end
    else { return nil }
    return card.state.isDue(at: tomorrow) ? nil : .notDue
  }
}
