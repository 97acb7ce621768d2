import Foundation
import Testing

@testable import BookLookup

@Suite struct HTTPAnswerTests {
  /// The output of curl, and the status, a header and the body that are read; nil if it is no answer.
  @Test(
    arguments: [
      ("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", "200 b body"),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/2 404\r\na:  c\r\n\r\n", "404 c "),
      ("HTTP/1.1 200 OK\nA: b\n\nx\r\n\r\ny", "200 b x\r\n\r\ny"),
      ("HTTP/1.1 200 OK\r\nA: b\r\n", nil), ("", nil), ("HTTP/1.1\r\n\r\n", nil),
      ("HTTP/1.1 99999999999999999999 X\r\n\r\n", nil), ("<html>\r\n\r\n", nil),
      ("HTTP/1.1 200 OK\r\n: x\r\nno colon\r\nA:\r\n\r\n", "200  "),
    ] as [(String, String?)])
  func reads(_ text: String, _ expected: String?) {
    let answer = HTTPAnswer.parsed(Array(text.utf8))
    let read = answer.map {
      "\($0.status) \($0.headers["a"] ?? "-") \(String(decoding: $0.body, as: UTF8.self))"
    }
    #expect(read == expected)
  }
}
