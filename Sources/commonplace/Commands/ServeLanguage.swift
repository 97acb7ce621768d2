import ArgumentParser
import Foundation
import LanguageServer
import Notebook

struct ServeLanguage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Run the language server on standard input and output.")

  @OptionGroup var options: NotebookOptions

  @Flag(help: "Ignored: stdio is the only transport.")
  var stdio = false

  func run() throws {
    // Redirects standard output to standard error, so that text printed by mistake does not get
    // into the protocol.
    let output = dup(1)
    dup2(2, 1)
    let server = LanguageServer(
      input: 0, output: output,
      defaults: NotebookDefaults(
        path: options.notebook, environment: ProcessInfo.processInfo.environment,
        directory: FileManager.default.currentDirectoryPath))
    Foundation.exit(server.run())
  }
}
