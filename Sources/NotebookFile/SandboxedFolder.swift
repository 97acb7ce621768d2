import CSystem
package import Foundation

/// A folder for exports, imports and mirrors. Files in it are opened relative to the open folder,
/// name by name, so that symbolic links cannot lead outside. Failures throw `SystemError`.
package final class SandboxedFolder {
  /// Maximum size of a Markdown file, in bytes. Larger files are skipped and reported.
  package static let largestMarkdown = 16 << 20

  package let path: String
  package let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the folder at `path`, which may be a symbolic link.
  package convenience init(path: String) throws {
    guard !path.contains("\0") else { throw SystemError(code: ENOENT) }
    let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    self.init(path: path, descriptor: descriptor)
  }

  package static func make(_ path: String) throws -> SandboxedFolder {
    try SystemCall.makeFolder(path, mode: 0o777)
    return try SandboxedFolder(path: path)
  }

  /// Opens the folder `name` in this one; with `isMade`, creates it if it is missing. Returns nil
  /// if there is none. Throws if something else has the name, such as a link.
  package func folder(_ name: String, isMade: Bool = false) throws -> SandboxedFolder? {
    if isMade, mkdirat(descriptor, name, 0o777) != 0, errno != EEXIST {
      throw SystemError(code: errno)
    }
    let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if inner < 0, errno == ENOENT { return nil }
    guard inner >= 0 else { throw SystemError(code: errno) }
    return SandboxedFolder(path: path + (path.hasSuffix("/") ? "" : "/") + name, descriptor: inner)
  }
}

// MARK: Reading

extension SandboxedFolder {
  package enum Kind { case file, folder, other }

  /// Returns kind, size and date of the file `name`, without following a link; nil if there is
  /// none.
  package func kind(_ name: String) throws -> (kind: Kind, size: Int64, modified: Date)? {
    var status = stat()
    guard !name.contains("\0"), fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      let code = name.contains("\0") ? ENOENT : errno
      if code == ENOENT { return nil }
      throw SystemError(code: code)
    }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    let modified = FileIdentity(status).modified
    return (
      kind, Int64(truncatingIfNeeded: status.st_size),
      Date(timeIntervalSince1970: Double(modified) / 1e9)
    )
  }

  /// Passes each name in the folder to `body`, unordered; nil for a name that is not UTF-8.
  package func forEachName(_ body: (String?) throws -> Void) throws {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw SystemError(code: errno) }
    try SystemCall.forEachName(closing: copy, body)
  }

  /// Returns the names in the folder, sorted by bytes, without those that begin with a dot; and the
  /// number of names that are not UTF-8.
  package func names() throws -> (names: [String], others: Int) {
    var names: [String] = []
    var others = 0
    try forEachName { name in
      guard let name else { return others += 1 }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return (names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, others)
  }

  /// Returns the bytes of the file `name`; nil if there is none. Throws `EFBIG` if it has more than
  /// `most` bytes, `EINVAL` if it is not a regular file.
  package func read(_ name: String, most: Int) throws -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw SystemError(code: errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(most, Int(clamping: status.st_size)) + 1)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(code: errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= most else { throw SystemError(code: EFBIG) }
    }
  }
}

// MARK: Writing

extension SandboxedFolder {
  /// The prefix of the names of our hidden files. Dropbox and Nextcloud ignore these files;
  /// Syncthing does not. A hidden file exists for a moment, or until the next run if the process
  /// was killed or the file contains another program's text.
  package static let hiddenPrefix = ".~commonplace-"
  /// The suffix of the hidden name of a file that may be incomplete.
  package static let partEnding = ".part"

  /// Returns `date` in whole seconds since 1970, rounded down, for a file's time; nil if it is out
  /// of range.
  package static func fileSeconds(of date: Date) -> Int? {
    Int(exactly: date.timeIntervalSince1970.rounded(.down))
  }

  package static func hiddenName() -> String { hiddenPrefix + UUID.random().uuidString }

  /// Writes the file `name` atomically.
  ///
  /// Replaces an existing file only with `isReplaced`; otherwise returns false if the name exists.
  /// Never follows a link. `modified` becomes the file's modification time, in whole seconds.
  package func write(
    _ bytes: [UInt8], to name: String, isReplaced: Bool, modified: Date? = nil
  ) throws -> Bool {
    let temporary = Self.hiddenName() + Self.partEnding
    let file = openat(
      descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw SystemError(code: errno) }
    var isThere = true
    defer { if isThere { unlinkat(descriptor, temporary, 0) } }
    do {
      defer { close(file) }
      try Self.write(bytes, to: file)
      if let seconds = modified.flatMap(Self.fileSeconds) {
        var time = timespec()
        time.tv_sec = seconds
        _ = futimens(file, [time, time])
      }
    }
    if !isReplaced {
      if file_move_at(descriptor, temporary, name) == 0 {
        isThere = false
        return true
      }
      if errno == EEXIST { return false }
      // The file system cannot rename without replacing.
      if linkat(descriptor, temporary, descriptor, name, 0) == 0 { return true }
      if errno == EEXIST { return false }
      // The file system does not have hard links, either. Another program could use the name
      // between these calls.
      if try kind(name) != nil { return false }
    }
    guard renameat(descriptor, temporary, descriptor, name) == 0 else {
      throw SystemError(code: errno)
    }
    isThere = false
    return true
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(code: count < 0 ? errno : ENOSPC) }
      rest = rest.dropFirst(count)
    }
  }
}
