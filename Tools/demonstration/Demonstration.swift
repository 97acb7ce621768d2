import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol

/// Shows the server at work in a terminal: a note typed key by key, with the server's answer to
/// each key, and its time. Run by `script/demo`.
///
///     demonstration COMMONPLACE NOTEBOOK
@main
struct Demonstration {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      let usage = Data("usage: demonstration COMMONPLACE NOTEBOOK\n".utf8)
      try? FileHandle.standardError.write(contentsOf: usage)
      exit(2)
    }
    let client = try LanguageClient(executable: URL(filePath: arguments[1]))
    try client.initialize(
      capabilities: [
        "general": ["positionEncodings": ["utf-16"]],
        "textDocument": [
          "semanticTokens": ["tokenTypes": []], "publishDiagnostics": ["versionSupport": true],
        ],
      ],
      options: ["notebook": .string(arguments[2]), "semanticTokenTypes": "minimarkdown"])

    var screen = Screen()
    var timings = Timings()
    screen.heading("A note, typed key by key. The server colours and explains each key.")
    var editor = Editor(client: client)
    for stroke in Script.strokes {
      switch stroke {
      case .text(let text):
        for character in text { try editor.type(String(character), &timings, &screen) }
      case .pause(let remark): screen.pause(remark)
      case .correct(let wrong, let right):
        try editor.replaceLast(wrong, with: right, &timings, &screen)
      case .complete: try editor.complete(&timings, &screen)
      }
    }
    screen.finishFrame()

    screen.heading("The notebook, searched.")
    for query in Script.queries { try search(query, client, &timings, &screen) }

    screen.heading("How long each took, at the client, over the pipe.")
    timings.show(on: screen)
    exit(try client.shutDown())
  }

  private static func search(
    _ query: String, _ client: LanguageClient, _ timings: inout Timings, _ screen: inout Screen
  ) throws {
    let start = DispatchTime.now()
    let result = try client.request(
      "commonplace/search", ["query": .string(query), "limit": 3])
    timings.note("search", since: start)
    screen.line("\(Style.strong)search \(query)\(Style.plain)  \(result["total"]?.int ?? 0) found")
    for hit in result["hits"]?.array ?? [] {
      let title = hit["title"]?.string ?? ""
      screen.line("  \(title), line \((hit["line"]?.int ?? 0) + 1)")
      let snippet = hit["snippet"]?.string?.withoutTrailingSpace ?? ""
      screen.line("    " + Style.highlighted(snippet, hit["highlights"]))
    }
    screen.line("")
    screen.rest(seconds: 0.8)
  }
}
