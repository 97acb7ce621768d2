import ArgumentParser
import Foundation

/// All promises about big notebooks, in one run.
struct NotebookBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notebook",
    abstract: "Measure the cost of a notebook of 100,000 notes, against bars and SQLite alone.",
    discussion: """
      The notebooks are generated from a seed when they are first needed, in .tools/notebooks; that \
      takes half a minute. Ratios are of medians, of 200 openings, or of searches that show 20 hits. \
      The two sides of a ratio take turns, so that a busy machine slows both. A row that takes too \
      long is cut short, and says so.
      """)

  @OptionGroup var options: BenchmarkOptions

  @Option(help: ArgumentHelp("Only make a notebook, at a new path.", valueName: "path"))
  var make: String?

  @Option(help: "How many notes it is to have.")
  var notes = 100_000

  func run() throws {
    if let make {
      guard !FileManager.default.fileExists(atPath: make) else {
        throw ValidationError("there is a file at \(make)")
      }
      try NotebookMaker.make(at: make, seed: Bench.seed, noteCount: notes)
    } else {
      defer { IndexRows.discard() }
      try options.run(Self.rows, method: Self.method)
    }
  }

  static var rows: [Row] {
    let areas: [[Row]] = [
      SavingRows.all, PublishingRows.all, OpeningRows.all, SearchRows.all, IndexRows.all,
      MirrorRows.all, BookRows.all, WorkRows.all,
    ]
    return areas.flatMap { $0 }
  }

  private static let method =
    "SQLite alone runs what a search runs: the same statements through its C interface, compiled "
    + "beforehand, with the same values bound, in one transaction, and copies every column of every "
    + "row. Times are the processor's, the system's work for us included; those of saves are the "
    + "clock's, because a save waits for the disk. Files are in the system's cache, so that nothing "
    + "else does."
}
