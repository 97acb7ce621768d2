import Testing

@testable import WebServer

@Suite struct RequestHeadTests {
  private func head(_ text: String) -> RequestHead? { RequestHead(Array(text.utf8)) }

  @Test func readsWhatBrowsersSend() {
    let text = "GET /a?b HTTP/1.1\r\nHost: x\r\nA-b:\t c d \r\nEmpty:"
    let expected = RequestHead(
      "GET", "/a?b",
      [
        RequestHead.Header("Host", "x"), RequestHead.Header("A-b", "c d"),
        RequestHead.Header("Empty", ""),
      ])
    #expect(head(text) == expected)
    #expect(head("GET / HTTP/1.0") == RequestHead("GET", "/", isOld: true))
  }

  @Test(arguments: [
    "", " ", "GET", "GET /", "GET / HTTP/2", "GET / HTTP/1.2", "GET / http/1.1", "GET  / HTTP/1.1",
    " GET / HTTP/1.1", "GET / HTTP/1.1 ", "GET /\u{e9} HTTP/1.1", "GET /\t HTTP/1.1",
    "G(T / HTTP/1.1", "GET / HTTP/1.1\nHost: x", "GET / HTTP/1.1\r\nHost: x\n",
    "GET / HTTP/1.1\r\nHost : x", "GET / HTTP/1.1\r\n Host: x", "GET / HTTP/1.1\r\nHost: x\r\n y",
    "GET / HTTP/1.1\r\nHost", "GET / HTTP/1.1\r\n: x", "GET / HTTP/1.1\r\nA: b\u{0}c",
    "GET / HTTP/1.1\r\nA: b\rc", "GET / HTTP/1.1\r\nA: b\u{7f}", "GET / HTTP/1.1\r\n\r\nA: b",
    "GET / HTTP/1.1\r\r\nA: b", "\u{16}\u{3}\u{1}", "SSH-2.0-OpenSSH",
  ]) func refusesEverythingElse(text: String) {
    #expect(head(text) == nil)
  }

  @Test(arguments: [
    ("HTTP/1.1", "", false), ("HTTP/1.1", "keep-alive", false), ("HTTP/1.1", "close", true),
    ("HTTP/1.1", "Keep-Alive, Close", true), ("HTTP/1.0", "", true),
    ("HTTP/1.0", "keep-alive", true),
  ]) func knowsWhetherTheConnectionEnds(version: String, connection: String, closes: Bool) {
    #expect(head("GET / \(version)\r\nConnection: \(connection)")?.closes == closes)
  }
}
