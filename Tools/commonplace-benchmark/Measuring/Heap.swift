import Foundation

/// The C library's heap.
enum Heap {
  /// Environment variables with the effect of `keepFreedMemory` for child processes.
  static let keepingEnvironment = [
    "MALLOC_TRIM_THRESHOLD_": "\(trimThreshold)", "MALLOC_MMAP_THRESHOLD_": "\(mapThreshold)",
  ]

  private static let trimThreshold = Int32.max
  /// The maximum that glibc accepts on 64-bit systems.
  private static let mapThreshold: Int32 = 32 << 20

  /// Makes glibc keep freed memory for later allocations. Does nothing with other C libraries.
  /// (mallopt(3))
  static func keepFreedMemory() {
    #if canImport(Glibc)
      typealias Option = @convention(c) (Int32, Int32) -> Int32
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let setOption = unsafeBitCast(symbol, to: Option.self)
      _ = setOption(-1, trimThreshold)  // M_TRIM_THRESHOLD
      _ = setOption(-3, mapThreshold)  // M_MMAP_THRESHOLD
    #endif
  }

  /// Returns free memory to the kernel, so that the next work must wait for pages.
  static func giveBackFreedMemory() {
    #if canImport(Glibc)
      typealias Trim = @convention(c) (Int) -> Int32
      guard let symbol = dlsym(nil, "malloc_trim") else { return }
      _ = unsafeBitCast(symbol, to: Trim.self)(0)
    #endif
  }

  /// The number of bytes in use according to glibc: the memory of its arenas minus free blocks,
  /// plus separately mapped large blocks. Nil with other C libraries, or if it cannot be read.
  ///
  /// Uses `malloc_info`, not `mallinfo2`: Swift's Glibc has neither, and only the former has the
  /// same parameters on every processor.
  static var bytesInUse: Int? {
    #if canImport(Glibc)
      typealias Information = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      let information = unsafeBitCast(symbol, to: Information.self)
      var buffer: UnsafeMutablePointer<CChar>?
      var count = 0
      guard let stream = open_memstream(&buffer, &count) else { return nil }
      let status = information(0, stream)
      fclose(stream)
      defer { free(buffer) }
      guard status == 0, let buffer else { return nil }
      return bytesInUse(accordingTo: String(cString: buffer))
    #else
      return nil
    #endif
  }

  /// Parses the totals, which follow the last arena.
  private static func bytesInUse(accordingTo description: String) -> Int? {
    guard let sums = description.components(separatedBy: "</heap>").last else { return nil }
    func size(_ element: String, _ type: String) -> Int? {
      let lines = sums.split(separator: "\n")
      guard let line = lines.first(where: { $0.hasPrefix("<\(element) type=\"\(type)\"") }),
        let size = line.components(separatedBy: "size=\"").last?.split(separator: "\"").first
      else { return nil }
      return Int(size)
    }
    guard let system = size("system", "current"), let fast = size("total", "fast"),
      let rest = size("total", "rest"), let mapped = size("total", "mmap")
    else { return nil }
    return system + mapped - fast - rest
  }
}
