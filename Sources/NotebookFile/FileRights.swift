import CSystem
import Foundation
import Quoting

/// Keeps the permissions of the published file when a new file replaces it.
package enum FileRights {
  /// Checks that this user may write the file at `target`, and may replace it without taking
  /// permissions from other users. Accepts a missing file. `path` is the path that the user gave.
  ///
  /// Throws `notWritable`.
  package static func check(_ target: String, path: String) throws(NotebookError) {
    // A folder that cannot be reached at the moment does not prevent saving.
    guard let status = try? SystemCall.status(target) else { return }
    let (isOwner, word) = (status.st_uid == geteuid(), path.shellQuoted)
    // A file that nobody may write counts as read-only for the superuser, too.
    guard status.st_mode & 0o222 != 0, mayWrite(target) else {
      throw .notWritable(
        path: path, reason: "is read-only",
        advice: isOwner || geteuid() == 0
          ? "“chmod u+w \(word)” makes the file writable."
          : "Ask \(name(of: status.st_uid)) for permission to write the file, or use your own copy."
      )
    }
    let isNobodyElses = isOwner && status.st_gid == getegid()
    guard !isNobodyElses, geteuid() != 0, let reason = obstacle(to: target, status) else { return }
    throw .notWritable(
      path: path, reason: reason,
      advice: isOwner
        ? "“chgrp \"$(id -g)\" \(word)” gives the file to your own group."
        : "Ask \(name(of: status.st_uid)) to move the file to a folder that both of you can write "
          + "to, and to give it to a group that you are both in: “chgrp GROUP \(word) "
          + "&& chmod g+rw \(word)”.")
  }

  /// Copies owner, group, mode, access control list and extended attributes of the file at `path`
  /// to the open new `file`. Where users cannot give files away, the new file keeps its own owner;
  /// it keeps its own group only if the old group had the same permissions as others. After
  /// `check`, the earlier owner still has the same permissions.
  ///
  /// Throws the system's error if anything else cannot be copied.
  package static func copy(from path: String, to file: Int32) throws {
    try SystemCall.withFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) { source in
      let wanted = try SystemCall.status(of: source)
      let given = try SystemCall.status(of: file)
      if (given.st_uid, given.st_gid) != (wanted.st_uid, wanted.st_gid),
        fchown(file, wanted.st_uid, wanted.st_gid) != 0
      {
        _ = fchown(file, .max, wanted.st_gid)
        let kept = try SystemCall.status(of: file)
        let isGroupKept =
          kept.st_gid == wanted.st_gid || wanted.st_mode >> 3 & 6 == wanted.st_mode & 6
        guard kept.st_uid == wanted.st_uid || (kept.st_uid == geteuid() && geteuid() != 0),
          isGroupKept
        else { throw SystemError(code: EPERM) }
      }
      try SystemCall.check { file_copy_attributes(source, file) }
      let mode = wanted.st_mode & 0o7777
      // Does nothing if the mode is already right: on some file systems (FAT), all files have one
      // mode.
      if try SystemCall.status(of: file).st_mode & 0o7777 != mode {
        try SystemCall.check { fchmod(file, mode) }
      }
    }
  }
}

extension FileRights {
  private static func mayWrite(_ path: String) -> Bool {
    if faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 { return true }
    // Publishing reports other reasons, such as a read-only file system.
    return errno != EACCES && errno != EPERM
  }

  /// Returns the reason, as part of a sentence, why a file of this user cannot replace the one at
  /// `path`; nil if it can. The file at `path` has another owner or group.
  private static func obstacle(to path: String, _ status: stat) -> String? {
    let isOthers = status.st_uid != geteuid()
    let owner = name(of: status.st_uid)
    let folder = try? SystemCall.status(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    if isOthers, let folder, folder.st_mode & S_ISVTX != 0, folder.st_uid != geteuid() {
      return "belongs to \(owner), and its folder lets only the owner of a file replace it"
    }
    let rights = (
      owner: status.st_mode >> 6 & 6, group: status.st_mode >> 3 & 6, status.st_mode & 6
    )
    let hasList = file_has_access_list(path) != 0
    let keepsGroup = isMember(of: status.st_gid)
    guard keepsGroup || (rights.group == rights.2 && !hasList) else {
      return isOthers
        ? "belongs to \(owner) and to a group that you are not in"
        : "belongs to a group that you are not in: a save would change the group's permissions"
    }
    guard isOthers else { return nil }
    let left =
      hasList
      ? 0 : keepsGroup && isMember(status.st_uid, of: status.st_gid) ? rights.group : rights.2
    return left & rights.owner == rights.owner
      ? nil : "belongs to \(owner), who would have fewer permissions after a save"
  }

  private static func isMember(of group: gid_t) -> Bool {
    if group == getegid() { return true }
    var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(Int32(clamping: groups.count), &groups)
    return groups.prefix(max(0, Int(count))).contains(group)
  }

  /// Whether a user is in a group; false for a user without an account, or in more than 1,024
  /// groups.
  private static func isMember(_ user: uid_t, of group: gid_t) -> Bool {
    withAccount(of: user) { account in
      #if canImport(Darwin)
        typealias Group = Int32
      #else
        typealias Group = gid_t
      #endif
      guard let account, let name = account.pw_name, let own = Group(exactly: account.pw_gid)
      else { return false }
      var groups = [Group](repeating: 0, count: 1024)
      var count = Int32(clamping: groups.count)
      guard getgrouplist(name, own, &groups, &count) >= 0 else { return false }
      return groups.prefix(Int(count)).contains { UInt32(truncatingIfNeeded: $0) == group }
    }
  }

  package static func name(of user: UInt32) -> String {
    accountName(of: user) ?? "user \(user)"
  }

  static func accountName(of user: UInt32) -> String? {
    withAccount(of: user) { account in (account?.pw_name).map { String(cString: $0) } }
  }

  private static func withAccount<Value>(of user: uid_t, _ body: (passwd?) -> Value) -> Value {
    var account = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return body(nil) }
      return withUnsafeMutablePointer(to: &account) { account in
        getpwuid_r(user, account, start, buffer.count, &found)
        return body(found?.pointee)
      }
    }
  }
}
