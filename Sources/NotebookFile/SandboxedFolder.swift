import CSystem
package import Foundation

/// A folder that is exported to, imported from or mirrored. Everything in it is reached from the open
/// folder, name by name, so that no symbolic link leads out of it. All that fails throws `SystemError`.
package final class SandboxedFolder {
  /// The most bytes of a Markdown file that is read. Larger ones are skipped, and reported.
  package static let largestMarkdown = 16 << 20

  /// The folder's path, for messages.
  package let path: String
  package let descriptor: Int32

  private init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the folder at `path`, which may be a link to one.
  package convenience init(path: String) throws {
    guard !path.contains("\0") else { throw SystemError(code: ENOENT) }
    let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    self.init(path: path, descriptor: descriptor)
  }

  /// Opens the folder at `path`, which is made, with those above it, where missing.
  package static func make(_ path: String) throws -> SandboxedFolder {
    try SystemCall.makeFolder(path, mode: 0o777)
    return try SandboxedFolder(path: path)
  }

  /// Opens the folder `name` in it, which is made if `isMade`. Returns nil if there is none. Throws
  /// if something else has the name, a link included.
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
  /// The kind of file under a name.
  package enum Kind { case file, folder, other }

  /// The file under `name`, without following a link. Returns nil if there is none.
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

  /// Hands over each name in it, in no order; nil for one that is no UTF-8. Cost: linear.
  package func forEachName(_ body: (String?) throws -> Void) throws {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw SystemError(code: errno) }
    try SystemCall.forEachName(closing: copy, body)
  }

  /// The names in it, sorted, but for those that begin with a dot or are no UTF-8, which are
  /// counted.
  package func names() throws -> (names: [String], others: Int) {
    var names: [String] = []
    var others = 0
    try forEachName { name in
      guard let name else { return others += 1 }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return (names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, others)
  }

  /// The bytes of the file `name`. Returns nil if there is none. Throws `EFBIG` if it has more than
  /// `most` bytes, `EINVAL` if it is not a file.
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
  /// The beginning of our hidden files' names, which most sync programs leave alone. They are there for
  /// moments, or when a process was killed.
  package static let hiddenPrefix = ".~commonplace-"
  /// The ending of a file's hidden name while it may be half-written.
  package static let partEnding = ".part"

  /// `date` as files have it, in whole seconds; nil for one that no file can have.
  package static func fileSeconds(of date: Date) -> Int? {
    Int(exactly: date.timeIntervalSince1970.rounded(.down))
  }

  /// A hidden name that nothing has.
  package static func hiddenName() -> String { hiddenPrefix + UUID.random().uuidString }

  /// Writes the file `name` in one step: it is there whole or not at all.
  ///
  /// A file that is there is replaced only if `isReplaced`; otherwise false is returned. A link is
  /// never followed. With `modified` that is when the file was last changed, in whole seconds.
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
      // A file system that cannot move so.
      if linkat(descriptor, temporary, descriptor, name, 0) == 0 { return true }
      if errno == EEXIST { return false }
      // Nor does it have hard links. No other program is expected to take the name just now.
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
