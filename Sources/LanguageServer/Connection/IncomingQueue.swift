import Base
import Dispatch

/// Messages on their way from the reader to the inbox, which wait when work does: a client that
/// requests faster than it is answered is read no further than that.
///
/// Work that is begun and not done yet has a weight, in bytes. Below `limit` of it a message is
/// handled as soon as it is read. Above it messages wait here, in order, so that the reader still
/// sees those that must overtake them: cancellations, and answers to the server's requests. When
/// `limit` bytes of them wait, too, the reader waits, and so does the client.
///
/// One thread calls `admit`; the other calls may come from any. Cost: constant on average.
final class IncomingQueue: Sendable {
  private struct State {
    /// The weight of the work that is begun and not done.
    var work = 0
    var messages: [(incoming: MessageReader.Incoming, size: Int)] = []
    /// The number of messages at the front that are taken.
    var taken = 0
    /// The weight of the messages that wait.
    var size = 0
    /// Whether waiting messages are being handed on: new ones are added after them.
    var isHandingOn = false
    var isReaderWaiting = false

    var isEmpty: Bool { taken == messages.count }
  }

  /// The most bytes that may be begun, and the most that may wait.
  static let limit = 8 << 20
  /// The weight of each beside its bytes.
  static let overhead = 1 << 10

  private let limit: Int
  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  init(limit: Int = IncomingQueue.limit) { self.limit = limit }

  /// Whether a message is to be handled now. Otherwise it waits here, in its turn; if there is no room,
  /// the call waits.
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

  /// The work of a message begins. Its end is to be reported with the same weight.
  func begin(_ weight: Int) { state.withLock { $0.work += weight + Self.overhead } }

  /// It is done. Returns whether messages that wait are to be taken by `next` now.
  func end(_ weight: Int) -> Bool {
    state.withLock { state in
      state.work -= weight + Self.overhead
      guard state.work <= limit / 2, !state.isEmpty, !state.isHandingOn else { return false }
      state.isHandingOn = true
      return true
    }
  }
}
