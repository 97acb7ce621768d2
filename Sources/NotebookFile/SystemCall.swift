import CSystem
package import Foundation

package struct SystemError: Error, Equatable {
  /// The `errno`.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  package var reason: String { NotebookError.reason(code) }
}

/// System calls on files, with checked results. All throw `SystemError`.
package enum SystemCall {
  /// Opens a file; the caller closes the descriptor. Retries after interrupts.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws -> Int32 {
    try check { Foundation.open(path, flags | O_CLOEXEC, mode) }
  }

  /// Creates an empty file for its owner only; throws `EEXIST` if there is one. Returns its
  /// identity.
  @discardableResult
  package static func makeFile(_ path: String) throws -> FileIdentity {
    let file = try open(path, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(file) }
    return try identity(of: file)
  }

  package static func synchronize(_ path: String) throws {
    let file = try open(path, O_RDONLY)
    defer { close(file) }
    try synchronize(file)
  }

  /// Flushes a folder's names to disk. Ignores file systems that do not support this.
  package static func synchronizeFolder(_ path: String) throws {
    do {
      try synchronize(path)
    } catch let error as SystemError where [EINVAL, ENOTSUP, ENOSYS].contains(error.code) {}
  }

  package static func withFile<Value>(
    _ path: String, _ flags: Int32, _ body: (Int32) throws -> Value
  ) throws -> Value {
    let file = try open(path, flags)
    defer { close(file) }
    return try body(file)
  }

  /// Returns the bytes of a file; follows a link with `followsLinks`, otherwise throws `ELOOP`.
  /// Throws `EFBIG` if there are more than `most` bytes, and `EINVAL` if it is not a regular file.
  package static func read(
    _ path: String, most: Int, followsLinks: Bool = true
  ) throws -> Data {
    try withFile(path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)) { file in
      guard try status(of: file).st_mode & S_IFMT == S_IFREG else {
        throw SystemError(code: EINVAL)
      }
      var data = Data()
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = try check { Foundation.read(file, &buffer, buffer.count) }
        if count == 0 { return data }
        data.append(contentsOf: buffer[..<count])
        guard data.count <= most else { throw SystemError(code: EFBIG) }
      }
    }
  }

  package static func synchronize(_ file: Int32) throws {
    #if canImport(Darwin)
      // On macOS, fsync only passes data to the drive, which may lose it on a power failure.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    try check { fsync(file) }
  }

  package static func write(_ bytes: [UInt8], at offset: Int, to file: Int32) throws {
    var written = 0
    while written < bytes.count {
      let rest = Array(bytes[written...])
      let fileOffset = off_t(offset + written)
      let count = try check { pwrite(file, rest, rest.count, fileOffset) }
      guard count > 0 else { throw SystemError(code: ENOSPC) }
      written += count
    }
  }

  package static func rename(_ path: String, to other: String) throws {
    try check { Foundation.rename(path, other) }
  }

  /// Gives the file at `path` an additional name; throws `EEXIST` if `other` exists.
  package static func link(_ path: String, _ other: String) throws {
    try check { Foundation.link(path, other) }
  }

  /// Exchanges two files atomically. Returns false if the file system does not support this.
  package static func exchange(_ path: String, _ other: String) throws -> Bool {
    do {
      try check { file_exchange(path, other) }
      return true
    } catch let error as SystemError
      where [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code)
    {
      return false
    }
  }

  /// Gives the empty file at `path` the content of the open `file` by sharing blocks, on Linux file
  /// systems that support it (btrfs, XFS, bcachefs). Otherwise returns false, and does not change
  /// the file.
  package static func clone(_ file: Int32, to path: String) throws -> Bool {
    try withFile(path, O_WRONLY) { to in file_clone(file, to) == 0 }
  }

  /// Removes the file's name `path`. Ignores a missing file.
  package static func unlink(_ path: String) throws {
    do {
      try check { Foundation.unlink(path) }
    } catch let error as SystemError where error.code == ENOENT {}
  }

  /// Removes a symbolic link at `path`, and at the paths of SQLite's files next to it. SQLite would
  /// follow the link, and create or change a file in another folder.
  package static func unlinkLinks(_ path: String) throws {
    for suffix in ["", "-wal", "-journal", "-shm"] {
      guard let status = try status(path + suffix), status.st_mode & S_IFMT == S_IFLNK else {
        continue
      }
      try unlink(path + suffix)
    }
  }

  /// Creates a folder, by default for its owner only, and the folders above it if they are missing.
  package static func makeFolder(_ path: String, mode: UInt32 = 0o700) throws {
    guard !path.contains("\0") else { throw SystemError(code: ENOENT) }
    do {
      try check { mkdir(path, mode_t(truncatingIfNeeded: mode)) }
    } catch let error as SystemError where error.code == EEXIST {
    } catch let error as SystemError where error.code == ENOENT {
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard parent.utf8.count < path.utf8.count else { throw error }
      try makeFolder(parent, mode: mode)
      do {
        try check { mkdir(path, mode_t(truncatingIfNeeded: mode)) }
      } catch let error as SystemError where error.code == EEXIST {
        // Another process created it.
      }
    }
  }

  /// Returns the names in a folder, unordered and without those that are not UTF-8. Returns no
  /// names if there is no folder.
  package static func names(in folder: String) throws -> [String] {
    var names: [String] = []
    do {
      try forEachName(closing: open(folder, O_RDONLY | O_DIRECTORY)) { name in
        if let name { names.append(name) }
      }
    } catch let error as SystemError where [ENOENT, ENOTDIR].contains(error.code) {}
    return names
  }

  /// Passes each name in the open `folder`, except `.` and `..`, to `body`, unordered; nil for a
  /// name that is not UTF-8. Closes the descriptor.
  package static func forEachName(closing folder: Int32, _ body: (String?) throws -> Void) throws {
    guard let stream = fdopendir(folder) else {
      let code = errno
      close(folder)
      throw SystemError(code: code)
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(validatingCString: $0)
        }
      }
      if name != ".", name != ".." { try body(name) }
    }
    guard errno == 0 else { throw SystemError(code: errno) }
  }

  /// Returns the status of the file at `path`, without following a link; nil if there is none, or
  /// the name is too long.
  package static func status(_ path: String) throws -> stat? {
    var status = stat()
    do {
      try check { lstat(path, &status) }
      return status
    } catch let error as SystemError where [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code) {
      return nil
    }
  }

  /// Throws `EINVAL` if `path` is a folder, a pipe or a device, and the system's error if it is a
  /// broken link. Accepts a missing file.
  package static func requireFile(_ path: String) throws {
    guard try status(path) != nil else { return }
    var found = stat()
    try check { stat(path, &found) }
    guard found.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
  }

  static func status(of file: Int32) throws -> stat {
    var status = stat()
    try check { fstat(file, &status) }
    return status
  }

  package static func identity(of file: Int32) throws -> FileIdentity {
    FileIdentity(try status(of: file))
  }

  /// Moves a file, also to another file system, where the copy is on disk before the old file is
  /// removed. There must not be a file at `other`: within a file system it would be replaced.
  package static func move(_ path: String, to other: String) throws {
    do {
      try rename(path, to: other)
    } catch let error as SystemError where error.code == EXDEV {
      try copy(path, to: other)
      try unlink(path)
    }
  }

  /// Copies a file, and flushes the copy to disk. Throws `EEXIST` if there is a file at `other`.
  package static func copy(_ path: String, to other: String) throws {
    let source = try open(path, O_RDONLY)
    defer { close(source) }
    let destination = try open(other, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(destination) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset = 0
    while true {
      let count = try check { pread(source, &buffer, buffer.count, off_t(offset)) }
      guard count > 0 else { break }
      try write(Array(buffer[..<count]), at: offset, to: destination)
      offset += count
    }
    try synchronize(destination)
  }

  /// Repeats a call while signals interrupt it. Throws the call's error if it fails.
  @discardableResult
  static func check<Result: SignedInteger>(_ call: () -> Result) throws -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR { throw SystemError(code: code) }
    }
  }
}
