import Base
import Foundation
import JSON
import KeyValueStore
import Notebook

extension ImportPlan {
  /// Sets when the cards of a new note are first asked. `cards` is the number of cards that this
  /// import scheduled before. Returns the number of new cards.
  mutating func schedule(
    _ pacing: ReviewPacing, after cards: Int, now: Date, zone: TimeZone
  ) -> Int {
    guard isNew else { return 0 }
    var count = 0
    for index in writes.indices {
      guard let block = writes[index].key.promptKey(note: note.id),
        var json = writes[index].value.json?.object,
        var statistics = json["promptStatistics"]?.array
      else { continue }
      for (prompt, value) in statistics.enumerated() {
        if let due = pacing.due(cards + count, now: now, zone: zone),
          var state = value.object
        {
          state["due"] = .string(Timestamps.json(due))
          statistics[prompt] = .object(state)
        }
        count += 1
      }
      json["promptStatistics"] = .array(statistics)
      writes[index].value = .json(.object(json))
      if pacing == .wait { suspend(block, count: statistics.count) }
    }
    writes.sort { $0.key < $1.key }
    return count
  }

  private mutating func suspend(_ block: String, count: Int) {
    let key = PromptAnnotations.suspendedKey(note: note.id, block: block)
    let value = PromptAnnotations.suspendedValue(Set(0..<count), over: nil)
    writes.append(Write(key: key, value: value, time: Timestamps.row(now), mode: .replacing))
  }
}
