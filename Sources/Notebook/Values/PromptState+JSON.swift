internal import Base
internal import Foundation
package import JSON
internal import SpacedRepetition

extension PromptState {
  /// Reads an element of `promptStatistics`. A member that is missing, of another type or out of
  /// range is as in a prompt that was never answered.
  package init(json: JSONValue) {
    self.init()
    func count(_ name: String) -> Int { min(max(0, json[name]?.int ?? 0), 1 << 40) }
    func date(_ name: String) -> Date? { json[name]?.string.flatMap(Timestamps.date(json:)) }
    reviewCount = count("reviewCount")
    lapseCount = count("lapseCount")
    totalCorrect = count("totalCorrect")
    totalIncorrect = count("totalIncorrect")
    lastReview = date("lastReview")
    idealInterval = json["idealInterval"]?.double.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    due = date("due")
    if let factor = json["spacedRepetitionFactor"]?.double, factor.isFinite, factor > 0 {
      self.factor = factor
    }
  }
}
