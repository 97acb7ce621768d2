import MiniMarkdown

struct PromptNumber: Hashable, Comparable {
  var block: Int
  var index: Int

  static func < (left: PromptNumber, right: PromptNumber) -> Bool {
    (left.block, left.index) < (right.block, right.index)
  }
}

/// Computes the likeness of prompts, and counts the work, which the caller limits.
///
/// Both the questions and the answers must be similar. A long text that contains a short one is not
/// similar to it, except for clozes with equal answers.
struct PromptLikeness {
  /// Minimum likeness of two questions or quotes, from 0 to 1.
  static let leastOfQuestions = 0.5
  /// Minimum likeness of the paragraphs of two clozes, or the texts around them, from 0 to 1.
  static let leastOfParagraphs = 0.4
  /// Minimum likeness of two answers, from 0 to 1: higher than for questions, because answers are
  /// short.
  static let leastOfAnswers = 0.62
  /// Maximum number of steps. A step compares one element.
  static let mostSteps = 60_000_000
  /// The fixed cost of comparing a pair, in steps.
  private static let stepsOfAPair = 50

  /// A group of prompts that are compared with each other: all of one kind, or only those with
  /// equal answers.
  struct Group: Hashable {
    var kind: PromptCollection.Kind
    var answer: [UInt32]?
  }

  private var elements = TextElements()
  private var new: [Int: PromptContent] = [:]
  private var old: [Int: PromptContent] = [:]
  private var questions: [PromptNumber: ComparedText.Likeness] = [:]
  private(set) var steps: Int

  init(steps: Int) { self.steps = steps }

  var isSpent: Bool { steps <= 0 }

  mutating func setNew(_ index: Int, _ prompts: PromptCollection) {
    new[index] = PromptContent(
      prompts.rawValue, prompts.kind, count: prompts.promptCount, &elements)
  }

  mutating func setOld(_ index: Int, _ prompts: StoredPrompts) {
    old[index] = PromptContent(
      prompts.rawValue, prompts.key.kind, count: prompts.key.count, &elements)
  }

  func group(
    ofNew number: PromptNumber, _ kind: PromptCollection.Kind, _ isByAnswer: Bool
  ) -> Group? { group(new[number.block], number.index, kind, isByAnswer) }

  func group(
    ofOld number: PromptNumber, _ kind: PromptCollection.Kind, _ isByAnswer: Bool
  ) -> Group? { group(old[number.block], number.index, kind, isByAnswer) }

  private func group(
    _ content: PromptContent?, _ index: Int, _ kind: PromptCollection.Kind, _ isByAnswer: Bool
  ) -> Group? {
    guard let content, content.parts.indices.contains(index) else { return nil }
    guard isByAnswer else { return Group(kind: kind) }
    let answer = content.parts[index].answer
    return answer.flatMap { $0.isEmpty ? nil : Group(kind: kind, answer: $0.elements) }
  }

  /// Returns the likeness of a new and an old prompt of one kind, up to about 2: the sum for
  /// answers and questions. Returns nil if they are too different, or one of them does not exist.
  /// Cost: linear in both.
  mutating func value(_ first: PromptNumber, _ second: PromptNumber) -> Double? {
    steps -= Self.stepsOfAPair
    guard let one = new[first.block], let other = old[second.block],
      one.isOpaque == other.isOpaque, one.parts.indices.contains(first.index),
      other.parts.indices.contains(second.index),
      !one.isOpaque || (first.index == second.index && one.parts.count == other.parts.count)
    else { return nil }
    let (left, right) = (one.parts[first.index], other.parts[second.index])
    var answers = 1.0
    if var answer = left.answer, var former = right.answer, answer.elements != former.elements {
      answers = compare(&answer, &former).value
      if ComparedText.isMisspelt(answer, former) { answers = max(answers, Self.leastOfAnswers) }
      guard answers >= Self.leastOfAnswers else { return nil }
    }
    var common = questions(first.block, second.block).value
    if left.surroundings != nil || right.surroundings != nil {
      var around = (left.surroundings ?? one.question, right.surroundings ?? other.question)
      common = max(common, compare(&around.0, &around.1).value)
    }
    // A paragraph may become a list whose items are little more than their hidden texts.
    if one.isOfClozes, answers == 1 {
      common = max(common, questions(first.block, second.block).contained / 2)
    }
    let least = one.isOfClozes ? Self.leastOfParagraphs : Self.leastOfQuestions
    guard common >= least else { return nil }
    return answers + common + (left.hint == right.hint ? 0.001 : 0)
  }

  /// Whether at least half of the shorter of two questions is in the other one.
  mutating func isContained(_ first: Int, _ second: Int) -> Bool {
    steps -= Self.stepsOfAPair
    return questions(first, second).contained >= 0.5
  }

  private mutating func questions(_ first: Int, _ second: Int) -> ComparedText.Likeness {
    let pair = PromptNumber(block: first, index: second)
    if let known = questions[pair] { return known }
    guard var one = new[first]?.question, var other = old[second]?.question else {
      return ComparedText.Likeness(common: 0, counts: (0, 0))
    }
    let likeness = compare(&one, &other)
    new[first]?.question = one
    old[second]?.question = other
    questions[pair] = likeness
    return likeness
  }

  private mutating func compare(
    _ first: inout ComparedText, _ second: inout ComparedText
  ) -> ComparedText.Likeness {
    steps -= first.elements.count + second.elements.count
    return ComparedText.likeness(&first, &second)
  }
}
