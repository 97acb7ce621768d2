import Foundation
import Testing

@testable import WebServer

@Suite struct AnswerTests {
  private func text(_ answer: Answer) -> String {
    String(decoding: answer.bytes, as: UTF8.self)
  }

  private func lines(_ answer: Answer) -> [String] {
    text(answer).components(separatedBy: "\r\n\r\n").first?.components(separatedBy: "\r\n") ?? []
  }

  /// Every answer has the headers that keep a page from running, loading or leading elsewhere.
  @Test func allHaveTheHeaders() {
    let answers =
      Refusal.allCases.map { Answer($0) } + [
        Answer(WebResponse(body: [65])), Answer(WebResponse(location: "/")),
        Answer(WebResponse(contentType: .drawing)), Answer(WebResponse(isImmutable: true)),
        Answer(Answer.entered(root: "r"), cookie: "c=d"), Answer(WebResponse(), isHead: true),
      ]
    for answer in answers {
      let lines = lines(answer)
      for header in Answer.headers { #expect(lines.contains(header)) }
      #expect(lines.contains { $0.hasPrefix("Cache-Control: ") })
      #expect(!lines.contains { $0.lowercased().hasPrefix("access-control") })
      #expect(lines.contains("Content-Length: \(answer.response.body.count)"))
    }
  }

  @Test func refusalsCloseTheConnection() {
    for refusal in Refusal.allCases {
      let lines = lines(Answer(refusal))
      #expect(lines.contains("Connection: close"))
      #expect(lines.first?.hasPrefix("HTTP/1.1 \(refusal.status) ") == true)
      #expect(lines.contains("Allow: GET, HEAD, POST") == (refusal == .otherMethod))
      #expect(refusal == .otherHost || text(Answer(refusal)).contains(refusal.sentence))
    }
    #expect(Refusal.otherHost.response.body.isEmpty)
  }

  @Test func picturesMayBeKept() {
    #expect(
      lines(Answer(WebResponse(isImmutable: true)))
        .contains("Cache-Control: private, max-age=31536000, immutable"))
    let missing = Answer(WebResponse(status: 404, isImmutable: true))
    #expect(lines(missing).contains("Cache-Control: no-store"))
  }

  @Test func headHasNoBody() {
    let answer = Answer(WebResponse(body: [65, 66]), isHead: true)
    #expect(text(answer).hasSuffix("\r\n\r\n"))
    #expect(lines(answer).contains("Content-Length: 2"))
  }

  @Test func aLocationIs303() {
    let answer = Answer(WebResponse(location: "/book/1"))
    #expect(lines(answer).first == "HTTP/1.1 303 See Other")
    #expect(lines(answer).contains("Location: /book/1"))
    let bad = Answer(WebResponse(location: "//example.org"))
    #expect(lines(bad).first == "HTTP/1.1 500 Internal Server Error")
    #expect(!text(bad).contains("example.org"))
  }

  @Test(arguments: [-1, 0, 99, 100, 199, 600, Int.max]) func aStrangeStatusIsAnError(status: Int) {
    #expect(lines(Answer(WebResponse(status: status))).first?.contains(" 500 ") == true)
  }

  @Test func theCookieIsForThisServerOnly() {
    let (root, cookie) = (Secret(words: 2), Secret())
    let requestGuard = RequestGuard(port: 1, root: root, cookie: cookie, isReadOnly: false)
    let line =
      "Set-Cookie: commonplace-1=\(cookie.text); HttpOnly; SameSite=Strict; Path=/\(root.text)/"
    let entered = Answer.entered(root: root.text)
    #expect(lines(Answer(entered, cookie: requestGuard.newCookie)).contains(line))
    #expect(!text(Answer(entered)).contains("Set-Cookie"))
    #expect(text(Answer(entered)).contains("0;url=/\(root.text)/\""))
  }
}
