internal import Foundation
internal import Quoting

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
    owner == user
      ? "This machine's working copy of the notebook cannot be used: \(reason): \(path)."
      : "This machine's working copy of the notebook cannot be used: \(path) belongs to \(owner)."
  }

  /// The remedy.
  package var advice: String {
    let remedy =
      if code == EROFS {
        "Set XDG_STATE_HOME to a folder that can be written."
      } else if code == ENOSPC {
        "Make space there: your latest changes may be only in that folder."
      } else if owner == user {
        "“chmod -R u+rwX \(path.shellQuoted)” mends it."
      } else {
        "“sudo chown -R \(user.shellQuoted) \(path.shellQuoted)” mends it."
      }
    return "Nothing was written; only the file itself can be read. \(remedy)"
  }

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
      if let found = Self(place.state + "/" + name, mode: R_OK | W_OK) {
        self = found
        return
      }
    }
    return nil
  }

  /// A file system without space for the memory that SQLite shares between processes, without which
  /// a working copy cannot be read. Returns nil if there is space.
  package init?(full place: NotebookPlace) {
    var status = statvfs()
    guard statvfs(place.state, &status) == 0 else { return nil }
    let (free, _) = UInt64(clamping: status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(clamping: status.f_frsize))
    guard free < 1 << 16 else { return nil }
    (path, code) = (place.state, ENOSPC)
    user = Self.name(of: geteuid())
    (owner, reason) = (user, NotebookError.reason(code))
  }

  /// Whether `path` is there and may not be used in the way of `mode`.
  private init?(_ path: String, mode: Int32) {
    guard let status = try? SystemCall.status(path), access(path, mode) != 0 else { return nil }
    code = errno
    guard [EACCES, EPERM, EROFS].contains(code) else { return nil }
    self.path = path
    owner = Self.name(of: status.st_uid)
    user = Self.name(of: geteuid())
    reason = NotebookError.reason(code)
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
