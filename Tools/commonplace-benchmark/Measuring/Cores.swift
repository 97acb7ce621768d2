import Foundation

/// The cores on which this program and its children run.
enum Cores {
  /// Runs `work` on one core: this thread, and the programs that it starts. If the system does not
  /// support this, they run on any core.
  ///
  /// Two programs that wait for each other keep one core busy, so that it never sleeps. On two
  /// cores, each may have to wait for the other core to wake up. That can take longer than the
  /// measured work.
  static func one<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard let all = allowed, let last = all.lastIndex(where: { $0 > 0 }) else { return try work() }
    var one = [UInt8](repeating: 0, count: all.count)
    one[last] = 0x80 >> UInt8(all[last].leadingZeroBitCount)
    allow(one)
    defer { allow(all) }
    return try work()
  }

  /// The affinity mask of Linux; nil if it cannot be read, and on other systems. Called
  /// dynamically, because Swift's Glibc lacks these functions.
  private static var allowed: [UInt8]? {
    #if canImport(Glibc)
      typealias Get = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt8>) -> Int32
      guard let symbol = dlsym(nil, "sched_getaffinity") else { return nil }
      var cores = [UInt8](repeating: 0, count: 128)
      let status = unsafeBitCast(symbol, to: Get.self)(0, cores.count, &cores)
      return status == 0 ? cores : nil
    #else
      return nil
    #endif
  }

  private static func allow(_ cores: [UInt8]) {
    #if canImport(Glibc)
      typealias Set = @convention(c) (pid_t, Int, UnsafePointer<UInt8>) -> Int32
      guard let symbol = dlsym(nil, "sched_setaffinity") else { return }
      _ = unsafeBitCast(symbol, to: Set.self)(0, cores.count, cores)
    #endif
  }
}
