import ArgumentParser

/// Measures the promises of `docs/measurements.md`. Run by `script/bench`.
@main
struct CommonplaceBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commonplace-benchmark",
    abstract: "Measure commonplace, and report which bars it meets.",
    subcommands: [
      ParsingBenchmark.self, NotebookBenchmark.self, ReviewBenchmark.self, ServerBenchmark.self,
      EchoCommand.self,
    ])
}
