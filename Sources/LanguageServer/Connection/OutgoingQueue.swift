import Base
import Dispatch

import struct Synchronization.Atomic

/// Frames for a client that may read slowly. A sender continues at once while there is room
/// (`hasRoom`). A client can therefore send many requests before it reads a response.
///
/// If the limit would be exceeded, diagnostics are dropped that later ones of the same document
/// replace. If that is not enough, the sender waits for room. Calls may come from any thread,
/// `next` from one. Cost: constant on average, while no sender waits.
final class OutgoingQueue: Sendable {
  struct Frame: Sendable {
    var bytes: [UInt8]
    /// If there is no room, a waiting frame is dropped when a later frame has the same topic.
    var topic: String?
  }

  private struct State {
    var frames: [Frame] = []
    /// The number of frames at the front that `next` has returned.
    var taken = 0
    /// The number of bytes of waiting frames and of the frame that is being written.
    var size = 0
    var isClosed = false
    /// Whether a frame without room is dropped, instead of its sender waiting.
    var dropsExcess = false
    var waiting = 0
    /// Whether `next` waits for a frame, and no thread is writing.
    var isIdle = false
  }

  /// The room for frames, in bytes.
  static let limit = 64 << 20

  let written = Atomic(0)

  private let limit: Int
  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let room = DispatchSemaphore(value: 0)

  init(limit: Int = OutgoingQueue.limit) { self.limit = limit }

  /// Appends a frame; waits if there is no room. A closed queue discards it.
  func add(_ frame: Frame) {
    enum Outcome { case added, addedToIdle, wait }
    while true {
      let outcome = state.withLock { state -> Outcome in
        guard !state.isClosed else { return .added }
        if !hasRoom(state, for: frame) { Self.dropSuperseded(&state, by: frame.topic) }
        guard hasRoom(state, for: frame) else {
          if state.dropsExcess { return .added }
          state.waiting += 1
          return .wait
        }
        state.frames.append(frame)
        state.size += frame.bytes.count
        defer { state.isIdle = false }
        return state.isIdle ? .addedToIdle : .added
      }
      switch outcome {
      case .added: return
      case .addedToIdle:
        filled.signal()
        return
      case .wait: room.wait()
      }
    }
  }

  /// Waits for the next frame and returns it; nil once the queue is closed.
  func next() -> Frame? {
    while true {
      let (frame, isClosed) = state.withLock { state -> (Frame?, Bool) in
        guard !state.isClosed else { return (nil, true) }
        guard state.taken < state.frames.count else {
          state.isIdle = true
          return (nil, false)
        }
        let frame = state.frames[state.taken]
        state.frames[state.taken].bytes = []
        state.taken += 1
        if state.taken > state.frames.count / 2 {
          state.frames.removeFirst(state.taken)
          state.taken = 0
        }
        return (frame, false)
      }
      if isClosed { return nil }
      if let frame { return frame }
      filled.wait()
    }
  }

  /// Lets the caller write `frame` itself if no frame waits or is being written; returns false
  /// otherwise. After writing all of it, the caller must call `finish` and then `handBack`. A
  /// caller that could not write must pass the frame to `handBack`.
  func takeImmediately(_ frame: Frame) -> Bool {
    state.withLock { state in
      guard state.isIdle else { return false }
      state.isIdle = false
      state.size += frame.bytes.count
      return true
    }
  }

  /// Lets `next` continue after `takeImmediately`: with `unwritten`, then with the frames that were
  /// added since.
  func handBack(_ unwritten: Frame? = nil) {
    let isIdle = state.withLock { state in
      if let unwritten { state.frames.insert(unwritten, at: state.taken) }
      state.isIdle = state.taken == state.frames.count && !state.isClosed
      return state.isIdle
    }
    if !isIdle { filled.signal() }
  }

  /// Returns whether a frame may be added. While at most half of the room is in use, a frame of any
  /// length may be added. Otherwise the frame must fit, and no sender may be waiting.
  private func hasRoom(_ state: State, for frame: Frame) -> Bool {
    state.size <= limit / 2 || (state.waiting == 0 && state.size <= limit - frame.bytes.count)
  }

  /// Frees the room of `frame`, which was written. Wakes the waiting senders once half of the room
  /// is free.
  func finish(_ frame: Frame) {
    let waiting = state.withLock { state in
      state.size -= frame.bytes.count
      guard state.size <= limit / 2 else { return 0 }
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<waiting { room.signal() }
  }

  /// Whether every added frame is written, or the queue is closed.
  var isDone: Bool { state.withLock { $0.size == 0 || $0.isClosed } }

  var waitingCount: Int { state.withLock { $0.waiting } }

  /// Stops senders from waiting: from now on a frame without room is dropped.
  func stopWaiting() {
    let waiting = state.withLock { state in
      state.dropsExcess = true
      defer { state.waiting = 0 }
      return state.waiting
    }
    for _ in 0..<waiting { room.signal() }
  }

  /// Discards all waiting and later frames.
  func close() {
    let waiting = state.withLock { state in
      let waiting = state.waiting
      state = State()
      state.isClosed = true
      return waiting
    }
    for _ in 0..<waiting { room.signal() }
    filled.signal()
  }

  /// Drops the frames that a later frame of the same topic, or a new frame of `topic`, replaces.
  private static func dropSuperseded(_ state: inout State, by topic: String?) {
    var seen = Set([topic].compactMap(\.self))
    var kept: [Frame] = []
    for frame in state.frames[state.taken...].reversed() {
      if let topic = frame.topic, !seen.insert(topic).inserted {
        state.size -= frame.bytes.count
      } else {
        kept.append(frame)
      }
    }
    state.frames = kept.reversed()
    state.taken = 0
  }
}
