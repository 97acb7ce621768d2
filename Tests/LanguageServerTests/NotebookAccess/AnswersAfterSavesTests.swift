import Base
import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// After the answer to a save, the next answer has it, whatever was being answered when it was saved.
///
/// `script/test --saves N` saves N times in a release build; here it is a short run.
@Suite struct AnswersAfterSavesTests {
  private static let saves =
    ProcessInfo.processInfo.environment["COMMONPLACE_SAVES"].flatMap { Int($0) } ?? 120

  @Test func theNextAnswerHasIt() throws {
    let session = try SavingSession(seed: 7)
    for step in 1...max(1, Self.saves / 3) { try session.save(step) }
    print("\(Self.saves) saves, answers that lacked the last one: \(session.missing)")
    #expect(session.missing == [:], "answers that lacked the last save, by their methods")
    #expect(try session.server.client.shutDown() == 0)
  }
}

/// A server that is asked for lists all the time, while a note and the record of a book are saved.
private final class SavingSession {
  /// A request whose answer shows whether it has the save of a step.
  private struct Question {
    var name: String
    var method: String
    var params: JSONValue
    var has: (JSONValue, _ step: Int) -> Bool
  }

  let server: ServerFixture
  /// How many answers lacked the last save.
  private(set) var missing: [String: Int] = [:]
  private var client: LanguageClient { server.client }
  private var random: SeededGenerator
  private let note: String
  private let targets: [String]
  private let record: String
  private var noteVersion: String
  private var recordVersion: String
  private var questions: [Question] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    // As many as take some milliseconds to be counted.
    let others = (0..<600).map { "# Note \($0)\n\n#kind/of/\($0 % 90) #other\($0 % 50)\n" }
    server = try ServerFixture(
      notes: others + ["# Even\n", "# Odd\n", "# Changing 0\n", "# Walden\n"],
      capabilities: ["general": ["positionEncodings": ["utf-16"]]])
    let client = server.client
    note = try server.uri(titled: "Changing 0")
    targets = [try server.uri(titled: "Even"), try server.uri(titled: "Odd")]
    let book = try server.uri(titled: "Walden")
    record = BookFixture.record(of: book)
    _ = try BookFixture.run(client, "add", ["uri": book.json, "authors": ["Author 0"]])
    noteVersion = try client.read(note).version
    recordVersion =
      try client.request("commonplace/readBook", ["uri": book.json])["version"]?.string ?? ""
    // What is known afterwards.
    _ = try client.request("commonplace/review/counts", [:])
    _ = try client.request("commonplace/listLinks", ["uri": note.json])
    questions = tagQuestions() + noteQuestions() + bookQuestions(book)
  }

  /// The number of prompts of the note after a step.
  private static func prompts(_ step: Int) -> Int { step % 3 }

  private static func text(_ step: Int) -> String {
    let prompts = (0..<prompts(step)).map { "Q: What is \($0) of \(step)?\nA: It\n" }
    return
      ([
        "# Changing \(step)\n", "#save\(step)x [[\(step % 2 == 0 ? "Even" : "Odd")]]\n",
      ] + prompts).joined(separator: "\n")
  }

  /// The question that completes `text`, a document of its own.
  private func completion(
    _ name: String, in uri: String, _ text: String, has: @escaping (Set<String>, Int) -> Bool
  ) -> Question {
    client.open(uri, text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.last ?? ""
    return Question(
      name: name, method: "textDocument/completion",
      params: [
        "textDocument": ["uri": uri.json],
        "position": ["line": (lines.count - 1).json, "character": last.utf16.count.json],
      ],
      has: { answer, step in
        has(Set(answer["items"]?.array?.compactMap { $0["label"]?.string } ?? []), step)
      })
  }

  private func tagQuestions() -> [Question] {
    func has(_ tags: Set<String>, _ step: Int) -> Bool {
      tags.contains("#save\(step)x") && !tags.contains("#draft\(step)")
    }
    func names(_ answer: JSONValue?, _ key: String) -> Set<String> {
      Set(answer?.array?.compactMap { $0[key]?.string } ?? [])
    }
    return [
      Question(name: "tags", method: "commonplace/listTags", params: [:]) {
        has(names($0["tags"], "tag"), $1)
      },
      completion("hashtag completion", in: "untitled:tag", "#", has: has),
      Question(name: "symbols", method: "workspace/symbol", params: ["query": "save"]) {
        has(names($0, "name"), $1)
      },
    ]
  }

  private func noteQuestions() -> [Question] {
    func row(_ answer: JSONValue) -> JSONValue? {
      answer["notes"]?.array?.first { $0["id"]?.string == NoteURI(note)?.id }
    }
    func isPointedAt(_ answer: JSONValue) -> Bool {
      answer["pointing"]?.array?.contains {
        $0["title"]?.string?.hasPrefix("Changing") == true
      } == true
    }
    return [
      Question(
        name: "titles", method: "commonplace/readTitles", params: ["uris": [note.json]]
      ) { $0["titles"]?.array == ["Changing \($1)".json] },
      completion("link completion", in: "untitled:link", "[[Changing") {
        $0.contains("Changing \($1)")
      },
      Question(name: "lists", method: "commonplace/listNotes", params: ["limit": 5]) {
        row($0)?["title"]?.string == "Changing \($1)"
      },
      Question(name: "due prompts of lists", method: "commonplace/listNotes", params: ["limit": 4])
      { row($0)?["due"]?.int == Self.prompts($1) },
      Question(name: "counts", method: "commonplace/review/counts", params: [:]) {
        $0["due"]?.int == Self.prompts($1)
      },
    ]
      + targets.enumerated().map { index, uri in
        Question(name: "links", method: "commonplace/listLinks", params: ["uri": uri.json]) {
          isPointedAt($0) == ($1 % 2 == index)
        }
      }
  }

  private func bookQuestions(_ book: String) -> [Question] {
    [
      Question(name: "books", method: "commonplace/listBooks", params: [:]) { answer, step in
        answer["books"]?.array?.first?["authors"]?.array == ["Author \(step)".json]
      },
      completion("book completion", in: record, "authors: [\"Auth") {
        $0 == ["Author \($1)"]
      },
    ]
  }

  private func ask(_ count: Int) -> [RequestID] {
    (0..<count).compactMap { _ in
      questions.randomElement(using: &random).map { client.send(request: $0.method, $0.params) }
    }
  }

  /// Saves the note twice and the record once, with questions before, between and after, and holds the answers
  /// to those that were asked after all against what was saved.
  ///
  /// After the first save nothing is known, so that the questions after it are read for while the next save
  /// comes.
  func save(_ step: Int) throws {
    noteVersion = try write("# Draft of \(step)\n\n#draft\(step)\n")
    var others = ask(Int.random(in: 1...5, using: &random))
    let saved = sendWrite(Self.text(step))
    others += ask(Int.random(in: 0...5, using: &random))
    let savedRecord = client.send(
      request: "commonplace/writeBook",
      [
        "uri": record.json, "fields": ["authors": ["Author \(step)".json]],
        "baseVersion": recordVersion.json,
      ])
    noteVersion = try #require(try client.response(to: saved)["version"]?.string)
    recordVersion = try #require(try client.response(to: savedRecord)["version"]?.string)
    let asked = questions.shuffled(using: &random).map {
      (question: $0, id: client.send(request: $0.method, $0.params))
    }
    for (question, id) in asked where try !question.has(client.response(to: id), step) {
      missing[question.name, default: 0] += 1
    }
    for id in others { _ = try client.response(to: id) }
    client.forgetUnasked()
  }

  private func sendWrite(_ text: String) -> RequestID {
    client.send(
      request: "commonplace/writeNote",
      ["uri": note.json, "text": text.json, "baseVersion": noteVersion.json])
  }

  private func write(_ text: String) throws -> String {
    try #require(try client.response(to: sendWrite(text))["version"]?.string)
  }
}
