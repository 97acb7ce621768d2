/// Work for which no user waits: counts, surveys and checks that a timer or the program itself began.
///
/// It goes beside the work that a person asked for, never before it: code that shares something with
/// others, such as a connection, looks here and uses a separate one.
package enum BackgroundWork {
  @TaskLocal private static var isInside = false

  /// Whether the caller is within `work`. Cost: a look at a task-local value.
  package static var isCurrent: Bool { isInside }

  /// Runs `body` as such work.
  package static func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try $isInside.withValue(true, operation: body)
  }
}
