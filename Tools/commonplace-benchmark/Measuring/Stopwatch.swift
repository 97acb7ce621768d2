import Dispatch
import Foundation

/// Measures elapsed times and processor times, in nanoseconds.
enum Stopwatch {
  @inline(__always)
  static func time(_ work: () throws -> Void) rethrows -> UInt64 {
    let start = DispatchTime.now().uptimeNanoseconds
    try work()
    return DispatchTime.now().uptimeNanoseconds &- start
  }

  /// Returns the processor time of `work`, in user and system mode of this process. Other processes
  /// change it less than the elapsed time.
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
