import Foundation

/// The C library's heap, in a program that runs for days. Of glibc alone: others have no such habits.
/// Swift's Glibc has neither call.
enum Heap {
  /// Has all threads share one heap. Otherwise glibc makes up to eight for each core as threads
  /// come and go, and each keeps the memory that it once needed. To be called before there are
  /// threads.
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
