import Foundation

/// The cores that this program and those it starts run on.
enum Cores {
  /// Has one core do all of `work`: this thread, and the programs that it starts. Where the system
  /// offers no such choice, they run anywhere.
  ///
  /// Two programs that wait for each other take turns there, and the core never sleeps. On two cores
  /// each of them would wait for one that went to sleep meanwhile, or not, as the system places them;
  /// in a virtual machine that takes longer than all that is to be measured.
  static func one<Result>(_ work: () throws -> Result) rethrows -> Result {
    guard let all = allowed, let last = all.lastIndex(where: { $0 > 0 }) else { return try work() }
    // The last one: the system's own work is mostly on the first.
    var one = [UInt8](repeating: 0, count: all.count)
    one[last] = 0x80 >> UInt8(all[last].leadingZeroBitCount)
    allow(one)
    defer { allow(all) }
    return try work()
  }

  /// A bit for each core, as Linux has them; nil where it is another system. Swift's Glibc has neither
  /// call.
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
