import CSystem
package import Foundation

/// A system call that failed.
package struct SystemError: Error, Equatable {
  /// The `errno` it left.
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The system's message.
  package var reason: String { NotebookError.reason(code) }
}

/// The system calls that take paths, each checked. All of them throw `SystemError`.
package enum SystemCall {
  /// Opens a file; the caller closes the descriptor. An interrupted call is made again.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws -> Int32 {
    try check { Foundation.open(path, flags | O_CLOEXEC, mode) }
  }

  /// Makes an empty file for its owner only, where none is. Returns its identity.
  @discardableResult
  package static func makeFile(_ path: String) throws -> FileIdentity {
    let file = try open(path, O_WRONLY | O_CREAT | O_EXCL)
    defer { close(file) }
    return try identity(of: file)
  }

  /// Brings a file's content or a folder's names to disk.
  package static func synchronize(_ path: String) throws {
    let file = try open(path, O_RDONLY)
    defer { close(file) }
    try synchronize(file)
  }

  /// Like `synchronize`, for a folder: that some file systems cannot is no error.
  package static func synchronizeFolder(_ path: String) throws {
    do {
      try synchronize(path)
    } catch let error as SystemError where [EINVAL, ENOTSUP, ENOSYS].contains(error.code) {}
  }

  /// Opens a file, lets `body` work on it, and closes it.
  package static func withFile<Value>(
    _ path: String, _ flags: Int32, _ body: (Int32) throws -> Value
  ) throws -> Value {
    let file = try open(path, flags)
    defer { close(file) }
    return try body(file)
  }

  /// The bytes of a file; over a link, too, if `followsLinks`. Throws `EFBIG` if it has more than `most`,
  /// `EINVAL` if it is not a regular file, and `ELOOP` for a link that is not followed.
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

  /// Brings the writes to an open file to disk.
  package static func synchronize(_ file: Int32) throws {
    #if canImport(Darwin)
      // There fsync only hands it to the drive, which may lose it with the power.
      if fcntl(file, F_FULLFSYNC) == 0 { return }
    #endif
    try check { fsync(file) }
  }

  /// Writes all of `bytes` at `offset`.
  package static func write(_ bytes: [UInt8], at offset: Int, to file: Int32) throws {
    var written = 0
    while written < bytes.count {
      let rest = Array(bytes[written...])
      let place = off_t(offset + written)
      let count = try check { pwrite(file, rest, rest.count, place) }
      guard count > 0 else { throw SystemError(code: ENOSPC) }
      written += count
    }
  }

  package static func rename(_ path: String, to other: String) throws {
    try check { Foundation.rename(path, other) }
  }

  /// Gives the file at `path` another name, which must be free.
  package static func link(_ path: String, _ other: String) throws {
    try check { Foundation.link(path, other) }
  }

  /// Lets two files change places. False where the file system cannot do it.
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

  /// Gives the empty file at `path` the content of the open `file`, where the file system can have both
  /// share it (btrfs, XFS, bcachefs). Returns false where it cannot; then the file is as it was.
  package static func clone(_ file: Int32, to path: String) throws -> Bool {
    try withFile(path, O_WRONLY) { to in file_clone(file, to) == 0 }
  }

  /// Removes a name; a missing name is no error.
  package static func unlink(_ path: String) throws {
    do {
      try check { Foundation.unlink(path) }
    } catch let error as SystemError where error.code == ENOENT {}
  }

  /// Removes a symbolic link at `path`, or in the place of a file that SQLite keeps beside it. SQLite would
  /// follow it, and make or change a file elsewhere.
  package static func unlinkLinks(_ path: String) throws {
    for suffix in ["", "-wal", "-journal", "-shm"] {
      guard let status = try status(path + suffix), status.st_mode & S_IFMT == S_IFLNK else {
        continue
      }
      try unlink(path + suffix)
    }
  }

  /// Makes a folder, by default for its owner only, and those above it where missing.
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
        // Another process made it meanwhile.
      }
    }
  }

  /// The names in a folder, in no order; none when there is no such folder. Those that are no UTF-8 are
  /// left out.
  package static func names(in folder: String) throws -> [String] {
    var names: [String] = []
    do {
      try forEachName(closing: open(folder, O_RDONLY | O_DIRECTORY)) { name in
        if let name { names.append(name) }
      }
    } catch let error as SystemError where [ENOENT, ENOTDIR].contains(error.code) {}
    return names
  }

  /// Hands over each name in the open `folder` but `.` and `..`, in no order; nil for one that is no
  /// UTF-8. Then the descriptor is closed. Cost: linear.
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

  /// The system's record of the file at `path` without following a link. Returns nil if there is
  /// none, also when no file can have such a name.
  package static func status(_ path: String) throws -> stat? {
    var status = stat()
    do {
      try check { lstat(path, &status) }
      return status
    } catch let error as SystemError where [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.code) {
      return nil
    }
  }

  /// Throws `EINVAL` if a folder, a pipe or a device is at `path`, and the system's error if a link there leads
  /// nowhere. That nothing is there is no error.
  package static func requireFile(_ path: String) throws {
    guard try status(path) != nil else { return }
    var found = stat()
    try check { stat(path, &found) }
    guard found.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
  }

  /// The system's record of the open file.
  static func status(of file: Int32) throws -> stat {
    var status = stat()
    try check { fstat(file, &status) }
    return status
  }

  /// The identity of the open file.
  package static func identity(of file: Int32) throws -> FileIdentity {
    FileIdentity(try status(of: file))
  }

  /// Gives a file a new place, also in another file system; there it is on disk before the old one
  /// goes. The new place must be free.
  package static func move(_ path: String, to other: String) throws {
    do {
      try rename(path, to: other)
    } catch let error as SystemError where error.code == EXDEV {
      try copy(path, to: other)
      try unlink(path)
    }
  }

  /// Copies a file to a place that must be free, and to disk.
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

  /// Makes a call again as long as signals interrupt it. Throws its error when it fails.
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
