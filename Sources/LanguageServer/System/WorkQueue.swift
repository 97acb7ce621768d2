import Base
import Dispatch

/// A queue of the server. One of work that no user asked for marks its work as such (`BackgroundWork`), so that
/// it reads the notebook over its own connections.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue
  private let isBackground: Bool

  init(_ label: String, qos: DispatchQoS = .unspecified, isBackground: Bool = false) {
    queue = DispatchQueue(label: "commonplace.\(label)", qos: qos)
    self.isBackground = isBackground
  }

  /// Does `work` after all that came before.
  func async(group: DispatchGroup? = nil, _ work: @escaping @Sendable () -> Void) {
    queue.async(group: group, execute: marked(work))
  }

  /// The same not before `deadline`.
  func asyncAfter(deadline: DispatchTime, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: deadline, execute: marked(work))
  }

  /// The same, by the clock on the wall.
  func asyncAfter(wallDeadline: DispatchWallTime, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(wallDeadline: wallDeadline, execute: marked(work))
  }

  private func marked(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard isBackground else { return work }
    return { BackgroundWork.run { work() } }
  }
}
