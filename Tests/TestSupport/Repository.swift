public import Foundation

/// Places in the checkout that tests read.
public enum Repository {
  /// The folder of Package.swift.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file of the checkout as text; empty, and so failing any test on it, if it is not there.
  public static func text(of path: String) -> String {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
  }
}
