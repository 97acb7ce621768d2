import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import NoteGenerator
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// Every feature at every offset of fifty notes, valid and broken, between edits and cancellations:
/// each request has one answer, and none of them is that the server failed.
///
/// `script/test --requests N` does it N times in a release build; here it is a short run.
@Suite struct StressTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let requestCount = environment["COMMONPLACE_REQUESTS"].flatMap { Int($0) } ?? 1500

  @Test func everyFeatureHasItsParameters() {
    let missing = RequestTable.methods.filter { RequestTable.makers[$0] == nil }
    #expect(missing == [], "they are asked with a document, a position and a range only")
  }

  @Test func everyFeatureEverywhere() throws {
    let session = try StressSession(seed: 5)
    for batch in stride(from: 0, to: Self.requestCount, by: 60) {
      try session.run(min(60, Self.requestCount - batch))
      if batch % 6000 == 0, batch > 0 { print("\(batch) requests") }
    }
    #expect(session.server.client.processIdentifier > 0)
    #expect(try session.server.client.outline(of: "file:///none.md") == [])
    if let peak = ServerMemory(session.server.client)?.peak {
      print("\(Self.requestCount) requests, peak memory of the server \(peak >> 20) MB")
      #expect(peak < 512 << 20)
    }
    #expect(session.unexpected == [:])
    #expect(try session.server.client.shutDown() == 0)
  }
}

/// A server with fifty documents, and a client that asks it everything.
private final class StressSession {
  private struct OpenText {
    var uri: String
    var text: ClientText
    var version = 1
    var answers: [String: JSONValue] = [:]
  }

  private struct Question {
    var id: RequestID
    var method: String
    var document: Int
  }

  let server: ServerFixture
  /// Answers that are errors of the wrong kind: how often each came.
  private(set) var unexpected: [String: Int] = [:]
  private var random: RandomEdits
  private var documents: [OpenText] = []
  private var number = 0
  /// Errors of requests for things that others changed: a note that is not stored, a name that is no hashtag.
  private static let expected: Set = [-32602, -32800, -32803]

  init(seed: UInt64) throws {
    random = RandomEdits(seed: seed)
    let examples = ["blocks", "inline", "lists", "questions", "quotes"].map {
      Repository.text(of: "Grammar/examples/\($0).txt")
    }
    let stored = (0..<20).map { GeneratedNotes.text(seed: UInt64($0), byteCount: 300) }
    server = try ServerFixture(notes: stored, capabilities: ClientProfiles.everything)
    let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array ?? []
    for note in notes.prefix(20) {
      guard let uri = note["uri"]?.string else { continue }
      open(uri, try server.client.read(uri).text)
    }
    while documents.count < 50 {
      let number = documents.count
      let uri = number % 3 == 0 ? "untitled:\(number)" : "file:///note%20\(number).md"
      switch number % 3 {
      case 0: open(uri, random.text(0...40))
      case 1: open(uri, piece(of: examples[number % examples.count]))
      default: open(uri, GeneratedNotes.text(seed: UInt64(number), byteCount: 400))
      }
    }
  }

  private func open(_ uri: String, _ text: String) {
    documents.append(OpenText(uri: uri, text: ClientText(text)))
    server.client.open(uri, text)
  }

  private func piece(of text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = random.number(0...max(0, lines.count - 12))
    return lines.dropFirst(start).prefix(12).joined(separator: "\n")
  }

  /// Sends `count` requests with edits and cancellations between them, and waits for every answer.
  func run(_ count: Int) throws {
    var questions: [Question] = []
    while questions.count < count {
      number += 1
      let document = (number / 7) % documents.count
      if random.number(0...4) == 0 { edit(document) }
      guard let question = ask(document) else { continue }
      questions.append(question)
      if random.number(0...11) == 0 {
        server.client.notify("$/cancelRequest", ["id": question.id.json])
      }
    }
    for question in questions {
      do {
        let answer = try server.client.response(to: question.id)
        documents[question.document].answers[question.method] = answer
      } catch let error as ResponseError {
        guard !Self.expected.contains(error.code) else { continue }
        unexpected["\(question.method): \(error.code) \(error.message)", default: 0] += 1
      }
    }
    server.client.forgetUnasked()
  }

  private func ask(_ index: Int) -> Question? {
    let methods = RequestTable.methods
    let method = methods[number % methods.count]
    if RequestTable.isWriting(method), random.number(0...9) > 0 { return nil }
    let document = documents[index]
    // Each offset in turn, and now and then one that is not there.
    let count = document.text.bytes.count
    let start = boundary((number / methods.count * 13) % (count + 1), in: document.text.bytes)
    let end = boundary(min(count, start + random.number(0...20)), in: document.text.bytes)
    let range =
      random.number(0...19) == 0
      ? .range(random.number(0...9), random.number(0...99), random.number(0...9), 3)
      : document.text.range(start..<max(start, end))
    let target = RequestTable.Target(
      uri: document.uri, range: range, number: number / methods.count, answers: document.answers)
    guard let params = RequestTable.params(method, at: target) else { return nil }
    return Question(
      id: server.client.send(request: method, params), method: method, document: index)
  }

  private func edit(_ index: Int) {
    let document = documents[index]
    documents[index].version += 1
    if document.text.bytes.count > 600 {
      documents[index].text = ClientText(random.text(0...30))
      server.client.change(
        document.uri, version: documents[index].version, documents[index].text.text)
    } else {
      let (range, text) = random.change(of: document.text.bytes)
      server.client.change(
        document.uri, version: documents[index].version,
        [["range": document.text.range(range), "text": .string(text)]])
      documents[index].text.replace(range, with: text)
    }
    switch random.number(0...29) {
    case 0: server.client.save(document.uri, documents[index].text.text)
    case 1:
      server.client.close(document.uri)
      server.client.open(
        document.uri, documents[index].text.text, version: documents[index].version)
    default: break
    }
  }

  private func boundary(_ offset: Int, in bytes: [UInt8]) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
