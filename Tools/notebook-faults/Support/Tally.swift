import ArgumentParser
import Foundation

struct FaultOptions: ParsableArguments {
  @Argument(help: "The number of trials.") var count: Int
  @Option(help: "The seed of all random choices.") var seed: UInt64 = 1
}

/// Counts failures and other figures.
final class Tally {
  private let name: String
  private let options: FaultOptions
  private let start = ContinuousClock.now
  private(set) var failures: [String] = []
  private var figures: [(name: String, count: Int)] = []

  init(_ name: String, _ options: FaultOptions) {
    self.name = name
    self.options = options
  }

  /// Adds to a figure. Figures are printed in the order of their first use.
  func count(_ figure: String, _ number: Int = 1) {
    if let index = figures.firstIndex(where: { $0.name == figure }) {
      figures[index].count += number
    } else {
      figures.append((figure, number))
    }
  }

  func fail(_ text: String) {
    failures.append(text)
    if failures.count <= 20 { print("FAILED: \(text)") }
  }

  func expect(_ isTrue: Bool, _ text: @autoclosure () throws -> String) rethrows {
    if !isTrue { fail(try text()) }
  }

  func attempt(_ step: String, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      fail("\(step): \(error)")
    }
  }

  /// Prints the figures. Throws if there were failures.
  func finish() throws {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let texts = figures.map { "\($0.count) \($0.name)" } + ["\(failures.count) failures"]
    print("\(name): \(texts.joined(separator: ", ")); \(Int(seconds.rounded())) s")
    guard failures.isEmpty else {
      print("To repeat this run: script/faults \(name) \(options.count) --seed \(options.seed)")
      throw ExitCode(1)
    }
  }
}
