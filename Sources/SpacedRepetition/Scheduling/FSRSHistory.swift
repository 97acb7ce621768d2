/// FSRS's memory of one prompt after some answers, by any parameters: stability and difficulty
/// follow from all answers, so that other parameters need all of them again.
///
/// Cost: each answer once for each set of parameters that is asked for.
package struct FSRSHistory: Sendable {
  private let start: PromptState
  private var answers: [ReviewAnswer] = []
  private var known: [FSRSParameters: (count: Int, memory: FSRSMemory)] = [:]

  /// No real log has answers by more sets of parameters: those of a log that has more are taken for
  /// the published ones, so that it costs no more.
  private static let mostParameters = 64

  /// Begins with the state of a prompt that another scheduler stored.
  package init(from start: PromptState) { self.start = start }

  /// Adds an answer, after the others.
  package mutating func append(_ answer: ReviewAnswer) { answers.append(answer) }

  /// The memory after all answers. Returns nil if there are none.
  package mutating func memory(by parameters: FSRSParameters) -> FSRSMemory? {
    guard !answers.isEmpty else { return nil }
    var parameters = parameters
    if known[parameters] == nil, known.count >= Self.mostParameters { parameters = .published }
    let scheduler = FSRSScheduler(FSRSSettings(parameters: parameters))
    var (count, memory) =
      known[parameters] ?? (0, FSRSMemory(estimatedFrom: start, by: parameters))
    for answer in answers.dropFirst(count) {
      memory = scheduler.next(memory, after: answer.ease, at: answer.date, fuzz: nil).0
      count += 1
    }
    known[parameters] = (count, memory)
    return memory
  }
}
