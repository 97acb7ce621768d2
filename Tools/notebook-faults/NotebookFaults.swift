import ArgumentParser

/// Injects faults into the use of notebooks, and checks that no saved data is lost. Run by
/// `script/faults`.
@main struct NotebookFaults: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notebook-faults",
    abstract: "Inject faults into the use of notebooks, and check for lost data.",
    subcommands: [
      Kill.self, SystemCalls.self, Copies.self, Stale.self, Devices.self, Processes.self,
      Mirror.self, StateFolderFaults.self, Review.self, ReviewDays.self, Hostile.self, Worker.self,
      FaultyWorker.self,
      MirrorWorker.self, ReviewWorker.self,
    ])
}
