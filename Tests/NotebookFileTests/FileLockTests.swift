import Foundation
import NotebookFile
import TestSupport
import Testing

@Suite struct FileLockTests {
  /// A process that is being started has copies of all descriptors until its program begins, and so
  /// keeps a lock that is only closed.
  @Test func aReleasedLockIsFreeAtOnce() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    let lock = try FileLock(path: path, patience: .zero)
    let copies = try Self.copies(ofDescriptorsAt: path)
    defer { for copy in copies { close(copy) } }
    #expect(copies.count == 1)
    #expect(throws: SystemError(code: EWOULDBLOCK)) {
      _ = try FileLock(path: path, patience: .zero)
    }
    _ = consume lock
    _ = try FileLock(path: path, patience: .zero)
  }

  /// Copies of this process's descriptors of the file at `path`, as a new process has them.
  private static func copies(ofDescriptorsAt path: String) throws -> [Int32] {
    var wanted = stat()
    try #require(stat(path, &wanted) == 0)
    // Tests that run beside this one have thousands open.
    let limit = min(getdtablesize(), 1 << 18)
    let descriptors = (0..<limit).filter { descriptor in
      var found = stat()
      return fstat(descriptor, &found) == 0 && found.st_dev == wanted.st_dev
        && found.st_ino == wanted.st_ino
    }
    return descriptors.map { dup($0) }
  }
}
