import ArgumentParser
import Base
import Foundation
import Quoting
import Terminal

@main
struct Commonplace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commonplace",
    abstract: "Book notes on the command line and in text editors.",
    discussion:
      "Exit codes: 0 success, 1 no match or warnings, 2 wrong usage, 65 bad data, 74 cannot read or write.",
    version: commonplaceVersion,
    groupedSubcommands: [
      CommandGroup(name: "Start", subcommands: [Initialize.self, Status.self, Config.self]),
      CommandGroup(
        name: "Notes",
        subcommands: [
          New.self, Today.self, EditNote.self, Append.self, Show.self, Notes.self, Tag.self,
          Tags.self, Rename.self, Links.self, History.self, Trash.self, Restore.self, Delete.self,
        ]),
      CommandGroup(
        name: "Find and review",
        subcommands: [Search.self, Quotes.self, Review.self, Statistics.self]),
      CommandGroup(name: "Books", subcommands: [BookCommand.self, BooksCommand.self]),
      CommandGroup(
        name: "Exchange",
        subcommands: [
          Import.self, Export.self, MergeNotebooks.self, Conflicts.self, MirrorNotes.self,
        ]),
      CommandGroup(
        name: "Editors and browser",
        subcommands: [ServeLanguage.self, Web.self, Lint.self, Parse.self]),
      CommandGroup(name: "Repair", subcommands: [Check.self, SalvageNotebook.self]),
    ])

  static func main() {
    // Writing to a closed pipe must not end the process. On standard output, the write throws
    // `OutputError.readerIsGone`.
    signal(SIGPIPE, SIG_IGN)
    // A write beyond the file size limit fails with an error instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    Descriptor.fillClosed()
    do {
      try perform(Array(CommandLine.arguments.dropFirst()))
      ProgressLine.shared.end()
    } catch  where Interruption.came {
      Interruption.end()
    } catch OutputError.readerIsGone {
      Foundation.exit(128 + SIGPIPE)  // as shells show a process that the signal ended
    } catch let exit as SilentExit {
      ProgressLine.shared.end()
      Foundation.exit(exit.code)
    } catch {
      let failure = CommandFailure(error)
      ProgressLine.shared.end()
      StandardError.write(failure.description)
      Foundation.exit(failure.code.rawValue)
    }
  }

  private static func perform(_ words: [String]) throws {
    do {
      var command = try parseAsRoot(Arguments.arranged(words))
      try checkClock()
      try OpenFiles.ensureRoom()
      guard !(command is ServeLanguage) else { return try command.run() }
      Interruption.begin()
      ProgressLine.shared.begin("Reading the notebook")
      try Work.observed(by: ProgressLine.shared.take) { try command.run() }
    } catch {
      widenNarrowTerminal()
      switch exitCode(for: error) {
      // `error` is a request for help, the version or a completion script.
      case .success:
        let text = fullMessage(for: error)
        try StandardOutput.write(HelpText.wrapped(text, columns: columns))
      case .validationFailure:
        throw CommandFailure(usage: message(for: error), of: words)
      default: throw error
      }
    }
  }

  /// Throws if the clock is outside the years 1 to 9999: dates are written with four digits.
  static func checkClock(_ now: Date = Date()) throws(CommandFailure) {
    guard (-62_135_596_800..<253_402_300_800).contains(now.timeIntervalSince1970) else {
      throw CommandFailure(
        .inputOutput, "this machine's clock is outside the years 1 to 9999", "set the clock")
    }
  }

  /// Sets at least 40 columns for the argument parser, because it cannot lay out help in fewer
  /// columns than its labels need.
  private static func widenNarrowTerminal() {
    if columns < 40 { setenv("COLUMNS", "40", 1) }
  }

  private static var columns: Int {
    getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? ScreenSize(of: STDOUT_FILENO).columns
  }

  /// Returns the names of the subcommands at the start of `words`, such as `review` and `log`.
  static func subcommands(in words: [String]) -> [String] {
    var names: [String] = []
    var known = configuration.subcommands
    for word in words {
      guard let command = known.first(where: { $0._commandName == word }) else { break }
      names.append(word)
      known = command.configuration.subcommands
    }
    return names
  }
}

extension CommandFailure {
  init(usage message: String, of words: [String]) {
    let command = (["commonplace", "help"] + Commonplace.subcommands(in: words))
      .joined(separator: " ")
    self.init(.usage, Self.onOneLine(message).asPhrase, "see “\(command)”")
  }

  /// Returns a message of the argument parser on one line. The parser puts each of several allowed
  /// values on a line of its own.
  private static func onOneLine(_ message: String) -> String {
    let parts = message.components(separatedBy: "\n  - ")
    guard let last = parts.last, parts.count > 2 else { return message }
    return String(message.prefix { $0 != "\n" }).replacingBytes(of: " the following:", with: " ")
      + parts.dropFirst().dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
  }
}

private enum OpenFiles {
  /// Number of descriptors that a command may need at a time. With fewer, SQLite reports a failure
  /// to open a file as various other errors, and Dispatch ends the process.
  private static let needed = 48

  /// Raises the limit to 1024 open files, or as far as allowed. Throws if fewer than `needed` files
  /// can be opened.
  static func ensureRoom() throws(CommandFailure) {
    #if canImport(Darwin)
      let files = RLIMIT_NOFILE
    #else
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    var limit = rlimit()
    if getrlimit(files, &limit) == 0, limit.rlim_cur < 1024 {
      limit.rlim_cur = min(1024, limit.rlim_max)
      setrlimit(files, &limit)
    }
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw CommandFailure(
          .inputOutput, "the system lets this program open only \(opened.count) more files",
          "raise the limit to 256: ulimit -n 256")
      }
      opened.append(descriptor)
    }
  }
}
