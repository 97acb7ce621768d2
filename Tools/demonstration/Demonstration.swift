import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol

/// Shows the server at work in a terminal: a note is typed key by key, with the server's answer to
/// each key and its time. Run by `script/demo`.
///
///     demonstration COMMONPLACE NOTEBOOK [--step]
///
/// With `--step`, Return continues after each remark. All times are measured at the client, from
/// sending a request or change until its answer was read.
@main
struct Demonstration {
  let client: LanguageClient
  var screen = Screen()
  var timings = Timings()

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let steps = arguments.contains("--step")
    arguments.removeAll { $0 == "--step" }
    guard arguments.count == 2 else {
      let usage = Data("usage: demonstration COMMONPLACE NOTEBOOK [--step]\n".utf8)
      try? FileHandle.standardError.write(contentsOf: usage)
      exit(2)
    }
    let client = try LanguageClient(executable: URL(filePath: arguments[0]))
    try client.initialize(
      capabilities: [
        "general": ["positionEncodings": ["utf-16"]],
        "textDocument": [
          "semanticTokens": ["tokenTypes": [], "requests": ["range": true, "full": true]],
          "diagnostic": [:],
          "codeAction": [
            "codeActionLiteralSupport": ["codeActionKind": ["valueSet": ["quickfix"]]]
          ],
        ],
        "workspace": ["workspaceEdit": ["documentChanges": true]],
      ],
      options: ["notebook": .string(arguments[1]), "semanticTokenTypes": "minimarkdown"])
    var demonstration = Demonstration(client: client)
    demonstration.screen.isStepping = steps
    try demonstration.run()
    exit(try client.shutDown())
  }

  private mutating func run() throws {
    screen.heading(
      "A note, typed key by key. The server colors the text and explains problems at each key.")
    let note = try client.request("commonplace/createNote", ["title": "On Walking"])
    var editor = Editor(client: client, note: note)
    for stroke in Script.strokes {
      switch stroke {
      case .text(let text):
        for character in text { try editor.type(String(character), &timings, &screen) }
      case .pause(let remark): screen.pause(remark)
      case .fix: try editor.fix(&timings, &screen)
      case .complete: try editor.complete(&timings, &screen)
      }
    }
    try editor.save(&timings, &screen)
    screen.finishFrame()

    screen.heading("The same text, typed in a note of 10 KB and in a note of 1 MB.")
    try SideBySide(client: client).run(&timings, &screen)

    screen.heading("The notebook, searched as you type.")
    for query in Script.queries { try search(query) }

    screen.heading("One card of the new note.")
    try review(editor.uri)

    screen.heading("How long each request took, measured at the client, over the pipe.")
    timings.show(on: screen)
  }

  private mutating func search(_ query: String) throws {
    var typed = ""
    for character in query {
      typed.append(character)
      let start = DispatchTime.now()
      let result = try client.request(
        "commonplace/search", ["query": .string(typed), "limit": 3])
      let time = timings.note("search, each key", since: start)
      let total = result["total"]?.int ?? 0
      var lines = ["\(Style.strong)search \(typed)\(Style.plain)  \(total) found"]
      for hit in result["hits"]?.array ?? [] {
        lines.append("  \(hit["title"]?.string ?? ""), line \((hit["line"]?.int ?? 0) + 1)")
        let snippet = hit["snippet"]?.string?.withoutTrailingSpace ?? ""
        lines.append("    " + Style.highlighted(snippet, hit["highlights"]))
      }
      screen.frame(lines, time: "search \(Timings.shown(time))", rest: 0.12)
    }
    screen.finishFrame()
    screen.pause(nil)
  }

  private mutating func review(_ uri: String) throws {
    var state = try client.request("commonplace/review/start", ["uri": .string(uri)])
    guard let session = state["session"] else { return }
    // Cards are shuffled, so this skips to a cloze.
    while let card = state["card"], card != .null, card["kind"]?.string != "cloze" {
      state = try client.request("commonplace/review/skip", ["session": session])
    }
    guard let card = state["card"], card != .null else {
      return screen.line("No card of the note is due yet.")
    }
    screen.line("  " + (card["frontText"]?.string ?? ""))
    screen.pause(nil)
    let shown = try client.request("commonplace/review/reveal", ["session": session])
    screen.line("  " + Style.strong + (shown["card"]?["backText"]?.string ?? "") + Style.plain)
    let begin = DispatchTime.now()
    _ = try client.request("commonplace/review/answer", ["session": session, "ease": "good"])
    let time = timings.note("answer, on disk", since: begin)
    screen.line("  Right: saved in \(Timings.shown(time))")
    screen.pause(nil)
    _ = try client.request("commonplace/review/stop", ["session": session])
  }
}
