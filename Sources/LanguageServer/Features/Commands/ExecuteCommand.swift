import JSON
import LanguageServerProtocol

extension ServerCommand {
  static let all: [ServerCommand] =
    [
      .addImageFile,
      .dayNote,
      .extractNote,
      .newNote,
      .notesAround,
      .openByTitle,
      .randomQuotes,
      .resolveConflict,
      .restoreNote,
    ] + review + books
}

extension Feature {
  static let executeCommand = Feature("workspace/executeCommand", queue: .notebook, writes: true) {
    _ in
    (["executeCommandProvider"], ["commands": ServerCommand.all.map(\.name).json])
  } answer: { (context, params: ExecuteCommandParams) throws(ResponseError) -> JSONValue in
    guard let command = ServerCommand.all.first(where: { $0.name == params.command }) else {
      let names = ServerCommand.all.map(\.name).joined(separator: ", ")
      throw .invalidParams("command: expected one of \(names)")
    }
    return try command.run(context, params.arguments)
  }
}
