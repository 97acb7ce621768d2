/// A response with the headers that only the server adds.
package struct WebAnswer: Sendable {
  package var response: WebResponse
  /// The value of the header that sets the browser's cookie; nil if the answer sets none.
  package var cookie: String?
  package var isHead: Bool
  package var closes: Bool

  package init(
    _ response: WebResponse, cookie: String? = nil, isHead: Bool = false, closes: Bool = false
  ) {
    (self.response, self.cookie) = (response, cookie)
    (self.isHead, self.closes) = (isHead, closes)
  }

  /// Creates an answer that closes the connection: bytes after a refused request are not parsed.
  package init(_ refusal: RequestRefusal, isHead: Bool = false) {
    self.init(refusal.response, isHead: isHead, closes: true)
  }

  /// Returns the page that a browser sees at its first address. The page refreshes to the home page
  /// instead of redirecting: browsers do not send a `SameSite=Strict` cookie if another site led to
  /// a redirection.
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

  /// The headers of every answer, including errors.
  package static let headers = [
    "Content-Security-Policy: default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Cross-Origin-Resource-Policy: same-origin",
    "Cross-Origin-Opener-Policy: same-origin",
    "Referrer-Policy: no-referrer",
    "Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  ]

  /// The answer's bytes (RFC 9112). The headers contain user text only in a location, which is
  /// checked. Cost: linear.
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
    if let location { lines.append("Location: \(location)") }
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
  /// The value of the header that sets the cookie. Browsers share cookies between ports, but other
  /// servers cannot guess the cookie's path, so they cannot receive, replace or remove it.
  package var newCookie: String {
    "\(cookieName)=\(cookie.text); HttpOnly; SameSite=Strict; Path=/\(root.text)/"
  }
}
