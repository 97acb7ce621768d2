/// How a person likes to review.
public struct ReviewOptions: Sendable, Equatable {
  /// The most cards of a session.
  public var limit = 20
  /// The most prompts a day that were never answered before; nil for any number.
  public var newPerDay: Int?
  /// Which cards come first.
  public var order = SessionOrder.mixed
  /// Between how many answers one chooses.
  public var answers = AnswerCount.two
  /// Who decides when a prompt is asked next.
  public var scheduler = Scheduler.libraryNotes

  /// As the app does.
  public init() {}
}

/// Which cards of a session come first.
public enum SessionOrder: String, Sendable, CaseIterable {
  /// As the cards were shuffled.
  case mixed
  /// Those that were answered before.
  case dueFirst
  /// Those that were not.
  case newFirst
}

/// A prompt that a session may ask.
public struct ReviewCandidate: Sendable, Equatable {
  /// Which prompt.
  public var prompt: PromptID
  /// Whether it was never answered.
  public var isNew: Bool

  /// A prompt that may be asked.
  public init(_ prompt: PromptID, isNew: Bool) {
    self.prompt = prompt
    self.isNew = isNew
  }
}

extension ReviewOptions {
  /// The cards of a session: of all candidates, shuffled, one of each block, no more new ones than
  /// the day has left, and no more than the limit; then in the order that is wanted. The same for the
  /// same arguments. Cost: n log n.
  public func choose(
    _ candidates: [ReviewCandidate], newAnsweredToday: Int = 0, seed: UInt64
  ) -> [PromptID] {
    var random = SplitMix64(state: seed)
    var newLeft = newPerDay.map { max(0, max(0, $0) - max(0, newAnsweredToday)) } ?? .max
    var blocks: Set<PromptID> = []
    var chosen: [ReviewCandidate] = []
    // What is the same is shuffled the same, in whatever order it came.
    for candidate in candidates.sorted(by: { $0.prompt < $1.prompt }).shuffled(using: &random) {
      guard chosen.count < limit else { break }
      if candidate.isNew, newLeft == 0 { continue }
      guard blocks.insert(candidate.prompt.wholeBlock).inserted else { continue }
      if candidate.isNew { newLeft -= 1 }
      chosen.append(candidate)
    }
    let (new, due) = (chosen.filter(\.isNew), chosen.filter { !$0.isNew })
    return switch order {
    case .mixed: chosen.map(\.prompt)
    case .dueFirst: (due + new).map(\.prompt)
    case .newFirst: (new + due).map(\.prompt)
    }
  }
}

extension PromptID {
  /// What all prompts of its block have in common.
  var wholeBlock: PromptID { PromptID(note: note, block: block, index: 0) }
}

/// Random numbers that all follow from a seed (Steele, Lea and Flood: SplitMix64).
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
