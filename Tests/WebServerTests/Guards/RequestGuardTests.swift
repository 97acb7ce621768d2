import Testing

@testable import WebServer

/// The guard's answers to requests: each row differs from a good one in one thing.
@Suite struct RequestGuardTests {
  private static let cookie = Secret()
  private static let root = Secret(text: "room")
  private static let gate = RequestGuard(port: 4711, root: root, cookie: cookie, isReadOnly: false)
  private static let host = RequestHead.Header("Host", "127.0.0.1:4711")
  private static let letIn = RequestHead.Header("Cookie", "commonplace-4711=\(cookie.text)")
  private static let sameOrigin = RequestHead.Header("Sec-Fetch-Site", "same-origin")
  private static let form = RequestHead.Header("Content-Type", "application/x-www-form-urlencoded")
  private static let length = RequestHead.Header("Content-Length", "3")

  typealias Header = RequestHead.Header
  typealias Verdict = RequestGuard.Verdict

  private func get(_ target: String = "/", _ headers: [Header] = [host, letIn]) -> Verdict {
    Self.gate.verdict(on: RequestHead("GET", "/room" + target, headers))
  }

  private func post(_ headers: [Header]) -> Verdict {
    Self.gate.verdict(on: RequestHead("POST", "/room/list", headers))
  }

  @Test(arguments: [
    (["127.0.0.1:4711"], true), (["localhost:4711"], true), (["LocalHost:4711"], true),
    ([], false), (["127.0.0.1"], false), (["127.0.0.1:4712"], false), (["example.org:4711"], false),
    (["127.0.0.1.example.org:4711"], false), (["localhost.example.org:4711"], false),
    (["[::1]:4711"], true), (["[::1]"], false), (["::1:4711"], false), (["0.0.0.0:4711"], false),
    (["127.0.0.2:4711"], false),
    (["127.0.0.1:4711", "127.0.0.1:4711"], false), (["127.0.0.1:4711", "example.org"], false),
    (["example.org, 127.0.0.1:4711"], false), (["user@127.0.0.1:4711"], false), ([""], false),
  ]) func theHostIsOurs(hosts: [String], isOurs: Bool) {
    let headers = hosts.map { Header("Host", $0) } + [Self.letIn]
    let expected: Verdict = isOurs ? .page(RequestTarget(), length: nil) : .refused(.otherHost)
    #expect(get("/", headers) == expected)
  }

  @Test func aBrowserLeavesOutPort80() {
    let gate = RequestGuard(port: 80, root: Self.root, cookie: Self.cookie, isReadOnly: false)
    let head = RequestHead("GET", "/room/enter?t=x", [Header("Host", "localhost")])
    #expect(gate.verdict(on: head) == .enter(pass: "x"))
  }

  /// Nothing of a request is looked at before its host.
  @Test(arguments: ["/", "/enter?t=x", "//", "*", "/%zz"]) func theHostIsFirst(target: String) {
    for method in ["GET", "HEAD", "POST", "PUT", "x"] {
      let headers = (0..<200).map { Header("a\($0)", "") } + [Header("Host", "example.org")]
      let head = RequestHead(method, target, headers)
      #expect(Self.gate.verdict(on: head) == .refused(.otherHost))
    }
  }

  @Test func theCookieLetsIn() {
    let text = Self.cookie.text
    let good = [
      "commonplace-4711=\(text)", "a=b; commonplace-4711=\(text); c=d",
      // A page at another port set one of the same name.
      "commonplace-4711=other; commonplace-4711=\(text)",
    ]
    for value in good {
      let headers = [Self.host, Header("cookie", value)]
      #expect(get("/", headers) == .page(RequestTarget(), length: nil), "\(value)")
    }
    let bad = [
      "", "commonplace-4711", "commonplace-4711=", "commonplace-4711=\(Secret().text)",
      "commonplace-4712=\(text)", "commonplace=\(text)", "x=commonplace-4711=\(text)",
      "commonplace-4711=\(text)x", "commonplace-4711=\(text.dropLast())", text,
      "Commonplace-4711=\(text)",
    ]
    for value in bad {
      #expect(get("/", [Self.host, Header("Cookie", value)]) == .refused(.noCookie), "\(value)")
    }
    #expect(get("/", [Self.host]) == .refused(.noCookie))
  }

