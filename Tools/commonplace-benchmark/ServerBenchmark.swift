import ArgumentParser

struct ServerBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Measure how fast the server answers a client, and compare it with limits.",
    discussion: """
      The built server runs as a separate process, as does the program that it is compared with. \
      Times are elapsed times, from the first byte sent to the last byte received. Ratios compare \
      medians, and the two sides of a ratio take turns. The client parses answers after timing.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws { try options.run(Self.rows, method: Self.method) }

  static var rows: [Row] { [ServerKeyRows.all, ServerNotebookRows.all].flatMap { $0 } }

  private static let method =
    "A key is a didChange and a request in one write, as editors send them. An echo is a program "
    + "that sends back the same bytes. A key is measured on one core, which the client shares with the "
    + "server or echo, so that no process waits for a sleeping core. Peak memory is the figure "
    + "that the system reports for the process."
}
