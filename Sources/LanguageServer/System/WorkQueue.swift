import Base
import Dispatch

/// A queue of the server. If `isBackground`, its work is marked as work that no user requested
/// (`BackgroundWork`), so that it reads the notebook over separate connections.
struct WorkQueue: Sendable {
  private let queue: DispatchQueue
  private let isBackground: Bool

  init(_ label: String, qos: DispatchQoS = .unspecified, isBackground: Bool = false) {
    queue = DispatchQueue(label: "commonplace.\(label)", qos: qos)
    self.isBackground = isBackground
  }

  func async(group: DispatchGroup? = nil, _ work: @escaping @Sendable () -> Void) {
    queue.async(group: group, execute: marked(work))
  }

  func asyncAfter(deadline: DispatchTime, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: deadline, execute: marked(work))
  }

  func asyncAfter(wallDeadline: DispatchWallTime, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(wallDeadline: wallDeadline, execute: marked(work))
  }

  private func marked(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard isBackground else { return work }
    return { BackgroundWork.run { work() } }
  }
}
