internal import Foundation

/// Which notebook to use, and why that one.
public struct NotebookLocation: Sendable, Equatable {
  /// The file, as an absolute path. It need not exist.
  public var path: String
  /// What decided.
  public var origin: Origin
  /// Other notebooks in the same folder that were passed over; empty unless `origin` is `folder`.
  public var alternatives: [String] = []

  /// What can decide which notebook is used, the first that applies.
  public enum Origin: Sendable, Equatable {
    /// The path was given, as by `--notebook`.
    case explicit
    /// The environment variable `COMMONPLACE_NOTEBOOK`.
    case environment
    /// A notebook in the working directory or above it.
    case folder
    /// The default: `commonplace/notebook.libnotes` in the user's data folder.
    case dataFolder
  }

  /// Decides which notebook someone in `directory` means. A leading `~` is the home directory;
  /// relative paths start in `directory`.
  public static func resolve(
    explicit: String?, environment: [String: String], directory: String
  ) -> NotebookLocation {
    let home = environment["HOME"].nonEmpty ?? NSHomeDirectory()
    func absolute(_ path: String) -> String {
      let isInHome = path == "~" || path.hasPrefix("~/")
      return absolutePath(isInHome ? home + path.dropFirst() : path, in: directory)
    }
    if let path = explicit.nonEmpty {
      return NotebookLocation(path: absolute(path), origin: .explicit)
    }
    if let path = environment["COMMONPLACE_NOTEBOOK"].nonEmpty {
      return NotebookLocation(path: absolute(path), origin: .environment)
    }
    let found = NotebookFolder.nearest(from: absolute(directory))
    if let path = found.first {
      return NotebookLocation(
        path: path, origin: .folder, alternatives: Array(found.dropFirst()))
    }
    // The XDG Base Directory Specification: a relative path is to be ignored.
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return NotebookLocation(
      path: absolute((data ?? home + "/.local/share") + "/commonplace/notebook.libnotes"),
      origin: .dataFolder)
  }
}

extension String? {
  /// The text, or nil when it is empty.
  fileprivate var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}

/// Looks for notebooks in folders.
private enum NotebookFolder {
  /// The notebooks in `directory`, or else in the nearest folder above that has one, by name.
  static func nearest(from directory: String) -> [String] {
    var folder = URL(fileURLWithPath: directory, isDirectory: true)
    while true {
      let found = notebooks(in: folder.path)
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      if !found.isEmpty || parent.path.count >= folder.path.count { return found }
      folder = parent
    }
  }

  private static func notebooks(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter(isNotebook).sorted()
      .map { folder.hasSuffix("/") ? folder + $0 : folder + "/" + $0 }
      .filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }
  }

  /// Copies that sync programs make of a conflict (Dropbox, Nextcloud, Syncthing) are not meant.
  private static func isNotebook(_ name: String) -> Bool {
    name.hasSuffix(".libnotes") && !name.hasPrefix(".")
      && !name.lowercased().contains("conflicted copy") && !name.contains(".sync-conflict-")
  }
}
