import ArgumentParser
import Foundation
import JSON
import Notebook
import NotebookReview
import SpacedRepetition

struct ReviewLog: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List answers, oldest first.",
    discussion: """
      Answers from the app are included. A deleted note is shown by its ID.
      """)

  @OptionGroup var options: NotebookOptions

  @Option(help: ArgumentHelp("Only answers since this time.", discussion: Since.help))
  var since: Since?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let notebook = try options.open()
    let answers = try notebook.reviews.log(from: since?.date)
    if json { try StandardOutput.write(JSONValue.array(answers.map(\.listed)).line) }
    if answers.isEmpty {
      let time = since == nil ? "yet" : "since then"
      if !json { try StandardOutput.write("No answers \(time).") }
      throw SilentExit(code: CommandFailure.Code.nothingFound.rawValue)
    }
    if json { return }
    var titles: [String: String] = [:]
    try notebook.notes.forEach { titles[$0.id] = $0.title.listed }
    let lines = answers.map { answer in
      let note = titles[answer.prompt.note] ?? answer.prompt.note
      let kind = answer.prompt.kindName
      return "\(answer.date.local())  \(answer.word)  \(kind)  \(note)".terminalSafeLine
    }
    try ListOutput().write(cutting: lines)
  }
}

extension LoggedAnswer {
  fileprivate var word: String {
    let word = details?.answers == .four ? details?.ease.rawValue : nil
    return (word ?? (isCorrect ? "right" : "wrong")).padding(
      toLength: 5, withPad: " ", startingAt: 0)
  }

  fileprivate var listed: JSONValue {
    [
      "answered": date.ISO8601Format().json, "noteId": prompt.note.json,
      "prompt": prompt.block.json, "index": prompt.index.json, "correctCount": correct.json,
      "incorrectCount": incorrect.json, "ease": (details?.ease.rawValue).json,
      "choiceCount": (details?.answers.rawValue).json,
      "scheduler": (details?.scheduler?.rawValue).json,
      "isRepetition": (details?.isRepetition).json,
    ]
  }
}

extension PromptID {
  fileprivate var kindName: String {
    let names = [
      "prompt=quote": "quote   ", "prompt=cloze": "cloze   ", "prompt=qanda": "question",
    ]
    return names[String(block.prefix(12))] ?? "other   "
  }
}
