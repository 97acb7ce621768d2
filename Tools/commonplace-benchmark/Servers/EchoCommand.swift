import ArgumentParser
import Foundation

/// Sends back its input as it arrives, to measure the cost of pipes.
struct EchoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "echo", shouldDisplay: false)

  func run() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(0, &buffer, buffer.count)
      guard count > 0 else { return }
      var sent = 0
      while sent < count {
        let written = buffer[sent..<count].withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
        guard written > 0 else { return }
        sent += written
      }
    }
  }
}
