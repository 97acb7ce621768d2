/// Steps of long work, for a caller that shows its progress.
///
/// The code that works reports them; the caller that started it may observe. Without an observer, a step
/// costs a look at a task-local value.
package enum Work {
  /// The progress of the work.
  package struct Step: Sendable, Equatable {
    /// The work as a person reads it: `Importing files`.
    package var name: String
    package var done: Int
    /// Nil if the end is not known.
    package var total: Int?

    package init(name: String, done: Int = 0, total: Int? = nil) {
      (self.name, self.done, self.total) = (name, done, total)
    }
  }

  /// Called with each step, on the thread of the work, and often.
  @TaskLocal private static var observer: (@Sendable (Step) -> Void)?

  /// Runs `body`, whose steps are reported to `observer`.
  package static func observed<Value>(
    by observer: @escaping @Sendable (Step) -> Void, _ body: () throws -> Value
  ) rethrows -> Value {
    try $observer.withValue(observer, operation: body)
  }

  /// Reports that `done` parts of `total` are done; none of an unknown number at the beginning.
  package static func step(_ name: String, _ done: Int = 0, of total: Int? = nil) {
    observer?(Step(name: name, done: done, total: total))
  }
}
