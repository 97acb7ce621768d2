import Base
import Foundation

package struct NotebookPaths: Sendable, Equatable {
  /// The absolute path that the user gave, perhaps of a symbolic link.
  package let path: String
  /// The path with all symbolic links resolved. The file need not exist.
  package let target: String
  /// The folder for everything that this machine stores about the notebook. It need not exist.
  package let state: String

  package init(path: String, state: StateFolder) {
    self.path = path
    target = Self.target(of: path)
    let digest = SHA1.digest(Array(target.utf8)).prefix(8).hexadecimal
    let name = URL(fileURLWithPath: target).deletingPathExtension().lastPathComponent
    // File names have at most 255 bytes; the beginning of a long name is enough to recognize it.
    let stem = String(decoding: name.utf8.prefix(80), as: UTF8.self)
      .replacing("\u{FFFD}", with: "")
    self.state = state.path + "/notebooks/\(stem)-\(digest)"
  }

  package var folder: String { URL(fileURLWithPath: target).deletingLastPathComponent().path }

  package var name: String { URL(fileURLWithPath: target).lastPathComponent }

  package var stem: String { name.hasSuffix(".libnotes") ? String(name.dropLast(9)) : name }

  package func sibling(_ name: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  /// The lock file that a process holds, for example while it incorporates or publishes.
  package var lock: String { state + "/lock" }

  package var history: String { state + "/history.sqlite" }

  /// The folder for files that were moved out of the user's folder, such as merged conflict copies.
  package var merged: String { state + "/merged" }

  /// The folder of earlier states of the notebook that replaced the file.
  package var earlier: String { state + "/earlier" }

  private static func target(of path: String, links: Int = 8) -> String {
    if let real = realPath(path) { return real }
    let url = URL(fileURLWithPath: path)
    if links > 0, let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
      let next = absolutePath(link, in: url.deletingLastPathComponent().path)
      return target(of: next, links: links - 1)
    }
    guard let folder = realPath(url.deletingLastPathComponent().path) else { return path }
    return folder + (folder.hasSuffix("/") ? "" : "/") + url.lastPathComponent
  }
}

/// The folder in which a user's `commonplace` stores files that stay on this machine.
package struct StateFolder: Sendable, Equatable {
  /// An absolute path. The folder need not exist; it is created when needed.
  package var path: String

  package init(path: String) { self.path = absolutePath(path) }

  package static var user: StateFolder {
    StateFolder(environment: ProcessInfo.processInfo.environment)
  }

  /// Uses the folder `commonplace` in `XDG_STATE_HOME`; if that is not set or relative, in
  /// `~/.local/state` (XDG Base Directory Specification 0.8).
  package init(environment: [String: String]) {
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(path: (state ?? home + "/.local/state") + "/commonplace")
  }
}
