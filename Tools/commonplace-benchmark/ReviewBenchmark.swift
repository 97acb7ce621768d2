import ArgumentParser

struct ReviewBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Measure the cost of reviewing with 100,000 prompts, and compare it with limits.",
    discussion: """
      The notebooks are generated from a seed when they are first needed, in .tools/notebooks, \
      which takes half a minute. Three of four prompts were answered before, and the study log contains \
      the last answer to each. Ratios compare medians of 200 openings. The two sides of a ratio \
      take turns, so that a busy machine slows both. A row that takes too long stops early, and says so.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws { try options.run(ReviewRows.all, method: Self.method) }

  private static let method =
    "The time of a first card includes opening the notebook, drawing the cards and reading one of "
    + "them, with an existing index. Times are processor times, including the system's work for "
    + "this process. Times of answers and saves are elapsed times, because they wait for the disk. "
    + "Steps are those of SQLite's virtual machine, which takes several for each row that it reads, "
    + "in the working copy and in the index."
}
