import Base
import Foundation
import Notebook
import TestSupport
import Testing

@testable import BookLookup

/// Bad answers end in one failure, within the limits, and leave nothing.
@Suite struct BadAnswerTests {
  private static let question = LookupQuestion.words("the pond")

  private static func json(_ text: String) -> RecordedServer.Reply { .json(text) }

  private static func answer(
    _ status: Int, _ headers: [String: String] = [:], _ body: String = ""
  ) -> RecordedServer.Reply {
    .answer(status: status, headers: headers, body: Array(body.utf8))
  }

  private static let service = "Open Library"

  /// A kind of answer, and the failure that it ends in.
  static let cases: [(name: String, reply: RecordedServer.Reply, failure: LookupFailure)] = [
    ("a gigabyte, declared", .gigabyte(declared: true), .tooLarge(service: service)),
    ("a gigabyte, undeclared", .gigabyte(declared: false), .tooLarge(service: service)),
    ("a byte at a time", .drip, .slow(service: service)),
    ("nothing", .nothing, .slow(service: service)),
    ("broken off", .brokenOff, .brokenOff(service: service)),
    (
      "HTML", answer(200, ["Content-Type": "text/html"], "<html>Log in</html>"),
      .notUnderstood(service: service)
    ),
    (
      "HTML that says it is JSON",
      answer(200, ["Content-Type": "application/json"], "<html>Log in</html>"),
      .notUnderstood(service: service)
    ),
    ("half of JSON", json(#"{"docs": ["#), .notUnderstood(service: service)),
    ("no text", json("\u{0}\u{1}"), .notUnderstood(service: service)),
    (
      "deep JSON", json(String(repeating: "[", count: 100_000)), .notUnderstood(service: service)
    ),
    (
      "many values", json("[" + String(repeating: "1,", count: 300_000) + "1]"),
      .notUnderstood(service: service)
    ),
    ("another form", json("[1, 2]"), .notUnderstood(service: service)),
    (
      "too many requests", answer(429, ["Retry-After": "90"]),
      .tooMany(service: service, seconds: 90)
    ),
    (
      "too many requests, until when it does not say", answer(429, ["Retry-After": "-5x"]),
      .tooMany(service: service, seconds: 60)
    ),
    ("a fault", answer(503), .broken(service: service, status: 503)),
    ("a refusal", answer(403), .refused(service: service, status: 403)),
  ]

  @Test(arguments: cases.indices)
  func endsInOneSentence(_ index: Int) throws {
    let (name, reply, failure) = Self.cases[index]
    let server = try RecordedServer { _ in reply }
    let folder = try TemporaryFolder()
    let lookup = try Lookup.testing(server, folder: folder.path("state"))
    #expect(throws: failure, "\(name)") { try lookup.editions(for: Self.question) }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
    #expect(!kept.contains { $0.hasSuffix(".answer") }, "\(name)")
    #expect(!failure.problem.contains("\n") && !failure.problem.isEmpty && !failure.advice.isEmpty)
  }

  /// Addresses to which an answer may not lead.
  @Test(
    arguments: [
      "http://openlibrary.org/x", "https://192.168.1.1/x", "https://127.0.0.1/x", "https://[::1]/x",
      "https://localhost/x", "https://169.254.169.254/latest",
      "https://openlibrary.org.evil.example/",
      "https://user@openlibrary.org/x", "https://openlibrary.org:8443/x", "//10.0.0.1/x",
      "ftp://openlibrary.org/x", "file:///etc/passwd", "https://evil.example/", "x", "",
      "https://openlibrary.org/\u{0}", "http://127.0.0.1:1/",
    ])
  func leadsNowhereElse(_ location: String) throws {
    let server = try RecordedServer { path in
      path.contains("search.json")
        ? .answer(status: 302, headers: ["Location": location]) : .json(#"{"docs": []}"#)
    }
    let lookup = try Lookup.testing(server)
    #expect(throws: LookupFailure.self, "\(location)") { try lookup.editions(for: Self.question) }
    #expect(server.paths.count == 1, "\(location): \(server.paths)")
  }

  @Test func redirectsAtTheServiceAreFollowedThreeTimes() throws {
    let server = try RecordedServer { path in
      switch path {
      case "/openlibrary.org/a": Self.answer(301, ["Location": "https://openlibrary.org/b?c=d"])
      case "/openlibrary.org/b?c=d": Self.json(#"{"docs": []}"#)
      case "/openlibrary.org/loop": Self.answer(302, ["Location": "/loop"])
      case let path where path.contains("pond"): Self.answer(302, ["Location": "/a"])
      default: Self.answer(302, ["Location": "/loop"])
      }
    }
    let lookup = try Lookup.testing(server)
    #expect(try lookup.editions(for: Self.question).editions == [])
    #expect(server.paths.count == 3)
    #expect(throws: LookupFailure.ledAway(service: Self.service)) {
      try lookup.editions(for: .words("another"))
    }
    #expect(server.paths.count == 7)
  }

  /// A key goes in a header to its service alone, and stays out of addresses and files.
  @Test func aKeyIsNoPartOfAnAddress() throws {
    let server = try RecordedServer { _ in Self.answer(400, [:], "{}") }
    let folder = try TemporaryFolder()
    let lookup = try Lookup.testing(server, services: "google-books", folder: folder.path("state"))
    #expect(throws: LookupFailure.keyRefused(service: "Google Books")) {
      try lookup.editions(for: Self.question)
    }
    #expect(!server.paths.contains { $0.contains("AKEY") })
    let request = LookupRequest(
      service: "s", host: "a.example", path: "/", hosts: ["a.example", ".b.example"],
      secretHeader: "X: AKEY")
    #expect(try request.following("https://a.example/y").secretHeader != nil)
    #expect(try request.following("https://c.b.example/y").secretHeader == nil)
  }

  /// Another service is asked after one that failed.
  @Test func anotherServiceIsAsked() throws {
    let server = try RecordedServer { path in
      path.hasPrefix("/openlibrary.org")
        ? Self.answer(500)
        : path.contains("/api/search")
          ? Self.json(#"{"results": [{"uri": "inv:1"}]}"#)
          : Self.json(#"{"entities": {"inv:1": {"uri": "inv:1", "labels": {"en": "Ponds"}}}}"#)
    }
    let lookup = try Lookup.testing(server, services: "open-library inventaire")
    let answer = try lookup.editions(for: Self.question)
    #expect(answer.editions.map(\.title) == ["Ponds"] && answer.service == "Inventaire")
    #expect(answer.failures == [.broken(service: Self.service, status: 500)])
  }
}
