import Foundation
import TestSupport
import Testing

/// A short run of each of what `script/faults` does to notebooks.
@Suite(.serialized) struct FaultTests {
  @Test(arguments: [
    ("kill", 5), ("copies", 60), ("stale", 8), ("devices", 20), ("processes", 40), ("mirror", 6),
    ("review", 4), ("review-days", 30),
  ])
  func survives(fault: String, count: Int) throws {
    let (output, status) = try run(fault, ["\(count)"])
    #expect(status == 0, "\(output)")
  }

  /// Events in the state folder; and disks of it with little room, where they can be mounted.
  @Test func survivesWhatHappensToTheStateFolder() throws {
    let program = BuiltProducts.executable("commonplace").path(percentEncoded: false)
    let (output, status) = try run("state", ["8", "--program", program])
    #expect(status == 0, "\(output)")
  }

  @Test(.enabled(if: FailingCalls.library != nil, "no C compiler, or no LD_PRELOAD"))
  func survivesFailingSystemCalls() throws {
    let library = try #require(FailingCalls.library)
    let (output, status) = try run("syscalls", ["2", "--library", library])
    #expect(status == 0, "\(output)")
  }

  /// Of the smallest size of each kind, and without the figures of a build for release: answers, and no
  /// end by a signal.
  @Test func answersWhatHostileNotebooksAsk() throws {
    let program = BuiltProducts.executable("commonplace").path(percentEncoded: false)
    let (output, status) = try run(
      "hostile", ["3", "--small", "--seconds", "60", "--megabytes", "2000", "--program", program])
    #expect(status == 0, "\(output)")
  }

  /// A repeated seed gives the same answers at the same times, and the same due dates.
  @Test func aSeedRepeatsDaysOfReview() throws {
    let runs = try (0..<2).map { _ in
      let (output, status) = try run("review-days", ["14", "--seed", "5", "--verbose"])
      #expect(status == 0, "\(output)")
      return output.replacing(#/; \d+ s$/#.anchorsMatchLineEndings(), with: "")
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].contains(" due 2024-"))
  }

  private func run(_ fault: String, _ arguments: [String]) throws -> (String, Int32) {
    let process = Process()
    process.executableURL = BuiltProducts.executable("notebook-faults")
    process.arguments = [fault] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }
}

/// The library that makes system calls fail, built where that can be done.
private enum FailingCalls {
  static let library = PreloadedLibrary.path(of: "failing-calls")
}
