import Foundation

/// A real notebook, made by the app, which lies beside the checkout where there is one. Tests read
/// it in place.
package enum LibrarySample {
  /// The path of the sample, if it is there.
  package static let path = Repository.root.deletingLastPathComponent()
    .appending(path: "shared/data/library.libnotes").path(percentEncoded: false)

  /// Whether it is there.
  package static let isThere = FileManager.default.fileExists(atPath: path)

  /// The comment of a skipped test that needs it.
  package static let absence = "there is no sample notebook beside the checkout"
}