  /// Outside of its root the server has nothing, for anyone.
  @Test(arguments: [
    "/", "//", "/enter?t=x", "/enter", "/Room/", "/rooms/book", "/roo/", "/book/room", "/../room",
    "/favicon.ico", "/%72oon/",
  ]) func everythingIsBelowTheRoot(target: String) {
    for method in ["GET", "HEAD", "POST", "PUT"] {
      let headers = [Self.host, Self.letIn, Self.sameOrigin, Self.form, Self.length]
      #expect(
        Self.gate.verdict(on: RequestHead(method, target, headers)) == .refused(.outside))
    }
  }

  @Test(arguments: ["/room", "/room/", "//room", "/%72oom/"]) func theRootIsTheFirstPart(
    target: String
  ) {
    let head = RequestHead("GET", target, [Self.host, Self.letIn])
    #expect(Self.gate.verdict(on: head) == .page(RequestTarget(), length: nil))
  }

  /// A browser that guesses where its user goes uses up nothing.
  @Test(arguments: [
    ("Sec-Purpose", "prefetch"), ("sec-purpose", "prefetch;prerender"), ("Purpose", "prefetch"),
    ("Sec-Purpose", "Prefetch;anonymous-client-ip"), ("X-Moz", "prefetch"), ("Purpose", "preview"),
  ]) func prefetchingUsesUpNoPass(name: String, value: String) {
    let purpose = Header(name, value)
    #expect(get("/enter?t=abc", [Self.host, purpose]) == .refused(.prefetch))
    #expect(get("/enter?t=abc", [Self.host, Self.letIn, purpose]) == .entered)
    #expect(
      get("/book", [Self.host, Self.letIn, purpose])
        == .page(RequestTarget(path: ["book"]), length: nil))
    #expect(
      get("/enter?t=abc", [Self.host, Header("Sec-Purpose", "")]) == .enter(pass: "abc"))
  }

  @Test(arguments: [
    ("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false),
    ("", false), ("Same-Origin", false),
  ]) func otherSitesReadNothing(site: String, isAllowed: Bool) {
    let headers = [Self.host, Self.letIn, Header("Sec-Fetch-Site", site)]
    let expected: Verdict =
      isAllowed ? .page(RequestTarget(path: ["book"]), length: nil) : .refused(.otherSite)
    #expect(get("/book", headers) == expected)
  }

  /// The first address is opened from a file, which is another site.
  @Test func theFirstAddressMayBeOpenedFromAnywhere() {
    let headers = [Self.host, Header("Sec-Fetch-Site", "cross-site")]
    #expect(get("/enter?t=abc", headers) == .enter(pass: "abc"))
    #expect(get("/enter", headers) == .enter(pass: ""))
    #expect(get("/enter?t=a&t=b", headers) == .enter(pass: "a"))
    #expect(get("/enter?t=abc", headers + [Self.letIn]) == .entered)
    #expect(get("/enter/x?t=abc", headers) == .refused(.noCookie))
    for method in ["HEAD", "POST", "PUT"] {
      let head = RequestHead(method, "/room/enter?t=abc", headers)
      #expect(Self.gate.verdict(on: head) == .refused(.otherMethod))
    }
  }

  @Test(arguments: [
    // A browser of today: with the word on the site, and no referrer.
    (["same-origin"], ["null"], true), (["same-origin"], ["http://127.0.0.1:4711"], true),
    (["same-origin"], [], true),
    // An older browser.
    ([], ["http://127.0.0.1:4711"], true),
    ([], ["null"], false), ([], [], false), ([], ["http://127.0.0.1:4712"], false),
    ([], ["https://127.0.0.1:4711"], false), ([], ["http://localhost:4711"], false),
    ([], ["http://127.0.0.1:4711", "http://127.0.0.1:4711"], false),
    (["same-site"], ["http://127.0.0.1:4711"], false), (["none"], [], false),
    (["cross-site"], ["http://127.0.0.1:4711"], false),
    (["same-origin"], ["http://example.org"], false),
    (["same-origin", "cross-site"], [], false),
  ]) func onlyOurPagesChange(sites: [String], origins: [String], isAllowed: Bool) {
    let headers =
      [Self.host, Self.letIn, Self.form, Self.length]
      + sites.map { Header("Sec-Fetch-Site", $0) } + origins.map { Header("Origin", $0) }
    let expected: Verdict =
      isAllowed ? .page(RequestTarget(path: ["list"]), length: 3) : .refused(.otherSite)
    #expect(post(headers) == expected)
  }

  @Test(arguments: [
    (["application/x-www-form-urlencoded"], true),
    (["application/x-www-form-urlencoded; charset=utf-8"], true),
    (["application/X-WWW-form-urlencoded"], true), (["application/json"], false),
    (["text/plain"], false), (["multipart/form-data"], false), ([], false), ([""], false),
    (["application/x-www-form-urlencoded", "text/plain"], false),
  ]) func onlyFormsAreRead(types: [String], isAllowed: Bool) {
    let headers =
      [Self.host, Self.letIn, Self.sameOrigin, Self.length]
      + types.map { Header("Content-Type", $0) }
    let expected: Verdict =
      isAllowed ? .page(RequestTarget(path: ["list"]), length: 3) : .refused(.otherContentType)
    #expect(post(headers) == expected)
  }

  @Test(
    arguments: [
      (["0"], nil), (["1048576"], nil), (["1048577"], RequestRefusal.bodyTooLarge),
      (["1073741824"], .bodyTooLarge), (["99999999999999999999999"], .bodyTooLarge),
      ([], .noLength), (["-1"], .malformed), (["+1"], .malformed), (["1x"], .malformed),
      ([""], .malformed), (["1", "1"], .malformed), (["1", "2"], .malformed),
    ] as [([String], RequestRefusal?)]) func theLengthIsKnown(
      lengths: [String], refusal: RequestRefusal?
    )
  {
    let headers =
      [Self.host, Self.letIn, Self.sameOrigin, Self.form]
      + lengths.map { Header("Content-Length", $0) }
    let verdict = post(headers)
    if let refusal {
      #expect(verdict == .refused(refusal))
    } else {
      #expect(
        verdict == .page(RequestTarget(path: ["list"]), length: lengths.first.flatMap(Int.init)))
    }
  }

  @Test func chunksAreNotRead() {
    let chunks = Header("Transfer-Encoding", "chunked")
    let headers = [Self.host, Self.letIn, Self.sameOrigin, Self.form, chunks]
    #expect(post(headers) == .refused(.noLength))
    #expect(post(headers + [Self.length]) == .refused(.malformed))
    // Also in a browser that was not let in.
    #expect(get("/", [Self.host, Self.length, chunks]) == .refused(.malformed))
    #expect(get("/", [Self.host, Self.letIn, chunks]) == .refused(.malformed))
    #expect(get("/", [Self.host, Self.letIn, Self.length]) == .refused(.malformed))
    #expect(
      get("/", [Self.host, Self.letIn, Header("Content-Length", "0")])
        == .page(RequestTarget(), length: nil))
  }

  @Test func readOnlyChangesNothing() {
    let gate = RequestGuard(
      port: 4711, root: Self.root, cookie: Self.cookie, isReadOnly: true)
    let headers = [Self.host, Self.letIn, Self.sameOrigin, Self.form, Self.length]
    #expect(gate.verdict(on: RequestHead("POST", "/room/list", headers)) == .refused(.isReadOnly))
    #expect(
      gate.verdict(on: RequestHead("GET", "/room/list", [Self.host, Self.letIn]))
        == .page(RequestTarget(path: ["list"]), length: nil))
  }

  @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", ""])
  func otherMethodsAreRefused(method: String) {
    let head = RequestHead(method, "/room/", [Self.host, Self.letIn, Self.sameOrigin])
    #expect(Self.gate.verdict(on: head) == .refused(.otherMethod))
  }

  @Test func headersAreFew() {
    let more = (0..<98).map { Header("a\($0)", "b") }
    #expect(get("/", [Self.host, Self.letIn] + more) == .page(RequestTarget(), length: nil))
    #expect(
      get("/", [Self.host, Self.letIn, Self.sameOrigin] + more) == .refused(.headersTooLarge))
  }
}
