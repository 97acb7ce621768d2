/// All pages of a notebook. The server that listens knows nothing of notes and only calls `response`.
package protocol WebSite: Sendable {
  /// The first part of every path of the site, which no other server of this machine knows. The server takes
  /// it from requests; pages and locations have it.
  var root: String { get }

  /// May block a thread while the notebook is read; the server calls it on a queue for that.
  func response(to request: WebRequest) -> WebResponse
}
