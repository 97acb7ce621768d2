import ArgumentParser

/// Measures the promises of `docs/measurements.md` and of the tests. Run by `script/bench`.
@main
struct CommonplaceBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commonplace-benchmark",
    abstract: "Measures commonplace, and says which bars it clears.",
    subcommands: [
      ParsingBenchmark.self, NotebookBenchmark.self, ReviewBenchmark.self, ServerBenchmark.self,
      EchoCommand.self,
    ])
}
