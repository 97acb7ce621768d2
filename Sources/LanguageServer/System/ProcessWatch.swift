import CSystem
import Dispatch
import Foundation

/// Reports that another process has ended: immediately if the system supports that, or else by a
/// check each second.
enum ProcessWatch {
  private static let queue = DispatchQueue(label: "commonplace.process")

  /// Calls `ended`, on any thread, when the process `id` has ended, or if it does not exist.
  static func start(_ id: Int32, ended: @escaping @Sendable () -> Void) {
    #if canImport(Darwin)
      let source = DispatchSource.makeProcessSource(identifier: id, eventMask: .exit, queue: queue)
      source.setEventHandler {
        source.cancel()
        ended()
      }
      source.resume()
      // The process may have ended before.
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

  static func look(for id: Int32, ended: @escaping @Sendable () -> Void) {
    if isGone(id) { return ended() }
    queue.asyncAfter(deadline: .now() + 1) { look(for: id, ended: ended) }
  }

  private static func isGone(_ id: Int32) -> Bool { kill(id, 0) != 0 && errno == ESRCH }
}
