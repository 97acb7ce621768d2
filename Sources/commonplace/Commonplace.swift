import ArgumentParser
import Foundation
import LanguageServer
import Notebook

/// The command line. One file a subcommand, in `Commands/`.
@main
struct Commonplace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "commonplace",
    abstract: "Book notes in a text editor: a language server, and a notebook on the command line.",
    version: commonplaceVersion,
    subcommands: [
      Initialize.self, Notes.self, Show.self, Search.self, Tags.self, Parse.self,
      ServeLanguage.self,
    ])

  /// Exit codes: 0 ok, 1 nothing found, 2 usage, 65 bad data, 74 input or output.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      StandardError.write(failure.description)
      Foundation.exit(failure.code.rawValue)
    } catch let error as NotebookError {
      let failure = CommandFailure(error)
      StandardError.write(failure.description)
      Foundation.exit(failure.code.rawValue)
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      let failure = CommandFailure(usage: message(for: error))
      StandardError.write(failure.description)
      Foundation.exit(failure.code.rawValue)
    }
  }
}
