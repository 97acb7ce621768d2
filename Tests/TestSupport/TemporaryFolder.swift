package import Foundation

/// A separate folder for one test, removed when the value goes.
package final class TemporaryFolder: Sendable {
  /// The folder's place.
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
}
