import Base
import Dispatch

/// Messages between the reader and the inbox. They wait while too much work is unfinished. This
/// limits the memory for a client that sends requests faster than they are answered.
///
/// Unfinished work has a weight, in bytes. Below `limit`, a message is handled as soon as it is
/// read. Once it is reached, messages wait here in order, until the weight falls to half of
/// `limit`. The reader continues to read, since cancellations and responses must overtake them.
/// When the waiting messages also exceed `limit`, the reader blocks.
///
/// Only one thread may call `admit`; any thread may make the other calls. Cost: constant on
/// average.
final class IncomingQueue: Sendable {
  private struct State {
    /// The weight of the work that has begun and has not ended.
    var work = 0
    var messages: [(incoming: MessageReader.Incoming, size: Int)] = []
    /// The number of messages at the front that `next` has returned.
    var taken = 0
    var size = 0
    /// Whether a thread handles the waiting messages; new messages are then added after them.
    var isHandingOn = false
    var isReaderWaiting = false

    var isEmpty: Bool { taken == messages.count }
  }

  /// The maximum weight of unfinished work, and of waiting messages, in bytes.
  static let limit = 8 << 20
  /// The weight of each message in addition to its length, in bytes.
  static let overhead = 1 << 10

  private let limit: Int
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  init(limit: Int = IncomingQueue.limit) { self.limit = limit }

  /// Returns true if the caller must handle the message now. Otherwise adds it to the waiting
  /// messages, and blocks while there is no room.
  func admit(_ incoming: MessageReader.Incoming) -> Bool {
    var size = Self.overhead
    if case .message(_, let length) = incoming { size += length }
    while true {
      let isAdmitted = state.withLock { state -> Bool? in
        if state.isEmpty, !state.isHandingOn, state.work < limit { return true }
        guard state.isEmpty || state.size + size <= limit else {
          state.isReaderWaiting = true
          return nil
        }
        state.messages.append((incoming, size))
        state.size += size
        return false
      }
      if let isAdmitted { return isAdmitted }
      room.wait()
    }
  }

  /// Returns the next waiting message; nil if there is none, or if the work limit is reached and
  /// `isUrgent` is false. Callers repeat the call until it returns nil.
  func next(evenNow isUrgent: Bool = false) -> MessageReader.Incoming? {
    let (incoming, makesRoom) = state.withLock {
      state -> (MessageReader.Incoming?, Bool) in
      guard !state.isEmpty, isUrgent || state.work < limit else {
        state.isHandingOn = false
        return (nil, false)
      }
      let (incoming, size) = state.messages[state.taken]
      state.taken += 1
      if state.taken > state.messages.count / 2 {
        state.messages.removeFirst(state.taken)
        state.taken = 0
      }
      state.size -= size
      guard state.isReaderWaiting, state.size <= limit / 2 else { return (incoming, false) }
      state.isReaderWaiting = false
      return (incoming, true)
    }
    if makesRoom { room.signal() }
    return incoming
  }

  /// Records that the work of a message begins. Call `end` with the same weight afterwards.
  func begin(_ weight: Int) { state.withLock { $0.work += weight + Self.overhead } }

  /// Records that work has ended. Returns whether the caller must now handle the waiting messages
  /// by calling `next`.
  func end(_ weight: Int) -> Bool {
    state.withLock { state in
      state.work -= weight + Self.overhead
      guard state.work <= limit / 2, !state.isEmpty, !state.isHandingOn else { return false }
      state.isHandingOn = true
      return true
    }
  }
}
