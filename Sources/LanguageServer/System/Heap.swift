import Foundation

/// Settings of the C library's heap, for a program that runs for days. Only for glibc. The
/// functions are looked up by name, because Swift's Glibc module lacks them.
enum Heap {
  /// Makes all threads share one heap; glibc would create up to eight per core, each keeping its
  /// peak memory. Call before starting threads.
  static func share() {
    #if canImport(Glibc)
      typealias SetOption = @convention(c) (Int32, Int32) -> Int32
      guard let symbol = dlsym(nil, "mallopt") else { return }
      _ = unsafeBitCast(symbol, to: SetOption.self)(-8, 1)  // M_ARENA_MAX
    #endif
  }

  /// Returns free memory to the system, in whole pages. Cost: proportional to the free memory.
  static func giveBack() {
    #if canImport(Glibc)
      typealias Trim = @convention(c) (Int) -> Int32
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: Trim.self)(0)
    #endif
  }
}
