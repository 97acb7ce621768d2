import Foundation
import LanguageClient

/// The memory of a server's process, in bytes. (proc(5), "/proc/pid/status".)
struct ServerMemory {
  /// Now.
  let resident: Int
  /// At most so far.
  let peak: Int

  /// Nil where the system does not say.
  init?(_ client: LanguageClient) {
    guard
      let status = try? String(
        contentsOfFile: "/proc/\(client.processIdentifier)/status", encoding: .utf8)
    else { return nil }
    func bytes(_ name: String) -> Int? {
      status.split(separator: "\n").first { $0.hasPrefix("\(name):") }?
        .split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap { Int($0) }.map { $0 << 10 }
    }
    guard let resident = bytes("VmRSS"), let peak = bytes("VmHWM") else { return nil }
    self.resident = resident
    self.peak = peak
  }
}
