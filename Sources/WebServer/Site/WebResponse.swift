/// The answer to a request. The server adds the headers that are the same for all.
package struct WebResponse: Sendable, Equatable {
  /// Closed, so that nothing of a notebook becomes a type that a browser runs.
  package enum ContentType: String, Sendable {
    case html = "text/html; charset=utf-8"
    case css = "text/css; charset=utf-8"
    case script = "text/javascript; charset=utf-8"
    case json = "application/json"
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"
    /// Drawn by us, of escaped text; never a picture of a note.
    case drawing = "image/svg+xml"
  }

  /// Three digits, such as 200.
  package var status: Int
  package var contentType: ContentType
  package var body: [UInt8]

  /// A path of this site, with its root, that a browser goes to next (303); nil if it stays.
  package var location: String?

  /// The address contains a digest of the body, so a browser may keep it for ever.
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
