import Foundation

/// How much memory this process has asked for and not given back.
enum Heap {
  /// Bytes in use, as glibc counts them: what the system gave to its arenas, less what is free in
  /// them, and the large blocks that are mapped by themselves. Nil elsewhere.
  ///
  /// `malloc_info` and not `mallinfo2`, since Swift's Glibc has neither, and only the former has
  /// parameters that are the same on every processor.
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

  /// Reads the sums, which are below the last arena.
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
