import Base
import Foundation
import Notebook
import NotebookFile
import TestSupport
import Testing

@testable import BookLookup

/// Answers of before, pauses, and covers.
@Suite struct AnswerStoreTests {
  private static let day = 86_400.0

  @Test func answersAreKeptForTheirTime() throws {
    let server = try RecordedServer.recorded()
    let folder = try TemporaryFolder()
    let start = Date()
    func count(_ question: LookupQuestion, after days: Double) throws -> Int {
      let before = server.paths.count
      let lookup = try Lookup.testing(
        server, folder: folder.path("state"), now: { start.addingTimeInterval(days * Self.day) })
      _ = try lookup.editions(for: question)
      return server.paths.count - before
    }
    let (found, none) = (LookupQuestion.words("the pond"), LookupQuestion.words("xyzzy"))
    #expect(try count(found, after: 0) == 1)
    #expect(try count(found, after: 29) == 0)
    #expect(try count(found, after: 31) == 1)
    #expect(try count(none, after: 0) == 1)
    #expect(try count(none, after: 0.9) == 0)
    #expect(try count(none, after: 1.1) == 1)
    // An answer of tomorrow does not count: the clock was wrong.
    #expect(try count(LookupQuestion.words("later"), after: 10) == 1)
    #expect(try count(LookupQuestion.words("later"), after: 9) == 1)
  }

  /// Stored answers are not trusted.
  @Test func damagedAnswersAreAskedAgain() throws {
    let server = try RecordedServer.recorded()
    let folder = try TemporaryFolder()
    let lookup = try Lookup.testing(server, folder: folder.path("state"))
    let question = LookupQuestion.words("the pond")
    let first = try lookup.editions(for: question)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
      .filter { $0.hasSuffix(".answer") }
    let name = try #require(names.first)
    let path = folder.path("state/" + name)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    for damage in [
      "", "x", "look-up-1 nan 200 full\n{}",
      "look-up-1 \(Date().timeIntervalSince1970) 200 full\n<",
    ] {
      try damage.write(toFile: path, atomically: true, encoding: .utf8)
      let before = server.paths.count
      #expect(try lookup.editions(for: question) == first)
      #expect(server.paths.count == before + 1, "\(damage)")
    }
    // A link of another's making is not followed.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    #expect(try lookup.editions(for: question) == first)
  }

  @Test func theOldestAnswersGo() throws {
    let folder = try TemporaryFolder()
    let store = AnswerStore(folder: folder.path("state"))
    for number in 0..<(AnswerStore.mostFiles + 5) {
      let request = LookupRequest(service: "s", host: "h", path: "/\(number)", hosts: ["h"])
      store.keep(LookupAnswer(status: 200, body: [0x31]), to: request, isEmpty: false, at: Date())
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
    #expect(names.count == AnswerStore.mostFiles)
  }

  /// A service is asked no more often than it wants; a long pause that it demands is an error at once.
  @Test func pausesAreKept() throws {
    let server = try RecordedServer { path in
      path.contains("busy")
        ? .answer(status: 429, headers: ["Retry-After": "3600"]) : .json(#"{"docs": []}"#)
    }
    let folder = try TemporaryFolder()
    let waits = Mutex<[Double]>([])
    let start = Date()
    let lookup = try Lookup.testing(
      server, folder: folder.path("state"), now: { start },
      wait: { seconds in waits.withLock { $0.append(seconds) } })
    _ = try lookup.editions(for: .words("one"))
    _ = try lookup.editions(for: .words("two"))
    let waited = waits.withLock { $0 }
    #expect(waited.count == 1 && waited.allSatisfy { $0 > 0.9 && $0 < 1.01 })
    #expect(throws: LookupFailure.tooMany(service: "Open Library", seconds: 3600)) {
      try lookup.editions(for: .words("busy"))
    }
    let before = server.paths.count
    #expect(throws: LookupFailure.self) { try lookup.editions(for: .words("three")) }
    #expect(server.paths.count == before)
  }

  /// A picture, and the cover that comes of it.
  @Test func coversArePictures() throws {
    let picture = try Array(Data(contentsOf: RecordedServer.answers.appending(path: "cover.png")))
    let replies: [(RecordedServer.Reply, Bool)] = [
      (.answer(status: 200, headers: ["Content-Type": "image/png"], body: picture), true),
      (.answer(status: 200, headers: ["Content-Type": "image/jpeg"], body: picture), true),
      (.answer(status: 404), false),
      (.answer(status: 200, body: Array("<svg onload='x'/>".utf8)), false),
      (.answer(status: 200, body: Array(picture.prefix(100))), false),
      (.answer(status: 200, body: []), false),
    ]
    var edition = try #require(FoundEdition(source: "openlibrary:OL1M", title: "T"))
    edition.cover = FoundEdition.Cover(host: "covers.openlibrary.org", path: "/b/id/1-L.jpg")
    for (index, (reply, isCover)) in replies.enumerated() {
      let server = try RecordedServer { path in
        path.hasPrefix("/covers.openlibrary.org/")
          ? .answer(
            status: 302, headers: ["Location": "https://ia800.us.archive.org/view/1.jpg"])
          : reply
      }
      let cover = try Lookup.testing(server).cover(of: edition)
      #expect((cover != nil) == isCover, "\(index)")
      #expect(server.paths.last == "/ia800.us.archive.org/view/1.jpg")
      if isCover { #expect(cover?.mimeType == "image/png" && cover?.data == Data(picture)) }
    }
    edition.cover?.host = "evil.example"
    #expect(try Lookup.testing(try RecordedServer.recorded()).cover(of: edition) == nil)
    let endless = try RecordedServer { _ in .gigabyte(declared: false) }
    edition.cover?.host = "covers.openlibrary.org"
    #expect(throws: LookupFailure.self) { try Lookup.testing(endless).cover(of: edition) }
  }

  /// Nothing runs without curl; a server of tests is on this machine alone.
  @Test func theProgramIsNeeded() throws {
    #expect(throws: LookupFailure.noProgram) {
      try CurlTransport(environment: ["PATH": "/nonexistent:relative"], version: "0")
    }
    let folder = try TemporaryFolder()
    let state = StateFolderPath(folder.path("state"))
    #expect(
      throws: LookupFailure.noKey(service: "Google Books", path: folder.path("google-books-key"))
    ) {
      try state.lookup("google-books", configuration: folder.path(""))
    }
    try "AKEY-0123456789\n".write(
      toFile: folder.path("google-books-key"), atomically: false, encoding: .utf8)
    chmod(folder.path("google-books-key"), 0o644)
    #expect(throws: LookupFailure.keyIsOpen(path: folder.path("google-books-key"))) {
      try state.lookup("google-books", configuration: folder.path(""))
    }
    chmod(folder.path("google-books-key"), 0o600)
    _ = try state.lookup("google-books", configuration: folder.path(""))
  }
}

/// A state folder of a test.
private struct StateFolderPath {
  var path: String

  init(_ path: String) { self.path = path }

  func lookup(_ service: String, configuration: String) throws -> Lookup {
    let configuration =
      configuration.hasSuffix("/") ? String(configuration.dropLast()) : configuration
    return try Lookup(
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""],
      configuration: configuration, version: "0", service: service, state: StateFolder(path: path))
  }
}
