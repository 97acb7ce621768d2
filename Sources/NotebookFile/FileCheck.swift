import Foundation

package enum FileCheck {
  private static let magic = Array("SQLite format 3\0".utf8)

  /// Checks that an SQLite file in rollback-journal mode is at `path`. Returns its identity.
  ///
  /// SQLite would wait for a pipe, and treat an empty file as an empty database. If there is a
  /// `-wal` file, it would write a `-shm` file, even if it opens the file read-only.
  package static func identity(ofNotebookAt path: String) throws(NotebookError) -> FileIdentity {
    var status = stat()
    guard !path.contains("\0") else { throw .missing(path: path) }
    guard stat(path, &status) == 0 else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR
        ? .missing(path: path) : .unreadable(path: path, reason: NotebookError.reason(code))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_size > 0 else { throw .notHereYet(path: path) }

    let header = try header(of: path)
    guard header.starts(with: magic) else { throw .notSQLite(path: path) }
    guard header.count == 100 else { throw .damaged(path: path) }
    // Bytes 18 and 19: the format versions for writing and reading, 2 meaning WAL
    // (https://www.sqlite.org/fileformat2.html#the_database_header).
    guard header[18] < 2, header[19] < 2, !hasWriteAheadLog(path) else {
      throw .walMode(path: path)
    }
    return FileIdentity(status)
  }

  /// Returns the first hundred bytes, or fewer of a shorter file.
  ///
  /// Closing a file releases all POSIX locks of this process on it, including locks of other
  /// connections. Do not call this for a file that this process is writing in place.
  private static func header(of path: String) throws(NotebookError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path: path, reason: NotebookError.reason(errno)) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw .unreadable(path: path, reason: NotebookError.reason(errno)) }
    return Array(bytes.prefix(count))
  }

  /// Whether there is a `-wal` file next to `path`, or next to the target of its symbolic links.
  package static func hasWriteAheadLog(_ path: String) -> Bool {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return access(path + "-wal", F_OK) == 0 || access(target + "-wal", F_OK) == 0
  }
}
