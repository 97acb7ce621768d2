import Base
import Foundation
import TestSupport
import Testing

@testable import MiniMarkdown
@testable import Notebook

/// A thousand random edits of which is known what they did, by our rule and by the app's.
@Suite struct PromptComparisonTests {
  /// Something to remember, which an edit may mend, move or take away.
  private struct Fact: Equatable {
    var id: Int
    var words: [String]
    var answer: String
  }

  /// A block of a note, with the facts that it asks for.
  private struct Block: Equatable {
    var kind: PromptCollection.Kind
    var facts: [Fact]

    var text: String {
      switch kind {
      case .quote: "> " + (facts.first?.words ?? []).joined(separator: " ") + "\n"
      case .questionAndAnswer:
        "Q: \((facts.first?.words ?? []).joined(separator: " "))?\nA: \(facts.first?.answer ?? "")\n"
      case .cloze:
        facts.map { "\($0.words.joined(separator: " ")) ?[](\($0.answer))" }
          .joined(separator: ", ") + ".\n"
      }
    }
  }

  private static let syllables = """
    ba be bi bo bu da de di do du fa fe fi go gu ha he ka ke ko la le li lo lu ma me mo mu na ne no nu pa
    pe pi ra re ri ro sa se so su ta te ti to tu va ve wa we za zo
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private struct Maker {
    var random: SeededGenerator
    var next = 0

    mutating func words(_ range: ClosedRange<Int>) -> [String] {
      (0..<Int.random(in: range, using: &random)).map { _ in
        (0..<Int.random(in: 2...3, using: &random)).map { _ in
          PromptComparisonTests.syllables.randomElement(using: &random) ?? ""
        }.joined()
      }
    }

    mutating func fact(_ kind: PromptCollection.Kind) -> Fact {
      next += 1
      return Fact(
        id: next, words: words(kind == .cloze ? 3...6 : 5...12),
        answer: words(2...3).joined(separator: " "))
    }

    mutating func block() -> Block {
      let kinds: [PromptCollection.Kind] = [.quote, .questionAndAnswer, .cloze, .cloze]
      let kind = kinds.randomElement(using: &random) ?? .quote
      let count = kind == .cloze ? Int.random(in: 1...4, using: &random) : 1
      return Block(kind: kind, facts: (0..<count).map { _ in fact(kind) })
    }

    /// A letter is wrong, or was.
    mutating func misspell(_ words: inout [String]) {
      guard let index = words.indices.randomElement(using: &random), words[index].count > 3 else {
        return
      }
      words[index].remove(
        at: words[index].index(after: words[index].startIndex))
    }

    mutating func edit(_ blocks: [Block]) -> [Block] {
      var blocks = blocks
      for index in blocks.indices {
        switch Int.random(in: 0...9, using: &random) {
        case 0, 1: misspell(&blocks[index].facts[0].words)
        case 2: blocks[index] = block()
        case 3 where blocks[index].kind == .cloze: blocks[index].facts.shuffle(using: &random)
        case 4 where blocks[index].kind == .cloze:
          let position = Int.random(in: 0...blocks[index].facts.count, using: &random)
          blocks[index].facts.insert(fact(.cloze), at: position)
        case 5 where blocks[index].facts.count > 1: blocks[index].facts.removeLast()
        default: break
        }
      }
      if Bool.random(using: &random) { blocks.shuffle(using: &random) }
      if Bool.random(using: &random) { blocks.insert(block(), at: 0) }
      if blocks.count > 1, Bool.random(using: &random) { blocks.removeLast() }
      return blocks
    }
  }

  private static func text(_ blocks: [Block]) -> String {
    blocks.map(\.text).joined(separator: "\n")
  }

  /// For each prompt of `after` the number, from 1, of the one before from which the app lets it go on; 0
  /// if from none.
  private static func byTheApp(_ before: String, _ after: String) -> [Int] {
    let old = NoteContent(text: before).promptCollections
    let new = NoteContent(text: after).promptCollections
    var matches = [Int?](repeating: nil, count: new.count)
    func isLike(_ index: Int, _ other: Int) -> Bool {
      old[other].kind == new[index].kind && old[other].promptCount == new[index].promptCount
        && !matches.contains(other)
    }
    for index in new.indices {
      matches[index] = old.indices.first {
        isLike(index, $0) && old[$0].rawValue == new[index].rawValue
      }
    }
    var pairs: [(closeness: Double, index: Int, other: Int)] = []
    for index in new.indices where matches[index] == nil {
      for other in old.indices where isLike(index, other) {
        let (former, present) = (Array(old[other].rawValue), Array(new[index].rawValue))
        let removed = present.difference(from: former).removals.count
        let common = former.count - removed
        guard former.count < 2 * common else { continue }
        let closeness = Double(common) / Double(former.count + present.count)
        pairs.append((closeness, index, other))
      }
    }
    // It takes them in any order; the closest first is the best that can come of it.
    for pair in pairs.sorted(by: { $0.closeness > $1.closeness })
    where matches[pair.index] == nil && !matches.contains(pair.other) {
      matches[pair.index] = pair.other
    }
    let starts = old.reduce(into: [1]) { $0.append(($0.last ?? 0) + $1.promptCount) }
    return new.indices.flatMap { index in
      (0..<new[index].promptCount).map { number in matches[index].map { starts[$0] + number } ?? 0 }
    }
  }

  /// The number of prompts that kept their schedule, and of those that got another's.
  private struct Outcome: Equatable {
    var kept = 0
    var wrong = 0

    init() {}

    init(_ numbers: [Int], _ before: [Block], _ after: [Block]) {
      let old = before.flatMap(\.facts)
      for (number, fact) in zip(numbers, after.flatMap(\.facts)) where number > 0 {
        if old[number - 1].id == fact.id { kept += 1 } else { wrong += 1 }
      }
    }
  }

  @Test func keepsNoLessThanTheApp() {
    var (ours, apps, wanted) = (Outcome(), Outcome(), 0)
    for seed in UInt64(0)..<1000 {
      var maker = Maker(random: SeededGenerator(seed: seed))
      let before = (0..<Int.random(in: 1...8, using: &maker.random)).map { _ in maker.block() }
      let after = maker.edit(before)
      let (old, new) = (Self.text(before), Self.text(after))
      var note = TestNote(old)
      note.answerInOrder(old)
      note.save(new)
      let numbers = note.values.reviewCounts(of: new).map { $0 ?? 0 }
      let one = Outcome(numbers, before, after)
      let other = Outcome(Self.byTheApp(old, new), before, after)
      #expect(one.kept >= other.kept && one.wrong <= other.wrong, "seed \(seed)")
      let known = before.flatMap(\.facts)
      wanted += after.flatMap(\.facts).count { fact in known.contains { $0.id == fact.id } }
      ours.kept += one.kept
      ours.wrong += one.wrong
      apps.kept += other.kept
      apps.wrong += other.wrong
      // A block whose text is the same is the same.
      var expected: [Int] = []
      var actual: [Int] = []
      for (fact, number) in zip(after.flatMap(\.facts), numbers) {
        guard let index = known.firstIndex(of: fact),
          let block = before.first(where: { $0.facts.contains(fact) }), after.contains(block)
        else { continue }
        expected.append(index + 1)
        actual.append(number)
      }
      #expect(expected == actual, "seed \(seed)")
    }
    #expect(ours.kept > apps.kept && ours.wrong < apps.wrong)
    #expect(ours.kept * 100 >= wanted * 98 && ours.wrong == 0)
  }
}
