/// All pages of a notebook. The server that listens knows nothing of notes and only calls `response`.
package protocol WebSite: Sendable {
  /// May block a thread while the notebook is read; the server calls it on a queue for that.
  func response(to request: WebRequest) -> WebResponse
}
