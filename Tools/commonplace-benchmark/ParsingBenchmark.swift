import ArgumentParser

struct ParsingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parsing",
    abstract:
      "Measure the cost of a key and of a parse from scratch, and compare it with other parsers.",
    discussion: """
      Ratios compare medians of 1,000 edits and of 60 parses. The two sides of a ratio take turns, \
      so that a busy machine slows both. Each edit is undone before the next. Counters are equal in \
      every run. A row that takes too long stops early, and says so.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws { try options.run(Self.rows, method: Self.method) }

  private static let method =
    "“From scratch” creates a document that is ready to be edited; other parsers create only a "
    + "tree. Both reuse memory. The time to free memory is not included."

  static var rows: [Row] {
    [
      KeyRows.all, StructureRows.all, CounterRows.all, PeerRows.all, MemoryRows.all,
      ExtremeRows.all,
    ].flatMap { $0 }
  }
}
