import ArgumentParser
import JSON

struct BenchmarkOptions: ParsableArguments {
  @Flag(help: "Run fewer repetitions: for a quick look, not for figures to quote.")
  var quick = false

  @Flag(help: "Print the report as one JSON object.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Measure only the rows whose ID or name contains this text.", valueName: "text"))
  var filter: String?

  @Flag(help: "Exit with code 1 if a figure misses its bar.")
  var strict = false

  func run(_ rows: [Row], method: String) throws {
    Heap.keepFreedMemory()
    let bench = Bench(effort: quick ? .quick : .full)
    let rows = rows.filter { row in
      filter.map { "\(row.id) \(row.name)".lowercased().contains($0.lowercased()) } ?? true
    }
    guard !rows.isEmpty else {
      throw ValidationError("no row has “\(filter ?? "")” in its ID or name")
    }
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
