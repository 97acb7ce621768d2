import Foundation
import NotebookFile
import TestSupport
import Testing

extension Device {
  /// Replaces the index `name` and the files beside it by links, which lead to a file elsewhere or
  /// to none, and checks after `body` that nothing was made or changed there, and that the index is
  /// a file.
  package func replaceIndex(
    _ name: String, leadsToAFile: Bool, _ body: () throws -> Void
  ) throws {
    let elsewhere = folder + "/elsewhere"
    let path = paths.state + "/" + name
    #expect(FileManager.default.fileExists(atPath: path), "there is no such index")
    if leadsToAFile { try Data("mine".utf8).write(to: URL(filePath: elsewhere)) }
    for suffix in ["", "-wal", "-journal", "-shm"] {
      unlink(path + suffix)
      try FileManager.default.createSymbolicLink(
        atPath: path + suffix, withDestinationPath: elsewhere)
    }
    try body()
    let text = try? String(contentsOfFile: elsewhere, encoding: .utf8)
    #expect(text == (leadsToAFile ? "mine" : nil))
    #expect(try (SystemCall.status(path)?.st_mode ?? 0) & S_IFMT == S_IFREG)
  }
}
