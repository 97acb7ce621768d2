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

  package var sentence: String {
    switch self {
    case .otherHost: "This server answers only to 127.0.0.1, [::1] and localhost."
    case .headersTooLarge:
      "The request is too long. Use a shorter address, or delete the cookies of this site."
    case .badAddress: "This address is not valid. Go back to the previous page."
    case .outside:
      "This address does not exist. Run “commonplace web” and open the address that it prints."
    case .malformed: "This request is not valid. Use a browser."
    case .noCookie:
      "This browser is not signed in. Run “commonplace web” and open the address it prints."
    case .usedPass:
      "This link works only once, for a short time. Run “commonplace web” for a new one."
    case .prefetch: "This address works only once, so open it yourself."
    case .otherMethod: "This kind of request is not supported. Use a browser."
    case .otherSite: "The request comes from another site. Type the address, or use your bookmarks."
    case .isReadOnly:
      "Start “commonplace web” without --read-only to make changes."
    case .otherContentType: "This kind of form is not supported. Use a browser."
    case .noLength: "The form was sent without its length. Use a browser."
    case .bodyTooLarge: "The form has more than 1 MB. Shorten its text."
    case .badForm: "The form cannot be read. Go back and try again."
    case .tooSlow: "The request took too long to arrive. Try again."
    case .tooManyConnections: "Too many connections are open. Close some windows and try again."
    case .badLocation: "This page could not be created. Please report this."
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
