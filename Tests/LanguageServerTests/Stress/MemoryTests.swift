import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import NoteGenerator
import Notebook
import TestSupport
import Testing

/// The memory of a server that runs for a long time: no more than that of one that has just started.
@Suite struct MemoryTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// Minutes of typing, as `script/test --typing MINUTES` wants them.
  private static let minutes = environment["COMMONPLACE_TYPING"].flatMap { Double($0) } ?? 0.2
  /// The pace, as a multiple of the clock.
  private static let pace = environment["COMMONPLACE_PACE"].flatMap { Double($0) } ?? 1_000_000

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "no /proc"))
  func opensAndCloses() throws {
    let server = try ServerFixture(capabilities: ClientProfiles.everything)
    let text = GeneratedNotes.text(seed: 1, byteCount: 3000)
    func rounds(_ count: Int) throws {
      for number in 0..<count {
        let uri = "file:///\(number % 7).md"
        server.client.open(uri, text)
        _ = try server.client.request(
          "textDocument/semanticTokens/full", ["textDocument": ["uri": .string(uri)]])
        server.client.change(uri, version: 2, "# new")
        server.client.close(uri)
      }
      try server.client.settle()
    }
    // The notebook is opened when it is convenient; not between the two looks.
    _ = try server.client.request("commonplace/listNotes", [:])
    try rounds(400)
    let before = try #require(ServerMemory(server.client)?.resident)
    try rounds(1000)
    let after = try #require(ServerMemory(server.client)?.resident)
    // A thousand documents that were kept would be more than ten times as much.
    #expect(after - before < 3 << 20, "\(before >> 10) kB, then \(after >> 10) kB")
  }

  /// Ten keys a second in notes, with what an editor asks after each. After the first sixth of the
  /// time memory does not grow by more than a twentieth.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "no /proc"))
  func typing() throws {
    let notes = (0..<30).map { GeneratedNotes.text(seed: UInt64($0), byteCount: 1500) }
    let server = try ServerFixture(notes: notes, capabilities: ClientProfiles.everything)
    let count = Int(Self.minutes * 600)
    var typist = try Typing(server)
    var settled: Int?
    let start = Date()
    for key in 0..<count {
      try typist.key()
      if settled == nil, key >= count / 6 { settled = ServerMemory(server.client)?.resident }
      let due = start.addingTimeInterval(Double(key) / 10 / Self.pace)
      if due > Date() { Thread.sleep(until: due) }
      if count > 1000, key % (count / 12) == 0, let memory = ServerMemory(server.client) {
        print("\(key / 600) minutes: \(memory.resident >> 10) kB")
      }
    }
    let (before, after) = (
      try #require(settled), try #require(ServerMemory(server.client)?.resident)
    )
    let growth = Double(after - before) / Double(before)
    if count > 1000 { print("growth after the first sixth: \((growth * 1000).rounded() / 10) %") }
    // In a short run pages come and go, and weigh more.
    #expect(growth < (count > 1000 ? 0.05 : 0.25), "\(before >> 10) kB, then \(after >> 10) kB")
    #expect(try server.client.shutDown() == 0)
  }
}

/// A user who types in one note after another, and an editor that asks after each key.
private struct Typing {
  private let server: ServerFixture
  private var random = RandomEdits(seed: 7)
  private var notes: [(uri: String, text: String)] = []
  private var current = ClientText("")
  private var answers: [String: JSONValue] = [:]
  private var keys = 0
  private var version = 1

  init(_ server: ServerFixture) throws {
    self.server = server
    for note in try server.client.request("commonplace/listNotes", [:])["notes"]?.array ?? [] {
      let uri = note["uri"]?.string ?? ""
      notes.append((uri, try server.client.read(uri).text))
    }
  }

  private var note: Int { keys / 300 % max(1, notes.count) }

  /// One key: half a minute in one note, then the next. Every fifteen seconds it is saved.
  mutating func key() throws {
    let uri = notes[note].uri
    if keys % 300 == 0 {
      version = 1
      current = ClientText(notes[note].text)
      server.client.open(uri, current.text)
    }
    let middle = current.bytes.count / 2
    var start = middle
    while start > 0, current.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let letter = random.number(0...9) == 0 ? "\n" : "e"
    version += 1
    server.client.change(
      uri, version: version,
      [["range": current.range(start..<start), "text": .string(letter)]])
    current.replace(start..<start, with: letter)
    let range = current.range(start + 1..<start + 1)
    let methods = RequestTable.methods.filter { !RequestTable.isWriting($0) }
    for method in ["textDocument/semanticTokens/full/delta", "textDocument/diagnostic"]
      + [methods[keys % methods.count]]
    {
      let target = RequestTable.Target(uri: uri, range: range, number: keys, answers: answers)
      guard let params = RequestTable.params(method, at: target) else { continue }
      if let answer = try? server.client.request(method, params) {
        answers[method] = answer
        if method.hasPrefix("textDocument/semanticTokens/full") {
          answers["textDocument/semanticTokens/full"] = answer
        }
      }
    }
    if keys % 150 == 149 { server.client.save(uri, nil) }
    // The note stays as long as it was: as much is taken out as was typed.
    if keys % 300 == 299 {
      server.client.change(uri, version: version + 1, [["text": .string(notes[note].text)]])
      server.client.save(uri, nil)
      server.client.close(uri)
      answers = [:]
      server.client.forgetUnasked()
    }
    keys += 1
  }
}
