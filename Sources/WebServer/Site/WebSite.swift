/// All pages of a notebook. The server uses only these members, and does not depend on notes.
package protocol WebSite: Sendable {
  /// The first part of every path of the site. Other servers on this machine cannot guess it. The
  /// server removes it from requests; pages and locations contain it.
  var root: String { get }

  /// Returns the response to a request. May block while the notebook is read; the server calls it
  /// on the connection's thread.
  func response(to request: WebRequest) -> WebResponse
}
