/// A fact that is read from something that changes, kept with the state at which it was read.
///
/// A caller names the state by a value that is another one after each change: a counter, a version, the number of
/// the last change. The fact is read after that, and answered only as long as the state is still that one. So a
/// change clears nothing, and a fact that was read before it cannot come back after it. A change that is told
/// to anyone has to have its new state before. Calls may come from any thread; several may read the same fact at
/// once.
package final class Cached<State: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Kept {
    var state: State
    var value: Value
  }

  private let kept = Mutex<Kept?>(nil)

  package init() {}

  /// The fact at `state`: the kept one, or what `read` makes of the last one, which may be of any earlier state.
  package func value<Failure: Error>(
    at state: () -> State, _ read: (_ last: Value?) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let begun = state()
    let last = kept.withLock { $0 }
    if let last, last.state == begun { return last.value }
    return keep(try read(last?.value), of: begun, at: state)
  }

  /// Reads the fact, or more of it: `last` is the kept one, and whether it is of this state. For facts that grow.
  @discardableResult
  package func update<Failure: Error>(
    at state: () -> State,
    _ read: (_ last: (value: Value, isCurrent: Bool)?) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let begun = state()
    let last = kept.withLock { $0 }.map { (value: $0.value, isCurrent: $0.state == begun) }
    return keep(try read(last), of: begun, at: state)
  }

  /// Keeps a value that was read at the state `begun`, unless another state has come, and a value of it.
  private func keep(_ value: Value, of begun: State, at state: () -> State) -> Value {
    let now = state()
    kept.withLock { kept in
      if begun == now || kept?.state != now { kept = Kept(state: begun, value: value) }
    }
    return value
  }

  /// The value that was read last, of whatever state: for what is shown until it is read again.
  package var latest: Value? { kept.withLock { $0?.value } }

  /// Whether the kept value is of `state`.
  package func isOf(_ state: State) -> Bool { kept.withLock { $0?.state == state } }

  /// Takes something out of the kept value that no caller needs any more.
  package func drop(_ part: (inout Value) -> Void) {
    kept.withLock { kept in
      guard var known = kept else { return }
      // Held once, so that nothing is copied.
      kept = nil
      part(&known.value)
      kept = known
    }
  }
}
