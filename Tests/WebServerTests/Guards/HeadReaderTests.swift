import Testing

@testable import WebServer

@Suite struct HeadReaderTests {
  private func limits(head: Int = 100, cookies: Int = 60) -> Limits {
    var limits = Limits()
    (limits.headSize, limits.cookieSize) = (head, cookies)
    return limits
  }

  /// The last step, the lines that are kept, and the bytes that are left, of a text that comes in pieces.
  private func read(
    _ text: String, pieces: Int, _ limits: Limits
  ) -> (step: HeadReader.Step, head: String, rest: String) {
    var reader = HeadReader(cookieName: "ours", limits: limits)
    var bytes = Array(text.utf8)[...]
    var rest: [UInt8] = []
    var step = HeadReader.Step.needsMore
    while step == .needsMore, !bytes.isEmpty {
      rest = Array(bytes.prefix(pieces))
      bytes = bytes.dropFirst(pieces)
      step = reader.read(&rest)
    }
    return (
      step, String(decoding: reader.head, as: UTF8.self),
      String(decoding: rest + bytes, as: UTF8.self)
    )
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: x\r\n\r\nrest\r\n\r\n", "GET / HTTP/1.1\r\nHost: x"),
    ("\r\n\r\nrest\r\n\r\n", ""),
    // Only our cookie is kept, wherever it stands.
    ("G\r\nCookie: a=b; ours=1; c=d\r\nA: b\r\n\r\nrest\r\n\r\n", "G\r\nCookie: ours=1;\r\nA: b"),
    ("G\r\ncOOKIE:ours=1\r\n\r\nrest\r\n\r\n", "G\r\ncOOKIE: ours=1;"),
    ("G\r\nCookie: ours=1;ours=2; ours\r\n\r\nrest\r\n\r\n", "G\r\nCookie: ours=1; ours=2;"),
    ("G\r\nCookie: xours=1; our=s=1\r\n\r\nrest\r\n\r\n", "G\r\nCookie:"),
    ("G\r\nCookie: a=b\r\nCookie: ours=1\r\n\r\nrest\r\n\r\n", "G\r\nCookie:\r\nCookie: ours=1;"),
    // Other lines are as they came.
    ("Cookie: a=b\r\n\r\nrest\r\n\r\n", "Cookie: a=b"),
    ("G\r\nCookie : a=b\r\n\r\nrest\r\n\r\n", "G\r\nCookie : a=b"),
    ("G\r\nSet-Cookie: a=b\r\n\r\nrest\r\n\r\n", "G\r\nSet-Cookie: a=b"),
    ("G\r\nA: Cookie: a=b\r\n\r\nrest\r\n\r\n", "G\r\nA: Cookie: a=b"),
    // What no line may have is seen by the reader of heads.
    ("G\r\nCookie: a\u{0}b\r\n\r\nrest\r\n\r\n", "G\r\nCookie:\u{0}b"),
    ("G\r\nCookie: a=\u{7f}\r\n\r\nrest\r\n\r\n", "G\r\nCookie:\u{7f}"),
    ("G\r\nCookie: a\nA: b\r\n\r\nrest\r\n\r\n", "G\r\nCookie:\nA: b"),
    ("G\r\nCookie: a\rb\r\n\r\nrest\r\n\r\n", "G\r\nCookie:\rb"),
  ]) func keepsOurCookieAlone(text: String, head: String) {
    for pieces in [1, 2, 3, 7, 1000] {
      let result = read(text, pieces: pieces, limits())
      #expect(result.step == .isWhole)
      #expect(result.head == head, "in pieces of \(pieces)")
      #expect(result.rest == "rest\r\n\r\n")
    }
  }

  @Test func bothHaveALimit() {
    func step(_ text: String) -> HeadReader.Step { read(text, pieces: 10, limits()).step }
    let end = "\r\n\r\n"
    #expect(step(String(repeating: "a", count: 100) + end) == .isWhole)
    #expect(step(String(repeating: "a", count: 101) + end) == .isTooLarge)
    #expect(step(String(repeating: "a", count: 105)) == .isTooLarge)
    #expect(step(String(repeating: "a", count: 104)) == .needsMore)
    // Cookies of others do not count as headers, and headers not as cookies.
    let cookies = "G\r\nCookie:" + String(repeating: "a", count: 59)
    #expect(step(cookies + end) == .isWhole)
    #expect(step(cookies + "aa" + end) == .isTooLarge)
    #expect(step(cookies + "\r\nCookie: a" + end) == .isTooLarge)
    #expect(step(cookies + "\r\nA: " + String(repeating: "a", count: 80) + end) == .isWhole)
  }

  /// What a client that never ends its cookies takes of memory.
  @Test func keepsLittle() {
    var reader = HeadReader(cookieName: "ours", limits: Limits())
    var bytes = Array("G\r\nCookie: ours=".utf8)
    #expect(reader.read(&bytes) == .needsMore)
    for _ in 0..<1000 {
      bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
      #expect(reader.read(&bytes) == .needsMore)
    }
    #expect(reader.head.count < 100)
  }
}
