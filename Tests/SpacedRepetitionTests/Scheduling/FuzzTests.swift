import Foundation
import Testing

@testable import SpacedRepetition

@Suite struct FuzzTests {
  private static func prompt(_ note: String, _ block: String, _ index: Int) -> PromptID {
    PromptID(note: note, block: block, index: index)
  }

  /// Devices agree only as long as these stay.
  @Test(arguments: [
    (prompt("", "", 0), 0.0, 0.716852869822031),
    (prompt("A1", "prompt=quote;count=1;id=00", 0), 1_795_262_400, 0.6093494293194114),
    (prompt("A1", "prompt=quote;count=1;id=00", 0), 1_795_262_400.999, 0.6093494293194114),
    (prompt("Ä", "prompt=cloze;count=2;id=ff", 1), 1_795_262_401, 0.21581678720965547),
  ])
  func chanceFollowsFromPromptAndSecond(prompt: PromptID, seconds: TimeInterval, chance: Double) {
    #expect(Fuzz(prompt, at: Date(timeIntervalSince1970: seconds)).chance == chance)
  }

  @Test func neighborsHaveDifferentChances() {
    let date = Date(timeIntervalSince1970: 1_795_262_400)
    let prompts = [
      Self.prompt("ab", "c", 0), Self.prompt("a", "bc", 0), Self.prompt("ab", "c", 1),
      Self.prompt("ab", "c", -1), Self.prompt("ab", "c", .max), Self.prompt("ab", "c", .min),
    ]
    let chances = prompts.flatMap { [Fuzz($0, at: date).chance, Fuzz($0, at: date + 1).chance] }
    #expect(Set(chances).count == chances.count)
  }

  /// Prompts of one session spread over the whole range: a tenth of them in each tenth.
  @Test func chanceIsSpreadEvenly() {
    let date = Date(timeIntervalSince1970: 1_795_262_400)
    var tenths = Array(repeating: 0, count: 10)
    for index in 0..<5000 {
      let chance = Fuzz(Self.prompt("note", "block\(index / 3)", index % 3), at: date).chance
      tenths[min(9, Int(chance * 10))] += 1
    }
    #expect(tenths.allSatisfy { (400...600).contains($0) }, "\(tenths)")
  }

  @Test(arguments: Table("fsrs-fuzz").rows) func daysAreThoseOfTheReference(row: Table.Row) throws {
    let numbers = row.columns.compactMap(Double.init)
    try #require(numbers.count == 4)
    let (maximum, days, first, last) = (numbers[0], numbers[1], numbers[2], numbers[3])
    #expect(Fuzz(chance: 0).days(days, atMost: maximum) == first)
    #expect(Fuzz(chance: 1).days(days, atMost: maximum) == last)
    #expect(Fuzz(chance: 1 - 0x1p-53).days(days, atMost: maximum) == last)
    // Each day as often as the others.
    let count = last - first + 1
    for number in stride(from: 0, to: min(count, 10), by: 1) {
      let chance = (number + 0.5) / count
      #expect(Fuzz(chance: chance).days(days, atMost: maximum) == first + number)
    }
  }

  @Test func theReferencesRangesAreThere() { #expect(Table("fsrs-fuzz").rows.count > 30) }
}
