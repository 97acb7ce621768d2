import Base
import Foundation

/// The place of a notebook's published file, and of its working copy.
package struct NotebookPlace: Sendable, Equatable {
  /// The file as the user names it: an absolute path, perhaps of a symbolic link.
  package let path: String
  /// The file itself, with all symbolic links resolved. It need not exist.
  package let target: String
  /// The folder of everything that this machine keeps about the notebook. It need not exist.
  package let state: String

  /// Looks where `path` leads. Cost: a few system calls.
  package init(path: String, state: StateFolder) {
    self.path = path
    target = Self.target(of: path)
    let digest = SHA1.digest(Array(target.utf8)).prefix(8).hexadecimal
    let name = URL(fileURLWithPath: target).deletingPathExtension().lastPathComponent
    // A name has at most 255 bytes; of a long one the beginning is enough to recognise it by.
    let stem = String(decoding: name.utf8.prefix(80), as: UTF8.self)
      .replacing("\u{FFFD}", with: "")
    self.state = state.path + "/notebooks/\(stem)-\(digest)"
  }

  /// The folder in which the file is published.
  package var folder: String { URL(fileURLWithPath: target).deletingLastPathComponent().path }

  /// The file's name with its extension.
  package var name: String { URL(fileURLWithPath: target).lastPathComponent }

  /// `name` without `.libnotes`.
  package var stem: String { name.hasSuffix(".libnotes") ? String(name.dropLast(9)) : name }

  /// The path in `folder` under `name`.
  package func sibling(_ name: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  /// The lock of the process that incorporates or publishes.
  package var lock: String { state + "/lock" }

  /// Texts that were replaced, and the last published state.
  package var history: String { state + "/history.sqlite" }

  /// Conflict copies that were taken in.
  package var merged: String { state + "/merged" }

  /// Earlier states of the notebook that were put in the place of the file.
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
