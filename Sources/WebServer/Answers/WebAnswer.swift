/// An answer, with what only the server may add to a page.
package struct WebAnswer: Sendable {
  package var response: WebResponse
  /// The header's value that gives a browser its cookie; nil if it gets none.
  package var cookie: String?
  /// Whether it is without its body, as the answer to HEAD.
  package var isHead: Bool
  /// Whether the connection ends after it.
  package var closes: Bool

  package init(
    _ response: WebResponse, cookie: String? = nil, isHead: Bool = false, closes: Bool = false
  ) {
    (self.response, self.cookie) = (response, cookie)
    (self.isHead, self.closes) = (isHead, closes)
  }

  /// A refusal ends the connection: what the client sends after it is not read.
  package init(_ refusal: RequestRefusal, isHead: Bool = false) {
    self.init(refusal.response, isHead: isHead, closes: true)
  }

  /// The page that a browser sees at its first address. The way on is a step of this page and no
  /// redirection: a browser sends no strict cookie to an address to which another site redirects it.
  ///
  /// `root` is a name of letters, digits, `-` and `_`.
  package static func entered(root: String) -> WebResponse {
    let page =
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">"
      + "<meta name=\"viewport\" content=\"width=device-width\">"
      + "<meta http-equiv=\"refresh\" content=\"0;url=/\(root)/\">"
      + "<link rel=\"icon\" href=\"/\(root)/favicon.ico\">"
      + "<title>commonplace</title><p><a href=\"/\(root)/\">To the reading room</a></p></html>\n"
    return WebResponse(body: Array(page.utf8))
  }

  /// The headers of every answer, errors too.
  package static let headers = [
    "Content-Security-Policy: default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Cross-Origin-Resource-Policy: same-origin",
    "Cross-Origin-Opener-Policy: same-origin",
    "Referrer-Policy: no-referrer",
    "Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  ]

  /// Its bytes (RFC 9112). No text of a user is in the headers but a location that was checked. Cost:
  /// linear.
  package var bytes: [UInt8] {
    var response = response
    var location: String?
    if let wanted = response.location {
      location = RedirectPath.header(wanted)
      if location == nil { response = RequestRefusal.badLocation.response }
    }
    if !(200...599).contains(response.status) { response = RequestRefusal.badLocation.response }
    let status = location == nil ? response.status : 303
    var lines = ["HTTP/1.1 \(status) \(Self.phrase(status))"] + Self.headers
    lines.append("Content-Type: \(response.contentType.rawValue)")
    lines.append("Content-Length: \(response.body.count)")
    lines.append(
      "Cache-Control: "
        + (response.isImmutable && status == 200
          ? "private, max-age=31536000, immutable" : "no-store"))
    if let location { lines.append("RedirectPath: \(location)") }
    if let cookie { lines.append("Set-Cookie: \(cookie)") }
    if status == 405 { lines.append("Allow: GET, HEAD, POST") }
    if closes { lines.append("Connection: close") }
    let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return isHead ? head : head + response.body
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 303: "See Other"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: status < 400 ? "Other" : "Error"
    }
  }
}

extension RequestGuard {
  /// The value of the header that gives a browser the cookie. Cookies ignore ports: by its path, which no
  /// other server knows, none gets it, replaces it or removes it.
  package var newCookie: String {
    "\(cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/\(root.text)/"
  }
}
