/// The sizes, counts and times that a client may use.
package struct Limits: Sendable {
  /// Maximum bytes of the request line and the headers, without other servers' cookies.
  package var headSize = 16 << 10
  /// Maximum bytes of all cookies. A browser sends the cookies of all servers on this machine:
  /// Chromium at most 180 of 4 kB.
  package var cookieSize = 1 << 20
  package var headers = 100
  /// Maximum bytes of a form.
  package var bodySize = 1 << 20
  package var pathSegments = 16
  /// Maximum fields of an address, and of a form.
  package var fields = 100
  package var connections = 64
  /// Maximum number of forms read at the same time, which bounds the memory of slow clients.
  package var forms = 16
  /// Maximum number of pages created at the same time.
  package var makers = 4
  /// Time from the first byte of a request, or from the start of a connection, to the end of the
  /// headers.
  package var headTime = Duration.seconds(10)
  package var bodyTime = Duration.seconds(30)
  /// Time that a connection may wait for its next request.
  package var idleTime = Duration.seconds(60)
  /// Time in which a client must receive an answer.
  package var answerTime = Duration.seconds(60)
  /// Time during which input is read and dropped after an answer that closes the connection.
  /// Otherwise, a client that is still sending would lose the answer.
  package var lingerTime = Duration.seconds(2)
  /// Maximum bytes read and dropped during `lingerTime`.
  package var lingerSize = 4 << 20

  package init() {}

  /// Number of files reserved for the notebook and the pages.
  private static let otherFiles = 28

  /// Returns the number of connections for a process that may open `files` files: at least two, and
  /// at most `connections`.
  package func connections(withFiles files: Int) -> Int {
    min(connections, max(2, files - Self.otherFiles))
  }
}
