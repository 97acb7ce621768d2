import Foundation
import GRDB
import Quoting

/// Something in the folder of working copies that this user may not use: after a run under `sudo`,
/// for example, a folder that belongs to root.
package struct StateObstacle: Sendable, Equatable {
  /// The outermost folder or file that cannot be used.
  package var path: String
  /// The name, or else the number, of its owner.
  package var owner: String
  /// The name, or else the number, of the user of this process.
  package var user: String
  /// The cause in the system's words.
  package var reason: String

  /// The problem: one sentence.
  package var message: String {
    let cause =
      switch kind {
      case .rights where owner != user: "\(path) belongs to \(owner)"
      case .rights, .full: "\(reason): \(path)"
      case .sharedMemory: "a file that processes share could not be made in \(path)"
      case .notAFile: "\(path) is not a file"
      }
    return "This machine's working copy of the notebook cannot be used: \(cause)."
  }

  /// The remedy.
  package var advice: String {
    let remedy =
      switch kind {
      case .full: "Make space there."
      case .sharedMemory: "Check that disk, and whether you may have more on it."
      case .notAFile: "Move it elsewhere."
      case .rights where code == EROFS: "Set XDG_STATE_HOME to a folder that can be written."
      case .rights where owner == user: "“chmod -R u+rwX \(path.shellQuoted)” mends it."
      case .rights: "“sudo chown -R \(user.shellQuoted) \(path.shellQuoted)” mends it."
      }
    return "\(remedy) Notes can be read meanwhile; your latest changes may be only in that folder."
  }

  private enum Kind { case rights, full, sharedMemory, notAFile }

  private let kind: Kind
  private let code: Int32
}

extension StateObstacle {
  /// The first obstacle on the way to the working copy at `place`. Returns nil if there is none.
  /// Cost: a few system calls.
  package init?(_ place: NotebookPlace) {
    // Folders above need only let us through; the last three are made by this program, in one that
    // can be written.
    let folders = Self.prefixes(of: place.state)
    for (index, folder) in folders.enumerated() {
      var (here, next) = (stat(), stat())
      guard stat(folder, &here) == 0, here.st_mode & S_IFMT == S_IFDIR else { return nil }
      let isOurs = index >= folders.count - 3
      let isLast = index + 1 < folders.count && lstat(folders[index + 1], &next) != 0
      if let found = Self(folder, mode: isOurs || isLast ? R_OK | W_OK | X_OK : X_OK) {
        self = found
        return
      }
    }
    for name in (try? SystemCall.names(in: place.state)) ?? [] {
      guard name == "lock" || name.hasPrefix("notebook") || name.hasPrefix("history") else {
        continue
      }
      let path = place.state + "/" + name
      if let found = Self(path, mode: R_OK | W_OK) ?? Self(notAFile: path) {
        self = found
        return
      }
    }
    return nil
  }

  /// The obstacle that `error` met in the folder of the working copy at `place`: one of those above, or a disk
  /// without room. Returns nil for errors that have other causes.
  package init?(_ place: NotebookPlace, after error: any Error) {
    if let found = Self(place) {
      self = found
    } else if Self.isOfFiles(error), !Room.isThere(in: place.state) {
      self.init(kind: .full, path: place.state, code: ENOSPC)
    } else if Self.isOfSharedMemory(error) {
      self.init(kind: .sharedMemory, path: place.state, code: EIO)
    } else {
      return nil
    }
  }

  /// Whether nothing is in the way any more.
  package static func isGone(_ place: NotebookPlace) -> Bool {
    Self(place) == nil && Room.isThere(in: place.state)
  }

  /// Whether the memory that processes share could not be made, without which SQLite cannot read a working copy.
  private static func isOfSharedMemory(_ error: any Error) -> Bool {
    [.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP]
      .contains((error as? DatabaseError)?.extendedResultCode)
  }

  /// Whether a call failed that takes room.
  private static func isOfFiles(_ error: any Error) -> Bool {
    switch error {
    case let error as SystemError: [ENOSPC, EDQUOT].contains(error.code)
    case let error as DatabaseError:
      [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(error.resultCode)
    default: false
    }
  }

  /// Something else than a file at `path`, or a link that leads to no file.
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

  /// Whether `path` is there and may not be used in the way of `mode`.
  private init?(_ path: String, mode: Int32) {
    guard (try? SystemCall.status(path)) != nil, access(path, mode) != 0 else { return nil }
    let code = errno
    guard [EACCES, EPERM, EROFS].contains(code) else { return nil }
    self.init(kind: .rights, path: path, code: code)
  }

  /// `/a`, `/a/b` and `/a/b/c` of `/a/b/c`.
  private static func prefixes(of path: String) -> [String] {
    var prefixes: [String] = []
    for part in path.split(separator: "/") { prefixes.append((prefixes.last ?? "") + "/" + part) }
    return prefixes
  }

  private static func name(of user: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var names = [CChar](repeating: 0, count: 4096)
    return names.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress,
        getpwuid_r(user, &entry, start, buffer.count, &found) == 0,
        let name = found?.pointee.pw_name as UnsafeMutablePointer<CChar>?
      else { return "\(user)" }
      return String(cString: name)
    }
  }
}
