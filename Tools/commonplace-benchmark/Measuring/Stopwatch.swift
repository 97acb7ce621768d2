import Dispatch
import Foundation

/// Nanoseconds on the machine's monotonic clock.
enum Stopwatch {
  /// The time that `work` takes.
  @inline(__always)
  static func time(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return DispatchTime.now().uptimeNanoseconds &- start
  }

  /// The processor time of `work`, in this program's threads and for it in the system's. Other
  /// processes matter less to it.
  static func processorTime(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    try work()
    return nanoseconds(CLOCK_PROCESS_CPUTIME_ID) &- start
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
