internal import Foundation

/// A new file on its way to its place: written beside it under a temporary name, brought to disk,
/// then given its name in one step that never replaces another file.
struct Publication {
  /// Where the file is to appear.
  let path: String
  /// Where to write it: an empty file, hidden, readable by its owner only.
  let temporaryPath: String

  /// Makes the folders above `path` and the temporary file.
  ///
  /// Throws `alreadyExists` when something is at `path`, otherwise what the system says.
  init(to path: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    temporaryPath = folder.path + "/.\(url.lastPathComponent).tmp-\(UUID.random().uuidString)"
    var status = stat()
    guard lstat(path, &status) != 0 else { throw NotebookError.alreadyExists(path: path) }
    try Self.makeFolder(folder)
    close(try Self.check(open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)))
  }

  /// Gives the file its name. Throws `alreadyExists` when something took the name meanwhile.
  func publish() throws {
    try Self.synchronize(temporaryPath)
    if link(temporaryPath, path) != 0 {
      guard errno != EEXIST else { throw NotebookError.alreadyExists(path: path) }
      try publishWithoutLinks()
    }
    discard()
    // Not every file system lets a folder be synchronized; the file has its name all the same.
    try? Self.synchronize(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  /// For file systems without hard links (FAT, some network drives): the name is taken by an empty
  /// file of ours, which the real one then replaces.
  func publishWithoutLinks() throws {
    let placeholder = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard placeholder >= 0 || errno != EEXIST else {
      throw NotebookError.alreadyExists(path: path)
    }
    close(try Self.check(placeholder))
    do {
      _ = try Self.check(rename(temporaryPath, path))
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Removes what is left of the temporary file.
  func discard() {
    unlink(temporaryPath)
    unlink(temporaryPath + "-journal")
  }

  /// Makes `folder` and those above it, where missing.
  private static func makeFolder(_ folder: URL) throws {
    var code = mkdir(folder.path, 0o777) == 0 ? 0 : errno
    let parent = folder.deletingLastPathComponent()
    if code == ENOENT, parent.path.count < folder.path.count {
      try makeFolder(parent)
      code = mkdir(folder.path, 0o777) == 0 ? 0 : errno
    }
    guard code == 0 || code == EEXIST else {
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
  }

  private static func synchronize(_ path: String) throws {
    let file = try check(open(path, O_RDONLY | O_CLOEXEC))
    defer { close(file) }
    _ = try check(fsync(file))
  }

  /// Throws the system's error when a call answered -1.
  private static func check(_ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return result
  }
}
