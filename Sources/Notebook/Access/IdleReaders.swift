import Base
import GRDB
import NotebookFile

/// Connections that read the notebook's source separately, so that long reads block no other.
/// Created when needed, and reused while the notebook is read from the same source.
package final class IdleReaders: Sendable {
  private struct State {
    /// The source that the idle connections read.
    var source: NotebookSource?
    var idle: [NotebookSource] = []
  }

  /// Maximum number of idle connections: each has its own memory.
  private static let most = 2

  private let state = Mutex(State())

  /// Returns an idle or new connection to `source`; nil if another file has its path by now.
  func take(for source: NotebookSource, _ path: String) throws(NotebookError) -> NotebookSource? {
    let (known, old) = state.withLock { state -> (NotebookSource?, [NotebookSource]) in
      if state.source?.isSame(as: source) == true { return (state.idle.popLast(), []) }
      defer { state = State(source: source) }
      return (nil, state.idle)
    }
    for reader in old { reader.closeReader() }
    if let known { return known }
    switch source {
    case .file(let file, let paths, let retired):
      guard let aside = try file.secondOpening() else { return nil }
      // The cache size of connections to a working copy.
      try? aside.queue.inDatabase { db in try db.execute(sql: "PRAGMA cache_size = -256") }
      return .file(aside, paths: paths, retired: retired)
    case .copy(let copy, _):
      do {
        return .copy(copy, reader: try copy.reader())
      } catch {
        throw NotebookError(readingCopyOf: path, error)
      }
    }
  }

  /// Takes back a connection from `take`.
  func put(_ reader: NotebookSource, for source: NotebookSource) {
    let isKept = state.withLock { state in
      guard state.source?.isSame(as: source) == true, state.idle.count < Self.most else {
        return false
      }
      state.idle.append(reader)
      return true
    }
    if !isKept { reader.closeReader() }
  }

  /// Closes all idle connections.
  func close() {
    let old = state.withLock { state in
      defer { state = State() }
      return state.idle
    }
    for reader in old { reader.closeReader() }
  }
}

extension NotebookSource {
  /// Closes the connection that reads.
  fileprivate func closeReader() {
    switch self {
    case .file(let file, _, _): try? file.queue.close()
    case .copy(_, let reader): try? reader.close()
    }
  }
}
