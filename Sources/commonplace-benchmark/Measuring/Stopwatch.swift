import Dispatch

/// Nanoseconds on the machine's monotonic clock.
enum Stopwatch {
  /// How long `work` takes.
  @inline(__always)
  static func time(_ work: () -> Void) -> UInt64 {
    let start = DispatchTime.now().uptimeNanoseconds
    work()
    return DispatchTime.now().uptimeNanoseconds &- start
  }
}
