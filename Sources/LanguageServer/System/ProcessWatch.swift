import CSystem
import Dispatch
import Foundation

/// Reports once that another process has ended. If the system reports it, that is at once;
/// otherwise the process is checked each second.
enum ProcessWatch {
  private static let queue = DispatchQueue(label: "commonplace.process")

  /// Calls `ended`, on any thread, when the process `id` has ended, or if there is none. It does
  /// not keep anything else alive.
  static func start(_ id: Int32, ended: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      let source = DispatchSource.makeProcessSource(identifier: id, eventMask: .exit, queue: queue)
      source.setEventHandler {
        source.cancel()
        ended()
      }
      source.resume()
      // It may have ended before.
      if isGone(id) { ended() }
    #else
      let descriptor = process_end_descriptor(id)
      guard descriptor >= 0 else {
        if errno == ESRCH { return ended() }
        return look(for: id, ended: ended)
      }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        source.cancel()
        ended()
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    #endif
  }

  /// The same for systems that do not report it.
  static func look(for id: Int32, ended: @escaping @Sendable () -> Void) {
    if isGone(id) { return ended() }
    queue.asyncAfter(deadline: .now() + 1) { look(for: id, ended: ended) }
  }

  private static func isGone(_ id: Int32) -> Bool { kill(id, 0) != 0 && errno == ESRCH }
}
