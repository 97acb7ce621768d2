import ArgumentParser
import Foundation

struct NotebookBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notebook",
    abstract: "Measure the cost of a notebook of 100,000 notes, and compare it with SQLite.",
    discussion: """
      The notebooks are generated from a seed when they are first needed, in .tools/notebooks, \
      which takes half a minute. Ratios compare medians of 200 openings, or of searches that show \
      20 hits. The two sides of a ratio take turns, so that a busy machine slows both. A row that takes too \
      long stops early, and says so.
      """)

  @OptionGroup var options: BenchmarkOptions

  @Option(help: ArgumentHelp("Only generate a notebook at this new path.", valueName: "path"))
  var make: String?

  @Option(help: "The number of notes in the notebook that --make generates.")
  var notes = 100_000

  func run() throws {
    if let make {
      guard !FileManager.default.fileExists(atPath: make) else {
        throw ValidationError("\(make) already exists: choose a new path")
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
    "SQLite alone runs the statements of a search through its C interface: compiled beforehand, "
    + "with the same values, in one transaction. It copies every column of every row. Times are "
    + "processor times, including the system's work for this process. Times of saves are elapsed "
    + "times, because a save waits for the disk. Files are in the system's cache, so that reads do "
    + "not wait for the disk."
}
