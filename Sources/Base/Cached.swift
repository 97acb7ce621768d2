/// A cached value of something that changes, with the state at which it was read.
///
/// Callers name the state by a value that differs after each change: a counter, a version, the number of the last
/// change. The state is read before the value, and the value is returned only while the state is equal. So changes
/// need not clear the cache, and a value from before a change cannot reappear after it. A change must set its new
/// state before it notifies anyone. Any thread; several may read the same value at once.
package final class Cached<State: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    var state: State
    var value: Value
  }

  private let kept = Mutex<Kept?>(nil)

  package init() {}

  /// Returns the value at `state`: the cached one, or what `read` returns. `last` is the cached value of any earlier
  /// state.
  package func value<Failure: Error>(
    at state: () -> State, _ read: (_ last: Value?) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let begun = state()
    let last = kept.withLock { $0 }
    if let last, last.state == begun { return last.value }
    return keep(try read(last?.value), of: begun, at: state)
  }

  /// Always calls `read`, for values that grow. `last` is the cached value, and whether it is of this state.
  @discardableResult
  package func update<Failure: Error>(
    at state: () -> State,
    _ read: (_ last: (value: Value, isCurrent: Bool)?) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let begun = state()
    let last = kept.withLock { $0 }.map { (value: $0.value, isCurrent: $0.state == begun) }
    return keep(try read(last), of: begun, at: state)
  }

  /// Caches a value that was read at the state `begun`, unless a value of the present state is cached already.
  private func keep(_ value: Value, of begun: State, at state: () -> State) -> Value {
    let now = state()
    kept.withLock { kept in
      if begun == now || kept?.state != now { kept = Kept(state: begun, value: value) }
    }
    return value
  }

  /// The cached value of any state, to show until it is read again.
  package var latest: Value? { kept.withLock { $0?.value } }

  /// Whether the cached value is of `state`.
  package func isOf(_ state: State) -> Bool { kept.withLock { $0?.state == state } }

  /// Removes a part of the cached value that callers do not need.
  package func drop(_ part: (inout Value) -> Void) {
    kept.withLock { kept in
      guard var known = kept else { return }
      // With only one reference, the value is changed in place.
      kept = nil
      part(&known.value)
      kept = known
    }
  }
}
