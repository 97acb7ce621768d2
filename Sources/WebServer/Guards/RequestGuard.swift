/// Decides from the head of a request whether it may reach the pages. A pure function, without a
/// socket.
///
/// The order of the checks and the reasons are in `docs/internals/web.md`.
package struct RequestGuard: Sendable {
  package enum Verdict: Sendable, Equatable {
    /// A request for the first address, with its pass, which is not checked yet; empty without one.
    case enter(pass: String)
    /// A request for the first address from a browser that was already let in.
    case entered
    /// A request for the pages, followed by a form of `length` bytes; nil for GET and HEAD.
    case page(RequestTarget, length: Int?)
    case refused(RequestRefusal)
  }

  package var port: Int
  /// The first part of every path.
  package var root: Secret
  /// The value of the cookie of a browser that was let in.
  package var cookie: Secret
  package var isReadOnly: Bool
  package var limits: Limits

  package init(
    port: Int, root: Secret, cookie: Secret, isReadOnly: Bool, limits: Limits = Limits()
  ) {
    (self.port, self.root, self.cookie) = (port, root, cookie)
    (self.isReadOnly, self.limits) = (isReadOnly, limits)
  }

  /// The cookie's name. Contains the port, so a notebook that is opened again on another port uses
  /// another cookie.
  package var cookieName: String { "commonplace-\(port)" }

  /// The values of `Host` that a browser may send. Browsers omit port 80.
  private var hosts: [String] {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  package func verdict(on head: RequestHead) -> Verdict {
    let named = head.values("host").map { $0.lowercased() }
    guard named.count == 1, let host = named.first, hosts.contains(host) else {
      return .refused(.otherHost)
    }
    guard head.headers.count <= limits.headers else { return .refused(.headersTooLarge) }
    // With two lengths, or a length and chunks, the end of the body is ambiguous.
    let lengths = head.values("content-length")
    guard lengths.count + (head.values("transfer-encoding").isEmpty ? 0 : 1) <= 1 else {
      return .refused(.malformed)
    }
    guard var target = RequestTarget(head.target, limits) else { return .refused(.badAddress) }
    guard let first = target.path.first, root.matches(first) else { return .refused(.outside) }
    target.path.removeFirst()
    if target.path == ["enter"] { return enter(head, target) }
    guard hasCookie(head) else { return .refused(.noCookie) }
    switch head.method {
    case "GET", "HEAD": return read(head, target)
    case "POST": return change(head, target, host: host)
    default: return .refused(.otherMethod)
    }
  }

  /// Accepts only GET: HEAD would use up a pass without letting a browser in. Prefetching is
  /// refused for the same reason.
  private func enter(_ head: RequestHead, _ target: RequestTarget) -> Verdict {
    guard head.method == "GET" else { return .refused(.otherMethod) }
    guard head.hasNoBody else { return .refused(.malformed) }
    if hasCookie(head) { return .entered }
    guard !head.isPrefetch else { return .refused(.prefetch) }
    return .enter(pass: target.query.first { $0.name == "t" }?.value ?? "")
  }

  private func read(_ head: RequestHead, _ target: RequestTarget) -> Verdict {
    // Refuses `same-site`: a page on another port of this machine belongs to the same site.
    let sites = head.values("sec-fetch-site")
    guard sites.allSatisfy(["same-origin", "none"].contains) else { return .refused(.otherSite) }
    guard head.hasNoBody else { return .refused(.malformed) }
    return .page(target, length: nil)
  }

  private func change(_ head: RequestHead, _ target: RequestTarget, host: String) -> Verdict {
    guard isFromOurPage(head, host: host) else { return .refused(.otherSite) }
    guard !isReadOnly else { return .refused(.isReadOnly) }
    let types = head.values("content-type")
    let type = types.first?.prefix { $0 != ";" && $0 != " " }.lowercased()
    guard types.count == 1, type == "application/x-www-form-urlencoded" else {
      return .refused(.otherContentType)
    }
    guard let text = head.values("content-length").first else { return .refused(.noLength) }
    guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return .refused(.malformed) }
    guard let length = Int(text), length <= limits.bodySize else { return .refused(.bodyTooLarge) }
    return .page(target, length: length)
  }

  /// Browsers send `Origin: null` with forms of pages without a referrer, such as ours. So `null`
  /// is accepted only together with `Sec-Fetch-Site: same-origin`.
  private func isFromOurPage(_ head: RequestHead, host: String) -> Bool {
    let (sites, origins) = (head.values("sec-fetch-site"), head.values("origin"))
    let ours = "http://\(host)"
    if sites.isEmpty { return origins.count == 1 && origins.first?.lowercased() == ours }
    return sites == ["same-origin"]
      && origins.allSatisfy { $0 == "null" || $0.lowercased() == ours }
  }

  /// Whether one of the cookies with the name has the right value. Several may have the name: a
  /// page on another port can set one for all paths, but cannot guess the value.
  private func hasCookie(_ head: RequestHead) -> Bool {
    let pairs = head.values("cookie").flatMap { $0.split(separator: ";") }
    var isKnown = false
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = parts.first, let value = parts.last else { continue }
      guard name.drop(while: { $0 == " " }) == cookieName else { continue }
      isKnown = cookie.matches(String(value)) || isKnown
    }
    return isKnown
  }
}

extension RequestHead {
  /// Whether the request has no body: no `Transfer-Encoding`, and any `Content-Length` is 0.
  fileprivate var hasNoBody: Bool {
    values("transfer-encoding").isEmpty && values("content-length").allSatisfy { $0 == "0" }
  }

  /// Whether a browser prefetches the page (Fetch Standard, section 3.8); older browsers use other
  /// headers.
  fileprivate var isPrefetch: Bool {
    ["sec-purpose", "purpose", "x-purpose", "x-moz"].flatMap(values).contains {
      let words = $0.lowercased()
      return words.contains("prefetch") || words.contains("prerender") || words == "preview"
    }
  }
}
