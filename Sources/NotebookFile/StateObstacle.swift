import Foundation
import GRDB
import Quoting

/// Why the folder of working copies cannot be used: a folder or file that this user may not use,
/// such as one that belongs to root after a run under `sudo`; a full disk; or shared memory that
/// cannot be created.
package struct StateObstacle: Sendable, Equatable {
  /// The outermost folder or file that cannot be used.
  package var path: String
  package var owner: String
  package var user: String
  package var reason: String

  package var message: String {
    let cause =
      switch kind {
      case .rights where owner != user, .folderAbove where owner != user:
        "\(path) belongs to \(owner)"
      case .rights, .folderAbove, .full: "\(reason): \(path)"
      case .sharedMemory: "its shared-memory file (“-shm”) cannot be created in \(path)"
      case .notAFile: "\(path) is not a file"
      }
    return "This machine's working copy of the notebook cannot be used: \(cause)."
  }

  package var advice: String {
    let remedy =
      switch kind {
      case .full: "Free some space on the disk."
      case .sharedMemory: "Check the disk, and your limits on it (“quota”)."
      case .notAFile: "Move it to another folder."
      case .folderAbove: "Set XDG_STATE_HOME to a folder that you can write to."
      case .rights where code == EROFS: "Set XDG_STATE_HOME to a folder that you can write to."
      case .rights where owner == user: "“chmod -R u+rwX \(path.shellQuoted)” gives you access."
      case .rights: "“sudo chown -R \(user.shellQuoted) \(path.shellQuoted)” gives you access."
      }
    return "\(remedy) You can still read notes; your latest changes may be only in the working "
      + "copy."
  }

  /// `folderAbove` is a folder above the user's state folder, such as `/home`: its owner must not
  /// change.
  enum Kind { case rights, folderAbove, full, sharedMemory, notAFile }

  private(set) var kind: Kind
  let code: Int32
}

extension StateObstacle {
  /// Finds the first folder or file of the working copy at `paths` that cannot be used. Returns nil
  /// if there is none. Cost: a few system calls.
  package init?(_ paths: NotebookPaths) {
    // Folders above need only search permission. This program creates the last three, in a folder
    // that it must be able to write.
    let folders = Self.prefixes(of: paths.state)
    for (index, folder) in folders.enumerated() {
      var (here, next) = (stat(), stat())
      guard stat(folder, &here) == 0, here.st_mode & S_IFMT == S_IFDIR else { return nil }
      let isOurs = index >= folders.count - 3
      let isLast = index + 1 < folders.count && lstat(folders[index + 1], &next) != 0
      if let found = Self(folder, mode: isOurs || isLast ? R_OK | W_OK | X_OK : X_OK) {
        self = found
        // The user's state folder itself may have been created under `sudo`.
        if index < folders.count - 4, kind == .rights { kind = .folderAbove }
        return
      }
    }
    for name in (try? SystemCall.names(in: paths.state)) ?? [] {
      guard name == "lock" || name.hasPrefix("notebook") || name.hasPrefix("history") else {
        continue
      }
      let path = paths.state + "/" + name
      if let found = Self(path, mode: R_OK | W_OK) ?? Self(notAFile: path) {
        self = found
        return
      }
    }
    return nil
  }

  /// Finds the obstacle that caused `error` in the folder of the working copy at `paths`: one that
  /// can be seen in the folder, a full disk, or missing shared memory. Returns nil for other
  /// causes.
  package init?(_ paths: NotebookPaths, after error: any Error) {
    if let found = Self(paths) {
      self = found
    } else if Self.isOfFiles(error), !Room.isThere(in: paths.state) {
      self.init(kind: .full, path: paths.state, code: ENOSPC)
    } else if Self.isOfSharedMemory(error) {
      self.init(kind: .sharedMemory, path: paths.state, code: EIO)
    } else {
      return nil
    }
  }

  /// Whether no obstacle is left: the folder can be used, and its disk has room.
  package static func isGone(_ paths: NotebookPaths) -> Bool {
    Self(paths) == nil && Room.isThere(in: paths.state)
  }

  /// Whether SQLite could not create the memory that processes share, without which it cannot read
  /// a working copy.
  private static func isOfSharedMemory(_ error: any Error) -> Bool {
    [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP]
      .contains((error as? DatabaseError)?.extendedResultCode)
  }

  private static func isOfFiles(_ error: any Error) -> Bool {
    switch error {
    case let error as SystemError: [ENOSPC, EDQUOT].contains(error.code)
    case let error as DatabaseError:
      [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode)
    default: false
    }
  }

  /// Creates the obstacle of something other than a file, or a broken link, at `path`. Returns nil
  /// for a file, or if there is nothing.
  private init?(notAFile path: String) {
    guard (try? SystemCall.requireFile(path)) == nil else { return nil }
    self.init(kind: .notAFile, path: path, code: EINVAL)
  }

  private init(kind: Kind, path: String, code: Int32) {
    (self.kind, self.path, self.code) = (kind, path, code)
    user = Self.name(of: geteuid())
    owner =
      (try? SystemCall.status(path)).flatMap { $0 }.map { Self.name(of: $0.st_uid) } ?? user
    reason = NotebookError.reason(code)
  }

  /// Returns nil unless `path` exists and access by `mode` is denied.
  private init?(_ path: String, mode: Int32) {
    guard (try? SystemCall.status(path)) != nil, access(path, mode) != 0 else { return nil }
    let code = errno
    guard [EACCES, EPERM, EROFS].contains(code) else { return nil }
    self.init(kind: .rights, path: path, code: code)
  }

  /// Returns `/a`, `/a/b` and `/a/b/c` for `/a/b/c`.
  private static func prefixes(of path: String) -> [String] {
    var prefixes: [String] = []
    for part in path.split(separator: "/") { prefixes.append((prefixes.last ?? "") + "/" + part) }
    return prefixes
  }

  private static func name(of user: uid_t) -> String {
    FileRights.accountName(of: user) ?? "\(user)"
  }
}
