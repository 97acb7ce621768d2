package import Foundation

/// A separate folder for one test, removed when the value goes.
package final class TemporaryFolder: Sendable {
  /// The folder's location.
  package let url: URL

  /// Makes an empty folder.
  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "commonplace-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of `name` in the folder.
  package func path(_ name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }

  /// Makes a program in the folder: a script of the shell.
  ///
  /// Another process writes it. A test that starts a process at the same moment would hand it our own
  /// descriptor, and the system starts no file that anyone may still write.
  package func addProgram(_ name: String, _ script: String) throws {
    let draft = path(name + ".draft")
    try "#!/bin/sh\n\(script)\n".write(toFile: draft, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: draft)
    let copy = try Process.run(URL(filePath: "/bin/cp"), arguments: [draft, path(name)])
    copy.waitUntilExit()
    guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    try FileManager.default.removeItem(atPath: draft)
  }
}
