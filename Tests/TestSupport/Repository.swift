package import Foundation

/// Files of the checkout that tests read.
package enum Repository {
  /// The folder of Package.swift.
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file of the checkout as text; empty, and so failing any test on it, if it is not there.
  package static func text(of path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }
}
