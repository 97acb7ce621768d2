import Foundation
import Notebook
import TestSupport
import Testing

/// A system that gives few descriptors or small files: a command works, or says why not. No signal ends it.
@Suite struct LimitsTests {
  private static let commands = [
    "notes", "show Walden", "search pond", "tags", "stats", "status", "check", "quotes",
    "links Walden",
    "history Walden", "review stats", "conflicts", "books", "export out.zip", "export out",
    "mirror mirrored",
    "parse /dev/null", "lint", "config", "check --repair", "new --title Another",
    "append Walden more",
    "tag Walden +a", "today",
  ]

  /// A notebook with a working copy and its indexes.
  private static func session() throws -> CommandSession {
    let session = try CommandSession()
    _ = session.outcome(
      of: "commonplace new --title Saved; commonplace search pond; commonplace stats")
    return session
  }

  private static func expectWords(_ outcome: CommandSession.Outcome?, _ what: String) {
    guard let outcome else { return #expect(Bool(false), "\(what) does not start") }
    #expect(outcome.status < 128, "\(what): \(outcome.status) \(outcome.output)")
    #expect(
      outcome.status < 2 || outcome.output.contains("commonplace: error: "),
      "\(what): \(outcome.status) \(outcome.output)")
    let says = ["damage", "please report", "salvage"].filter(outcome.output.contains)
    #expect(outcome.status != 65 && says == [], "\(what): \(outcome.status) \(outcome.output)")
  }

  @Test(arguments: [8, 9, 11, 13, 15, 18, 24, 40])
  func fewDescriptors(most: Int) throws {
    let session = try Self.session()
    for command in Self.commands {
      let outcome = session.outcome(
        of: "rm -rf out out.zip; ulimit -n \(most); exec commonplace \(command)")
      Self.expectWords(outcome, "\(most) descriptors: \(command)")
    }
    #expect(session.outcome(of: "commonplace check")?.status == 0)
  }

  /// In blocks of 512 bytes.
  @Test(arguments: [0, 1, 8, 64]) func smallFiles(most: Int) throws {
    let session = try Self.session()
    for command in Self.commands {
      let outcome = session.outcome(
        of: "rm -rf out out.zip; ulimit -f \(most); exec commonplace \(command)")
      Self.expectWords(outcome, "\(most) blocks: \(command)")
    }
    #expect(session.outcome(of: "commonplace check")?.status == 0)
  }
}
