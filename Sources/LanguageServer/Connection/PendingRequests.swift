import Base
import LanguageServerProtocol

import struct Synchronization.Atomic

/// The cancellation of a request. Long work checks `isCancelled` regularly.
final class Cancellation: Sendable {
  private let flag = Atomic(false)
  private let handlers = Mutex<[@Sendable () -> Void]>([])

  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  func cancel() {
    let handlers = handlers.withLock { handlers in
      flag.store(true, ordering: .relaxed)
      defer { handlers = [] }
      return handlers
    }
    for handler in handlers { handler() }
  }

  /// Calls `handler` when the request is canceled, on the thread that cancels it; at once if the
  /// request is already canceled.
  func whenCancelled(_ handler: @escaping @Sendable () -> Void) {
    let isLate = handlers.withLock { handlers in
      if !isCancelled { handlers.append(handler) }
      return isCancelled
    }
    if isLate { handler() }
  }
}

/// The requests that were read and not yet answered. The reader adds and cancels them before
/// anything is queued, so that a cancellation overtakes the work it stops.
final class PendingRequests: Sendable {
  private struct Entry {
    var cancellation = Cancellation()
    var receipt: Receipt?
  }

  private let requests = Mutex<[RequestID: Entry]>([:])

  func enter(_ id: RequestID, _ receipt: Receipt?) {
    requests.withLock { $0[id] = Entry(receipt: receipt) }
  }

  /// Cancels a request. Does nothing for an ID that is unknown or answered. (LSP 3.17,
  /// "Cancellation Support".)
  func cancel(_ id: RequestID) {
    requests.withLock { $0[id] }?.cancellation.cancel()
  }

  func cancellation(of id: RequestID) -> Cancellation {
    requests.withLock { $0[id] }?.cancellation ?? Cancellation()
  }

  @discardableResult
  func leave(_ id: RequestID) -> Receipt? {
    requests.withLock { $0.removeValue(forKey: id)?.receipt }
  }
}
