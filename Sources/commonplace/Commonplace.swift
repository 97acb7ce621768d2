import ArgumentParser
import Foundation
import LanguageServer

/// The command line. One file a subcommand, in `Commands/`.
@main
struct Commonplace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commonplace",
    abstract: "Book notes in a text editor: a language server, and a notebook on the command line.",
    discussion: """
      Exit codes: 0 ok, 1 nothing found (of “check” and “lint”: something to look at), 2 usage, 65 bad data, \
      74 input or output; 141 when the reader of the output left early, as “| head” does.
      """,
    version: commonplaceVersion,
    subcommands: [
      Initialize.self, Notes.self, Show.self, Search.self, Tags.self, Parse.self, Lint.self,
      New.self, Trash.self, Restore.self, Delete.self, History.self,
      Review.self, MergeNotebooks.self, Conflicts.self, Check.self, Statistics.self,
      SalvageNotebook.self,
      Export.self, Import.self, MirrorNotes.self, ServeLanguage.self,
    ])

  static func main() {
    // A reader that is gone is seen where it matters: on standard output, and not on standard error.
    signal(SIGPIPE, SIG_IGN)
    Descriptor.fillClosed()
    do {
      try perform(Array(CommandLine.arguments.dropFirst()))
    } catch OutputError.readerIsGone {
      Foundation.exit(128 + SIGPIPE)  // as shells show a process that the signal ended
    } catch let exit as SilentExit {
      Foundation.exit(exit.code)
    } catch {
      let failure = CommandFailure(error)
      StandardError.write(failure.description)
      Foundation.exit(failure.code.rawValue)
    }
  }

  private static func perform(_ words: [String]) throws {
    do {
      var command = try parseAsRoot(Arguments.arranged(words))
      try command.run()
    } catch  where exitCode(for: error).isSuccess {
      // Help, the version, a completion script.
      try StandardOutput.write(fullMessage(for: error))
    }
  }
}
