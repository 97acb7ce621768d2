import Foundation

/// Programs that may be installed.
enum Program {
  /// The absolute path of `name` in the folders of `path`; nil if it is in none.
  static func path(of name: String, in path: String?) -> String? {
    (path?.split(separator: ":") ?? []).lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
