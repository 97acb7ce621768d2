/// A cached value, with the state of its source when it was read.
///
/// A state differs after each change: it is a counter, a version, or the number of the last change.
/// The cache reads the state before the value. `value` returns a cached value only if the state is
/// equal, so changes need not clear the cache. A change must set the new state before it notifies
/// anyone. Any thread; several threads may read the same value at once.
package final class Cached<State: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    var state: State
    var value: Value
  }

  private let kept = Mutex<Kept?>(nil)

  package init() {}

  /// Returns the cached value if it is of `state`, or else what `read` returns. `last` is the
  /// cached value of another state; nil if there is none.
  package func value<Failure: Error>(
    at state: () -> State, _ read: (_ last: Value?) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let begun = state()
    let last = kept.withLock { $0 }
    if let last, last.state == begun { return last.value }
    return keep(try read(last?.value), of: begun, at: state)
  }

  /// Calls `read` in any case, and caches its result: for values that grow. `last` is the cached
  /// value, and whether it is of the current state; nil if there is none.
  @discardableResult
  package func update<Failure: Error>(
    at state: () -> State,
    _ read: (_ last: (value: Value, isCurrent: Bool)?) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let begun = state()
    let last = kept.withLock { $0 }.map { (value: $0.value, isCurrent: $0.state == begun) }
    return keep(try read(last), of: begun, at: state)
  }

  /// Caches a value that was read at the state `begun`. If the state has changed since then, a
  /// cached value of the current state is kept instead.
  private func keep(_ value: Value, of begun: State, at state: () -> State) -> Value {
    let now = state()
    kept.withLock { kept in
      if begun == now || kept?.state != now { kept = Kept(state: begun, value: value) }
    }
    return value
  }

  /// The cached value of any state, perhaps outdated; nil if there is none.
  package var latest: Value? { kept.withLock { $0?.value } }

  package func isOf(_ state: State) -> Bool { kept.withLock { $0?.state == state } }

  /// Changes the cached value: `part` removes a part that callers do not need.
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
