import Base
import GRDB
import NotebookFile

/// Extra connections to the notebook's source, so that long reads do not block other reads. They
/// are reused until the notebook switches to another source.
package final class IdleReaders: Sendable {
  private struct State {
    var source: NotebookSource?
    var idle: [NotebookSource] = []
  }

  /// Each connection needs memory for its own page cache.
  private static let most = 2

  private let state = Mutex(State())

  /// Returns nil if the file at the path of `source` was changed or replaced. `path` is for errors.
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
      // The same cache size as for a working copy: 256 KiB.
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

  func close() {
    let old = state.withLock { state in
      defer { state = State() }
      return state.idle
    }
    for reader in old { reader.closeReader() }
  }
}

extension NotebookSource {
  /// A working copy stays open.
  fileprivate func closeReader() {
    switch self {
    case .file(let file, _, _): try? file.queue.close()
    case .copy(_, let reader): try? reader.close()
    }
  }
}
