internal import Foundation

/// The folder where a user's `commonplace` keeps files that belong to this machine.
package struct StateFolder: Sendable, Equatable {
  /// An absolute path. The folder need not exist; it is made when something is kept.
  package var path: String

  /// The folder at `path`.
  package init(path: String) { self.path = absolutePath(path) }

  /// The folder that the process's environment names.
  package static var user: StateFolder {
    StateFolder(environment: ProcessInfo.processInfo.environment)
  }

  /// `commonplace` in `XDG_STATE_HOME`, which a relative path does not name, or in
  /// `~/.local/state` (XDG Base Directory Specification 0.8).
  package init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(path: (state ?? home + "/.local/state") + "/commonplace")
  }
}
