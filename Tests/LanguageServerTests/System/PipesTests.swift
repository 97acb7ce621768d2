import Foundation
import Testing

@testable import LanguageServer

/// A pipe takes a long note at once where the system allows it.
@Suite struct PipesTests {
  private static let most =
    (try? String(contentsOfFile: "/proc/sys/fs/pipe-max-size", encoding: .utf8))
    .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }

  @Test(.enabled(if: most ?? 0 >= 1 << 20, "not on Linux, or pipes are kept small"))
  func aPipeIsWidened() throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    Pipes.widen(descriptor)
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let bytes = [UInt8](repeating: 0, count: 1 << 20)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  @Test func anotherFileStaysAsItIs() {
    let descriptor = open("/dev/null", O_WRONLY)
    Pipes.widen(descriptor, -1)
    #expect(write(descriptor, "a", 1) == 1)
    close(descriptor)
  }
}
