import ArgumentParser
import JSON

/// Everything that is promised of the parser, in one run.
struct ParsingBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parsing",
    abstract: "What a key and a parse from scratch cost, against bars and against other parsers.",
    discussion: """
      Ratios are of medians, of 1,000 edits and of 60 parses. The two sides of a ratio take turns, so \
      that a busy machine slows both. Each edit is undone before the next. Counters are equal on \
      every run. A row that takes too long is cut short, and says so.
      """)

  @Flag(help: "Fewer edits: for a look, not for figures to quote.")
  var quick = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Only the rows whose name contains this.", valueName: "text"))
  var filter: String?

  @Flag(help: "Exit with 1 when a bar is missed.")
  var strict = false

  func run() throws {
    Heap.keepFreedMemory()
    let bench = Bench(effort: quick ? .quick : .full)
    let rows = Self.rows.filter { row in
      filter.map { "\(row.id) \(row.what)".lowercased().contains($0.lowercased()) } ?? true
    }
    guard !rows.isEmpty else { throw ValidationError("no row has “\(filter ?? "")” in its name") }
    // Before anything runs: the load of others.
    var report = Report(machine: Machine(), isQuick: quick)
    for (index, row) in rows.enumerated() {
      StandardError.progress("\(index + 1)/\(rows.count) \(row.what)")
      report.results.append((row, row.measure(bench)))
    }
    StandardError.progress("")
    report.peers = bench.peers.descriptions
    print(json ? report.json.line : report.table)
    if strict, report.isAnyBarMissed { throw ExitCode.failure }
  }

  static var rows: [Row] {
    [
      KeyRows.all, StructureRows.all, CounterRows.all, PeerRows.all, MemoryRows.all,
      ExtremeRows.all,
    ].flatMap { $0 }
  }
}
