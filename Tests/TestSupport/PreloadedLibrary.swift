import Foundation

/// A library that replaces system calls, by `LD_PRELOAD`.
package enum PreloadedLibrary {
  /// The library that is built of `script/NAME.c`; nil without a C compiler or `LD_PRELOAD`.
  package static func path(of name: String) -> String? {
    #if os(Linux)
      let path = NSTemporaryDirectory() + "commonplace-\(name)-\(getpid()).so"
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      compiler.arguments = [
        "cc", "-O2", "-shared", "-fPIC", "-o", path,
        Repository.root.appending(path: "script/\(name).c").path(percentEncoded: false), "-ldl",
      ]
      compiler.standardError = FileHandle.nullDevice
      guard (try? compiler.run()) != nil else { return nil }
      compiler.waitUntilExit()
      return compiler.terminationStatus == 0 ? path : nil
    #else
      return nil
    #endif
  }
}
