import JSON
import LanguageServerProtocol

/// A command that the client can run by name. `ServerCommand.all` is the whole list, which is
/// advertised; each is in a separate file.
struct ServerCommand: Sendable {
  /// The name, as in `commonplace.resolveConflict`.
  let name: String
  let run: @Sendable (RequestContext, [JSONValue]) throws(ResponseError) -> JSONValue

  init(
    _ name: String,
    run: @escaping @Sendable (RequestContext, [JSONValue]) throws(ResponseError) -> JSONValue
  ) {
    self.name = name
    self.run = run
  }
}

extension ServerCommand {
  static let all: [ServerCommand] =
    [
      .extractNote,
      .newNote,
      .openByTitle,
      .randomQuotes,
      .resolveConflict,
    ] + review
}

extension Feature {
  /// The commands, in the notebook's lane.
  static let executeCommand = Feature("workspace/executeCommand", writes: true) { _ in
    (["executeCommandProvider"], ["commands": ServerCommand.all.map(\.name).json])
  } answer: { (context, params: ExecuteCommandParams) throws(ResponseError) -> JSONValue in
    guard let command = ServerCommand.all.first(where: { $0.name == params.command }) else {
      let names = ServerCommand.all.map(\.name).joined(separator: ", ")
      throw .invalidParams("command: expected one of \(names)")
    }
    return try command.run(context, params.arguments)
  }
}
