import ArgumentParser

/// All promises about the parser, in one run.
struct ParsingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parsing",
    abstract:
      "Measure the cost of a key and of a parse from scratch, against bars and other parsers.",
    discussion: """
      Ratios are of medians, of 1,000 edits and of 60 parses. The two sides of a ratio take turns, so \
      that a busy machine slows both. Each edit is undone before the next. Counters are equal on \
      every run. A row that takes too long is cut short, and says so.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws { try options.run(Self.rows, method: Self.method) }

  private static let method =
    "From scratch is a document ready to be edited on our side, the tree alone on the others', with "
    + "memory that was in use before; freeing is not counted."

  static var rows: [Row] {
    [
      KeyRows.all, StructureRows.all, CounterRows.all, PeerRows.all, MemoryRows.all,
      ExtremeRows.all,
    ].flatMap { $0 }
  }
}
