import Foundation

/// One program for all fuzz targets; `COMMONPLACE_FUZZ` names the target. Run by `script/fuzz`,
/// which builds all modules with libFuzzer and AddressSanitizer.
@main struct CommonplaceFuzz {
  static let targets: [String: @Sendable (UnsafeBufferPointer<UInt8>) -> Void] = [
    "parser": fuzzParser, "frames": fuzzFrames, "json": fuzzJSON, "uri": fuzzURI,
    "query": fuzzQuery, "rows": fuzzRows, "keys": fuzzKeys, "escape": fuzzEscaping,
    "import": fuzzImport, "highlights": fuzzHighlights, "list": fuzzList,
    "head": fuzzHead,
  ]

  /// The target of this run. libFuzzer's callback is a C function, which cannot capture a variable.
  static let target = targets[ProcessInfo.processInfo.environment["COMMONPLACE_FUZZ"] ?? ""]

  static func main() {
    guard target != nil else {
      print("set COMMONPLACE_FUZZ to one of: \(targets.keys.sorted().joined(separator: ", "))")
      exit(2)
    }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { start, count in
        CommonplaceFuzz.target?(UnsafeBufferPointer(start: start, count: count))
        return 0
      })
  }
}

/// libFuzzer's loop (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// A folder for this run. It is removed when the run ends without a failure.
let folder: String = {
  let path = NSTemporaryDirectory() + "commonplace-fuzz-\(getpid())"
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  atexit { try? FileManager.default.removeItem(atPath: folder) }
  return path
}()
