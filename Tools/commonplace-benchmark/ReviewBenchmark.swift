import ArgumentParser

/// All promises about reviewing, in one run.
struct ReviewBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Measure the cost of reviewing with 100,000 prompts, against bars.",
    discussion: """
      The notebooks are generated from a seed when they are first needed, in .tools/notebooks; that \
      takes half a minute. Three of four prompts were answered before, and the study log has as many \
      rows. Ratios are of medians, of 200 openings; the two sides of a ratio take turns, so that a \
      busy machine slows both. A row that takes too long is cut short, and says so.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws { try options.run(ReviewRows.all, method: Self.method) }

  private static let method =
    "A first card is what opening the notebook, drawing the cards and reading one of them cost, with "
    + "the index there. Times are the processor's, the system's work for us included; those of "
    + "answers and saves are the clock's, because they wait for the disk. Steps are those of SQLite's "
    + "machine, which takes several for each row that it reads, in the working copy and in the index."
}
