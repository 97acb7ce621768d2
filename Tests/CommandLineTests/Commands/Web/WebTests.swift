import Foundation
import TestSupport
import Testing

/// The built program: its start, a second one, and its ends.
@Suite struct WebTests {
  private let session: CommandSession

  init() throws { session = try CommandSession() }

  /// A running `commonplace web`, with the address that it printed.
  private func start() throws -> (process: Process, address: String) {
    let process = Process()
    let output = Pipe()
    process.executableURL = BuiltProducts.executable("commonplace")
    process.arguments = ["web", "--no-open"]
    process.environment = ["HOME": session.path, "PATH": "/usr/bin:/bin"]
    process.currentDirectoryURL = session.folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n"),
      let byte = try output.fileHandleForReading.read(upToCount: 1)
    {
      guard !byte.isEmpty else { break }
      line += byte
    }
    let address = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    return (process, address)
  }

  private func port(_ address: String) -> Substring? {
    address.firstMatch(of: /^http:\/\/127\.0\.0\.1:(\d+)\/[\w-]{22}\/enter\?t=[\w-]{43}$/)?.output.1
  }

  @Test func aSecondStartOpensTheFirst() throws {
    let first = try start()
    defer { first.process.terminate() }
    let port = port(first.address)
    #expect(port != nil)
    let second = try start()
    second.process.waitUntilExit()
    #expect(second.process.terminationStatus == 0)
    #expect(self.port(second.address) == port)
    #expect(second.address != first.address)
  }

  /// Not an interrupt: a shell has its background jobs ignore that, and so would the children of this one.
  @Test func aSignalEndsIt() throws {
    let first = try start()
    first.process.terminate()
    first.process.waitUntilExit()
    #expect(first.process.terminationStatus == 0)
    // The files of a process that was killed do not stop the next one.
    let second = try start()
    #expect(port(second.address) != nil)
    kill(second.process.processIdentifier, SIGKILL)
    second.process.waitUntilExit()
    let third = try start()
    #expect(port(third.address) != nil)
    third.process.terminate()
    third.process.waitUntilExit()
    #expect(third.process.terminationStatus == 0)
    // Bookmarks last.
    let paths = [first, second, third].map { $0.address.split(separator: "/").dropLast().last }
    #expect(Set(paths).count == 1)
  }

  @Test func itEndsWithoutItsFolder() throws {
    let first = try start()
    try FileManager.default.removeItem(at: session.folder.url)
    first.process.waitUntilExit()
    #expect(first.process.terminationStatus == 74)
  }

  @Test(arguments: ["0", "65536", "-1", "x"]) func aPortIsANumber(port: String) {
    #expect(session.outcome(of: "commonplace web --no-open --port=\(port)")?.status == 2)
  }

  @Test func aNotebookIsNeeded() {
    let outcome = session.outcome(of: "commonplace web --no-open --notebook none.libnotes")
    #expect(outcome?.status == 74)
    #expect(outcome?.output.contains("there is no notebook") == true)
  }
}
