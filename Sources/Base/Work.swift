/// Steps of long work, for a caller that shows its progress. Without an observer, a step costs one
/// task-local read.
package enum Work {
  package struct Step: Sendable, Equatable {
    /// The text that the user reads, such as `Importing files`.
    package var name: String
    package var done: Int
    package var total: Int?

    package init(name: String, done: Int = 0, total: Int? = nil) {
      (self.name, self.done, self.total) = (name, done, total)
    }
  }

  /// Called for each step, on the thread that reports it.
  @TaskLocal private static var observer: (@Sendable (Step) -> Void)?

  package static func observed<Value>(
    by observer: @escaping @Sendable (Step) -> Void, _ body: () throws -> Value
  ) rethrows -> Value {
    try $observer.withValue(observer, operation: body)
  }

  /// The defaults report the start of work of unknown size.
  package static func step(_ name: String, _ done: Int = 0, of total: Int? = nil) {
    observer?(Step(name: name, done: done, total: total))
  }
}
