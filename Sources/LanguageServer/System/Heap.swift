import Foundation

/// The C library's heap, in a program that runs for days. Of glibc alone: others have no such habits.
/// Swift's Glibc has neither call.
enum Heap {
  /// Makes all threads share one heap; glibc would create up to eight per core, each keeping its peak memory.
  /// Call before starting threads.
  static func share() {
    #if canImport(Glibc)
      typealias SetOption = @convention(c) (Int32, Int32) -> Int32
      guard let symbol = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(symbol, to: SetOption.self)(-8, 1)  // M_ARENA_MAX
    #endif
  }

  /// Gives back free memory, in whole pages. Cost: that of the free memory; some hundred
  /// microseconds.
  static func giveBack() {
    #if canImport(Glibc)
      typealias Trim = @convention(c) (Int) -> Int32
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: Trim.self)(0)
    #endif
  }
}
