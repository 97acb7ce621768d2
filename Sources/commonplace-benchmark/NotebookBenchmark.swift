import ArgumentParser

/// Everything that is promised of big notebooks, in one run.
struct NotebookBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notebook",
    abstract: "What a notebook of 100,000 notes costs, against bars.")

  @Option(help: ArgumentHelp("Only make a notebook here.", valueName: "path"))
  var make: String?

  @Option(help: "How many notes to make.")
  var notes = 100_000

  func run() throws {
    if let make {
      try NotebookMaker.make(at: make, seed: Bench.seed, noteCount: notes)
    }
  }
}
