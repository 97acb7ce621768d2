import Foundation
import Testing

@testable import SpacedRepetition

/// The settings of FSRS.
@Suite struct FSRSSettingsTests {
  private static let published = FSRSParameters.published.numbers

  private static func changed(_ index: Int, to number: Double) -> [Double] {
    var numbers = published
    numbers[index] = number
    return numbers
  }

  @Test(arguments: [
    ([], "expected the 21 numbers of FSRS-6, not 0"),
    (Array(published.dropLast(2)), "expected the 21 numbers of FSRS-6, not 19"),
    (published + [1], "expected the 21 numbers of FSRS-6, not 22"),
    (changed(2, to: 500), "number 3 is 500.0: expected a number from 0.001 to 100.0"),
    (changed(20, to: .nan), "number 21 is nan: expected a number from 0.1 to 0.8"),
    (changed(0, to: -.infinity), "number 1 is -inf: expected a number from 0.001 to 100.0"),
  ])
  func numbersThatAreNoParameters(numbers: [Double], problem: String) {
    #expect { try FSRSParameters(numbers) } throws: { "\($0)" == problem }
  }

  @Test func valuesOutsideTheRangeAreCut() throws {
    let settings = FSRSSettings(desiredRetention: .nan, maximumInterval: .min)
    #expect(settings.desiredRetention == 0.7 && settings.maximumInterval == 1)
    #expect(FSRSSettings(desiredRetention: 3).desiredRetention == 0.99)
    #expect(try FSRSParameters(Self.published) == .published)
  }

  /// By hand: the interval is S · (R^(1/-w₂₀) - 1) / (0.9^(1/-w₂₀) - 1) days; of an easy first answer
  /// S is w₃ = 8.2956.
  @Test(arguments: [
    (0.9, 36_500, 8), (0.8, 36_500, 28), (0.7, 36_500, 77), (0.95, 36_500, 3), (0.99, 36_500, 1),
    (0.7, 30, 30), (0.9, 1, 1),
  ])
  func intervalsAre(retention: Double, most: Int, days: Double) {
    let settings = FSRSSettings(desiredRetention: retention, maximumInterval: most)
    let intervals = Scheduler.fsrs.intervals(
      CardState(), answers: .four, at: Date(timeIntervalSince1970: 1e9), fsrs: settings)
    #expect(intervals.last?.interval == days * 86_400)
  }

  /// Each set of parameters sees all answers, also those that were given before it was asked for.
  @Test func historiesByManyParameters() throws {
    var history = FSRSHistory(from: PromptState())
    #expect(history.memory(by: .published) == nil)
    var expected: [FSRSParameters: FSRSMemory] = [:]
    let sets = try [2.3065, 1, 9].map { try FSRSParameters(Self.changed(2, to: $0)) }
    for number in 0..<6 {
      let answer = ReviewAnswer(
        prompt: .any, date: Date(timeIntervalSince1970: 1e9 + Double(number * number) * 86_400),
        ease: number == 4 ? .again : .good, answers: .four)
      history.append(answer)
      for set in sets {
        let scheduler = FSRSScheduler(FSRSSettings(parameters: set))
        let memory = expected[set] ?? FSRSMemory()
        expected[set] = scheduler.next(memory, after: answer.ease, at: answer.date, fuzz: nil).0
      }
      let set = sets[number % 3]
      #expect(history.memory(by: set) == expected[set])
    }
    for set in sets { #expect(history.memory(by: set) == expected[set]) }
    // Of very many, the last are taken for the published ones.
    for number in 0..<100 {
      _ = history.memory(by: try FSRSParameters(Self.changed(3, to: 1 + Double(number) / 2)))
    }
    #expect(
      history.memory(by: try FSRSParameters(Self.changed(3, to: 99)))
        == expected[try FSRSParameters(Self.published)])
  }
}
