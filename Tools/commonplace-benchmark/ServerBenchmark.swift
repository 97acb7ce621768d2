import ArgumentParser

/// All promises about the server, in one run.
struct ServerBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Measure the cost of the server for a client at its pipes, against bars.",
    discussion: """
      The built server is a separate process, and so is the program beside it. Times are the \
      clock's, from the first byte sent to the last byte received; ratios are of medians, and the two \
      sides of a ratio take turns. The server's answers are not parsed by the client while it is timed.
      """)

  @OptionGroup var options: BenchmarkOptions

  func run() throws { try options.run(Self.rows, method: Self.method) }

  static var rows: [Row] { [ServerKeyRows.all, ServerNotebookRows.all].flatMap { $0 } }

  private static let method =
    "A key is a didChange and a request in one write, as editors send them; an echo is the same bytes "
    + "to a program that sends back what it gets. What a key costs is measured on one core, which client "
    + "and server, or echo, share: so none of them waits for a core that sleeps. Peak memory is what the "
    + "system says of the process."
}
