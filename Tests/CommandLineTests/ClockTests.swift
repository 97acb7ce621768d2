import Foundation
import Notebook
import TestSupport
import Testing

@testable import commonplace

/// Clocks are wrong now and then: an empty battery, a virtual machine, a joke. Every command lives with
/// any year that a calendar has.
@Suite struct ClockTests {
  /// Seconds since 1970: the first days of the years, and the moments at which nanoseconds of 64 bits
  /// begin and end.
  static let clocks: [(name: String, seconds: Int)] = [
    ("year 1", -62_135_596_800), ("1600", -11_676_096_000), ("1677", -9_246_182_400),
    ("1677-09-21", -9_223_372_037), ("1969", -31_536_000), ("2262-04-11", 9_223_372_036),
    ("2263", 9_246_182_400), ("2300", 10_413_792_000), ("9999", 253_370_764_800),
  ]

  static let commands = [
    "new -t 'A note' --body 'It has a #tag, and > a quote.'", "list", "search quote", "tags",
    "tags rename tag name", "show \"$(commonplace list | head -n 1 | cut -c 1-8)\"", "stats",
    "history \"$(commonplace list | head -n 1 | cut -c 1-8)\"", "review due",
    "review statistics", "check", "check --repair", "export out", "import out",
    "mirror folder", "mirror folder", "conflicts", "merge elsewhere/other.libnotes",
  ]

  @Test(
    .enabled(if: AnotherClock.library != nil, "no C compiler, or no LD_PRELOAD"),
    arguments: clocks)
  func everyCommandLivesWith(_ clock: (name: String, seconds: Int)) throws {
    let library = try #require(AnotherClock.library)
    let folder = try TemporaryFolder()
    try Notebook.create(at: folder.path("notes.libnotes"), notes: ["# One\n\n> A quote.\n\n#tag"])
    try Notebook.create(at: folder.path("elsewhere/other.libnotes"), notes: ["# Two"])
    for command in Self.commands {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      // The shell's own status says by which signal a program ended, by adding 128.
      process.arguments = ["-c", "commonplace " + command]
      let products = BuiltProducts.executable("commonplace").deletingLastPathComponent()
      process.environment = [
        "PATH": products.path(percentEncoded: false) + ":/usr/bin:/bin",
        "HOME": folder.url.path(percentEncoded: false), "TZ": "UTC",
        "LD_PRELOAD": library, "COMMONPLACE_CLOCK": String(clock.seconds),
      ]
      process.currentDirectoryURL = folder.url
      process.standardInput = FileHandle.nullDevice
      let output = Pipe()
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(
        process.terminationReason == .exit && process.terminationStatus < 64,
        "\(clock.name): \(command): \(process.terminationStatus) \(String(decoding: text, as: UTF8.self))"
      )
    }
  }
}

/// Clocks that no calendar has are refused with a sentence.
@Suite struct ImpossibleClockTests {
  @Test(arguments: [
    (-62_135_596_801, false), (-62_135_596_800, true), (0, true), (253_402_300_799, true),
    (253_402_300_800, false), (9e15, false), (-9e15, false), (.infinity, false), (.nan, false),
  ])
  func aYearFrom1To9999(seconds: Double, isTaken: Bool) {
    var failure: CommandFailure?
    do throws(CommandFailure) {
      try Commonplace.checkClock(Date(timeIntervalSince1970: seconds))
    } catch {
      failure = error
    }
    #expect((failure == nil) == isTaken)
    #expect(failure?.code == (isTaken ? nil : .inputOutput))
  }
}

/// The library that shows another time, built where that can be done.
private enum AnotherClock {
  static let library = PreloadedLibrary.path(of: "another-clock")
}
