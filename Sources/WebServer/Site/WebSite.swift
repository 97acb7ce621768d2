/// All pages of a notebook. The server does not know about notes and only calls `response`.
package protocol WebSite: Sendable {
  /// The first part of every path of the site, which no other server on this machine knows. The server
  /// removes it from requests; pages and locations contain it.
  var root: String { get }

  /// Returns the response to a request. May block while the notebook is read; the server calls it on the
  /// connection's thread.
  func response(to request: WebRequest) -> WebResponse
}
