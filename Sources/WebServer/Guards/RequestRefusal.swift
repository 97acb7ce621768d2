/// The reason why the server refuses a request. Does not contain text of the request.
package enum RequestRefusal: Sendable, Equatable, CaseIterable {
  /// The host is not this server: another site may have made its name resolve to this machine.
  case otherHost
  case headersTooLarge
  case badAddress
  /// The path does not begin with the root of the site.
  case outside
  case malformed
  case noCookie
  case usedPass
  case prefetch
  case otherMethod
  case otherSite
  case isReadOnly
  case otherContentType
  case noLength
  case bodyTooLarge
  case badForm
  case tooSlow
  case tooManyConnections
  case badLocation

  package var status: Int {
    switch self {
    case .badAddress, .malformed, .badForm: 400
    case .noCookie, .usedPass, .otherSite, .isReadOnly: 403
    case .outside: 404
    case .otherMethod: 405
    case .tooSlow: 408
    case .noLength: 411
    case .bodyTooLarge: 413
    case .otherContentType: 415
    case .otherHost: 421
    case .headersTooLarge: 431
    case .badLocation: 500
    case .tooManyConnections, .prefetch: 503
    }
  }

  /// What happened and what to do.
  package var sentence: String {
    switch self {
    case .otherHost: "This server answers only to 127.0.0.1, [::1] and localhost."
    case .headersTooLarge:
      "The request is too long: over 16 kB or 100 headers, or cookies of over 1 MB."
    case .badAddress: "This address cannot be read. Go back, or start at the first page."
    case .outside:
      "There is no page at this address. Run “commonplace web” and open the address it prints."
    case .malformed: "This is not a request that a browser sends."
    case .noCookie:
      "This browser is not signed in. Run “commonplace web” and open the address it prints."
    case .usedPass:
      "This link has been used or has expired. Run “commonplace web” for a new one."
    case .prefetch: "This address works only once, so open it yourself."
    case .otherMethod: "This method is not accepted here."
    case .otherSite: "The request comes from another site. Type the address, or use your bookmarks."
    case .isReadOnly:
      "Start “commonplace web” without --read-only to make changes."
    case .otherContentType: "A form must be of the type application/x-www-form-urlencoded."
    case .noLength: "The request has no Content-Length. Chunked transfer encoding is not supported."
    case .bodyTooLarge: "The form has more than 1 MB."
    case .badForm: "The form cannot be read, or has more than 100 fields."
    case .tooSlow: "The request did not come in time."
    case .tooManyConnections: "There are too many connections. Close some windows and try again."
    case .badLocation: "A page has an address that leads elsewhere. Please report this."
    }
  }

  /// The response: a small page; without a body for another host.
  package var response: WebResponse {
    let page =
      "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">"
      + "<meta name=\"viewport\" content=\"width=device-width\">"
      + "<title>commonplace</title><p>\(sentence)</p></html>\n"
    return WebResponse(status: status, body: self == .otherHost ? [] : Array(page.utf8))
  }
}
