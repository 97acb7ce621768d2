/// The server adds the headers that all responses have.
package struct WebResponse: Sendable, Equatable {
  /// A closed list, so that no content of a notebook gets a type that a browser executes.
  package enum ContentType: String, Sendable {
    case html = "text/html; charset=utf-8"
    case css = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case json = "application/json"
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"
    /// Drawn by the app from escaped text; never an image of a note.
    case drawing = "image/svg+xml"
  }

  package var status: Int
  package var contentType: ContentType
  package var body: [UInt8]

  /// A path of this site, with its root, that the browser opens next (303); nil without a
  /// redirection.
  package var location: String?

  /// Whether the address contains a digest of the body, so that a browser may cache it permanently.
  package var isImmutable: Bool

  package init(
    status: Int = 200, contentType: ContentType = .html, body: [UInt8] = [],
    location: String? = nil, isImmutable: Bool = false
  ) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.location = location
    self.isImmutable = isImmutable
  }
}
