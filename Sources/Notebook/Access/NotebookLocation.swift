import Foundation
package import NotebookFile

package struct NotebookLocation: Sendable, Equatable {
  /// The absolute path of the file, which need not exist.
  package var path: String
  package var origin: Origin
  /// Other notebooks in the same folder that the user may mean; empty unless `origin` is `folder`.
  package var alternatives: [String] = []
  /// Notebooks of other users that were found and skipped.
  package var strangers: [String] = []

  /// The ways to choose a notebook, in order of precedence.
  package enum Origin: Sendable, Equatable {
    /// The caller passed the path, as with `--notebook`.
    case explicit
    /// The environment variable `COMMONPLACE_NOTEBOOK` names the notebook.
    case environment
    case settings
    /// The notebook was found by searching folders, and the user or the superuser owns it.
    case folder
    /// By default, the notebook is `commonplace/notebook.libnotes` in the user's data folder.
    case dataFolder
  }

  /// Returns the notebook to use in `directory`. `configured` is the path in the settings. A
  /// leading `~` is the home directory; relative paths start in `directory`.
  package static func resolve(
    explicit: String?, environment: [String: String], configured: String? = nil, directory: String
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
    if let path = configured.nonEmpty {
      return NotebookLocation(path: absolute(path), origin: .settings)
    }
    var search = NotebookFinder(home: home)
    let found = search.nearest(from: absolute(directory))
    if let path = found.first {
      return NotebookLocation(
        path: path, origin: .folder, alternatives: Array(found.dropFirst()),
        strangers: search.strangers)
    }
    // XDG Base Directory Specification: ignore a relative path.
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return NotebookLocation(
      path: absolute((data ?? home + "/.local/share") + "/commonplace/notebook.libnotes"),
      origin: .dataFolder, strangers: search.strangers)
  }

  /// The error for writes to a notebook that was only found in a folder: the user may mean another
  /// one in the same folder, or another user, such as the superuser, owns the file. Nil if there is
  /// no doubt. Checks the files at each call.
  package var refusal: NotebookError? {
    guard origin == .folder else { return nil }
    let others = alternatives.filter { access($0, F_OK) == 0 }
    if !others.isEmpty { return .ambiguous(paths: [path] + others) }
    var status = stat()
    guard stat(path, &status) == 0, status.st_uid != geteuid() else { return nil }
    return .notWritable(
      path: path,
      reason: "belongs to \(FileRights.name(of: status.st_uid)), and you did not choose it: it "
        + "was found in or above this folder",
      advice: "To change it, choose it with --notebook, COMMONPLACE_NOTEBOOK or your editor's "
        + "settings.")
  }
}

extension String? {
  fileprivate var nonEmpty: String? { flatMap { $0.isEmpty ? nil : $0 } }
}

private struct NotebookFinder {
  let home: String
  var strangers: [String] = []

  init(home: String) { self.home = home }

  /// Returns the notebooks in `directory` or, if it has none, in the nearest folder above that has
  /// one, sorted by name. The search ends at the home directory, or where another file system
  /// begins.
  mutating func nearest(from directory: String) -> [String] {
    let home = FileIdentity(path: home)
    var folder = URL(fileURLWithPath: directory, isDirectory: true)
    var here = FileIdentity(path: folder.path)
    while true {
      let found = notebooks(in: folder.path)
      let parent = folder.deletingLastPathComponent().standardizedFileURL
      let above = FileIdentity(path: parent.path)
      let isEnd =
        parent.path.count >= folder.path.count
        || (here != nil && here?.isSameFile(as: home) == true)
        || (here != nil && here?.device != above?.device)
      if !found.isEmpty || isEnd { return found }
      (folder, here) = (parent, above)
    }
  }

  private mutating func notebooks(in folder: String) -> [String] {
    let names = ((try? SystemCall.names(in: folder)) ?? [])
      .filter { $0.hasSuffix(".libnotes") && !$0.hasPrefix(".") }
    var paths: [String] = []
    for stem in Self.originals(among: names).map({ String($0.dropLast(9)) }).sorted() {
      let name = stem + ".libnotes"
      let path = (folder.hasSuffix("/") ? folder : folder + "/") + name
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      // Checks the owner of a link, too: whoever can create one here could otherwise choose among
      // the user's files.
      let owners = [status.st_uid, (try? SystemCall.status(path))?.st_uid ?? status.st_uid]
      if owners.allSatisfy({ $0 == geteuid() || $0 == 0 }) {
        paths.append(path)
      } else {
        strangers.append(path)
      }
    }
    return paths
  }

  private static func originals(among names: [String]) -> [String] {
    let stems = Set(names.map { String($0.dropLast(9)) })
    return names.filter { name in
      !ConflictCopyName.isCertain(name)
        && !name.indices.contains { index in
          let stem = String(name[..<index])
          return stems.contains(stem) && ConflictCopyName.matches(name, stem: stem)
        }
    }
  }
}
