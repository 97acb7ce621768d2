import Foundation
import Testing

@testable import WebServer

@Suite struct WebAnswerTests {
  private func text(_ answer: WebAnswer) -> String {
    String(decoding: answer.bytes, as: UTF8.self)
  }

  private func lines(_ answer: WebAnswer) -> [String] {
    text(answer).components(separatedBy: "\r\n\r\n").first?.components(separatedBy: "\r\n") ?? []
  }

  /// Every answer has the headers that keep a page from running, loading or leading elsewhere.
  @Test func allHaveTheHeaders() {
    let answers =
      RequestRefusal.allCases.map { WebAnswer($0) } + [
        WebAnswer(WebResponse(body: [65])), WebAnswer(WebResponse(location: "/")),
        WebAnswer(WebResponse(contentType: .drawing)), WebAnswer(WebResponse(isImmutable: true)),
        WebAnswer(WebAnswer.entered(root: "r"), cookie: "c=d"),
        WebAnswer(WebResponse(), isHead: true),
      ]
    for answer in answers {
      let lines = lines(answer)
      for header in WebAnswer.headers { #expect(lines.contains(header)) }
      #expect(lines.contains { $0.hasPrefix("Cache-Control: ") })
      #expect(!lines.contains { $0.lowercased().hasPrefix("access-control") })
      #expect(lines.contains("Content-Length: \(answer.response.body.count)"))
    }
  }

  @Test func refusalsCloseTheConnection() {
    for refusal in RequestRefusal.allCases {
      let lines = lines(WebAnswer(refusal))
      #expect(lines.contains("Connection: close"))
      #expect(lines.first?.hasPrefix("HTTP/1.1 \(refusal.status) ") == true)
      #expect(lines.contains("Allow: GET, HEAD, POST") == (refusal == .otherMethod))
      #expect(refusal == .otherHost || text(WebAnswer(refusal)).contains(refusal.sentence))
    }
    #expect(RequestRefusal.otherHost.response.body.isEmpty)
  }

  @Test func picturesMayBeKept() {
    #expect(
      lines(WebAnswer(WebResponse(isImmutable: true)))
        .contains("Cache-Control: private, max-age=31536000, immutable"))
    let missing = WebAnswer(WebResponse(status: 404, isImmutable: true))
    #expect(lines(missing).contains("Cache-Control: no-store"))
  }

  @Test func headHasNoBody() {
    let answer = WebAnswer(WebResponse(body: [65, 66]), isHead: true)
    #expect(text(answer).hasSuffix("\r\n\r\n"))
    #expect(lines(answer).contains("Content-Length: 2"))
  }

  @Test func aLocationIs303() {
    let answer = WebAnswer(WebResponse(location: "/book/1"))
    #expect(lines(answer).first == "HTTP/1.1 303 See Other")
    #expect(lines(answer).contains("Location: /book/1"))
    let bad = WebAnswer(WebResponse(location: "//example.org"))
    #expect(lines(bad).first == "HTTP/1.1 500 Internal Server Error")
    #expect(!text(bad).contains("example.org"))
  }

  @Test(arguments: [-1, 0, 99, 100, 199, 600, Int.max]) func aStrangeStatusIsAnError(status: Int) {
    #expect(lines(WebAnswer(WebResponse(status: status))).first?.contains(" 500 ") == true)
  }

  @Test func theCookieIsForThisServerOnly() {
    let (root, cookie) = (Secret(words: 2), Secret())
    let requestGuard = RequestGuard(port: 1, root: root, cookie: cookie, isReadOnly: false)
    let line =
      "Set-Cookie: commonplace-1=\(cookie.text); HttpOnly; SameSite=Strict; Path=/\(root.text)/"
    let entered = WebAnswer.entered(root: root.text)
    #expect(lines(WebAnswer(entered, cookie: requestGuard.newCookie)).contains(line))
    #expect(!text(WebAnswer(entered)).contains("Set-Cookie"))
    #expect(text(WebAnswer(entered)).contains("0;url=/\(root.text)/\""))
  }
}
