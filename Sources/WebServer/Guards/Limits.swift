/// The sizes, counts and times that a client may use.
package struct Limits: Sendable {
  /// Bytes of the request line and the headers, without the cookies of others.
  package var headSize = 16 << 10
  /// Bytes of all cookies. A browser sends those of every server of this machine that it visits: Chromium at
  /// most 180 of 4 kB.
  package var cookieSize = 1 << 20
  package var headers = 100
  /// Bytes of a form.
  package var bodySize = 1 << 20
  package var pathSegments = 16
  /// Fields of an address, and of a form.
  package var fields = 100
  package var connections = 64
  /// Forms that are read at the same time, which bounds the memory that slow clients take.
  package var forms = 16
  /// Pages that are made at the same time.
  package var makers = 4
  /// From the first byte of a request, or from the beginning of a connection, to the end of the headers.
  package var headTime = Duration.seconds(10)
  package var bodyTime = Duration.seconds(30)
  /// A connection may wait so long for its next request.
  package var idleTime = Duration.seconds(60)
  /// A client must have taken an answer in that time.
  package var answerTime = Duration.seconds(60)
  /// Time and bytes that are read and dropped after an answer that closes the connection: without that, a
  /// client that is still sending loses the answer.
  package var lingerTime = Duration.seconds(2)
  package var lingerSize = 4 << 20

  package init() {}

  /// Files that the notebook and the pages have open beside the connections.
  private static let otherFiles = 28

  /// The connections of a process that may have so many files open: at least two.
  package func connections(withFiles files: Int) -> Int {
    min(connections, max(2, files - Self.otherFiles))
  }
}
