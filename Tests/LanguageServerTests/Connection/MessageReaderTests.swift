import Base
import Foundation
import LanguageServerProtocol
import Testing

@testable import LanguageServer

@Suite struct MessageReaderTests {
  /// A reader's view of a message that stops, and goes on once that was reported.
  @Test func aMessageThatStopsIsReportedOnce() throws {
    let pipe = Pipe()
    let frame = MessageFramer.frame(Array(#"{"jsonrpc":"2.0","method":"x"}"#.utf8))
    let (begin, middle) = (frame.count / 2 + 5, frame.count - 2)
    try pipe.fileHandleForWriting.write(contentsOf: Data(frame[..<begin]))
    var reported: [String] = []
    var reader = MessageReader(descriptor: pipe.fileHandleForReading.fileDescriptor)
    reader.patience = 10
    reader.readAll { incoming in
      switch incoming {
      case .stalled(let missing):
        reported.append("missing \(missing)")
        try? pipe.fileHandleForWriting.write(contentsOf: Data(frame[begin..<middle]))
        try? pipe.fileHandleForWriting.write(contentsOf: Data(frame[middle...]))
        try? pipe.fileHandleForWriting.close()
      case .message(let message, _):
        reported.append(message == .notification(method: "x", params: nil) ? "message" : "another")
      case .refused, .malformed, .hopeless: reported.append("\(incoming)")
      }
    }
    #expect(reported == ["missing \(frame.count - begin)", "message"])
  }

  /// It ends with a word.
  @Test func nothingButGarbageIsHopeless() throws {
    let pipe = Pipe()
    let garbage = String(repeating: "Content-Length: x\r\n\r\n", count: 20)
    try pipe.fileHandleForWriting.write(contentsOf: Data(garbage.utf8))
    var count = 0
    var last: MessageReader.Incoming?
    MessageReader(descriptor: pipe.fileHandleForReading.fileDescriptor).readAll {
      count += 1
      last = $0
    }
    #expect(count == MessageFramer.maximumMalformedFrames + 1)
    guard case .hopeless? = last else {
      Issue.record("it does not say that it ends")
      return
    }
  }
}
