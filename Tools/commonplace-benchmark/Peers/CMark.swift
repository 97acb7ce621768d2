import Base
import Foundation

/// CommonMark's reference parser, from the system's library if it is installed. The library is
/// loaded at run time, so the build does not need it.
final class CMark {
  private typealias Parse = @convention(c) (UnsafeRawPointer?, Int, Int32) -> OpaquePointer?
  private typealias Free = @convention(c) (OpaquePointer?) -> Void
  private typealias Version = @convention(c) () -> UnsafePointer<CChar>?

  private static let libraries = [
    "libcmark.so", "libcmark.so.0.30.2", "libcmark.so.0.31.1", "libcmark.dylib",
    "/opt/homebrew/lib/libcmark.dylib",
  ]

  let name: String
  private let parse: Parse
  private let free: Free

  init?() {
    guard let library = Self.libraries.firstNonNil({ dlopen($0, RTLD_NOW) }),
      let parse = dlsym(library, "cmark_parse_document"),
      let free = dlsym(library, "cmark_node_free"),
      let version = dlsym(library, "cmark_version_string")
    else { return nil }
    self.parse = unsafeBitCast(parse, to: Parse.self)
    self.free = unsafeBitCast(free, to: Free.self)
    let string = unsafeBitCast(version, to: Version.self)()
    name = "cmark \(string.map { String(cString: $0) } ?? "")"
  }

  /// Returns the time for creating a tree of `text`, in nanoseconds. Releasing the tree is not
  /// counted.
  func timeParsing(_ text: [UInt8]) -> UInt64 {
    text.withUnsafeBytes { bytes in
      var tree: OpaquePointer?
      let time = Stopwatch.time { tree = parse(bytes.baseAddress, bytes.count, 0) }
      free(tree)
      return time
    }
  }
}
