import ArgumentParser
import JSON

/// The options of every benchmark. Also runs the rows.
struct BenchmarkOptions: ParsableArguments {
  @Flag(help: "Fewer repetitions: for a look, not for figures to quote.")
  var quick = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(help: ArgumentHelp("Only the rows whose name contains this.", valueName: "text"))
  var filter: String?

  @Flag(help: "Exit with 1 when a bar is missed.")
  var strict = false

  /// Measures the selected `rows` and prints the report, which includes `method`.
  func run(_ rows: [Row], method: String) throws {
    Heap.keepFreedMemory()
    let bench = Bench(effort: quick ? .quick : .full)
    let rows = rows.filter { row in
      filter.map { "\(row.id) \(row.name)".lowercased().contains($0.lowercased()) } ?? true
    }
    guard !rows.isEmpty else { throw ValidationError("no row has “\(filter ?? "")” in its name") }
    // Created before any row runs, because it records the load of other processes.
    var report = Report(machine: Machine(), isQuick: quick, method: method)
    for (index, row) in rows.enumerated() {
      StandardError.progress("\(index + 1)/\(rows.count) \(row.name)")
      report.results.append((row, row.measure(bench)))
    }
    StandardError.progress("")
    report.peers = bench.peers.descriptions
    print(json ? report.json.line : report.table)
    if strict, report.isAnyBarMissed { throw ExitCode.failure }
  }
}
