import Foundation

/// Reads an SQLite file page by page without SQLite (https://www.sqlite.org/fileformat2.html), so
/// that nothing in it can run, and a damaged page does not hide others.
///
/// The content is not trusted. Each page is taken at most once, as part of a tree or of a long
/// value. So reading the file takes time linear in its size, regardless of what its pages refer to.
package final class PageFile {
  /// The size of a page, in bytes.
  let pageSize: Int
  /// The number of bytes of a page that can hold data.
  let usableSize: Int
  /// The number of pages. Pages are numbered from 1.
  let pageCount: Int
  private let descriptor: Int32
  private var isTaken: [Bool]

  /// Opens the file at `path`, which need not be an SQLite file. Throws if it is not a file, cannot
  /// be read, is empty or is larger than 16 GB.
  package init(path: String) throws(NotebookError) {
    var status = stat()
    guard !path.contains("\0"), stat(path, &status) == 0 else { throw .missing(path: path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_size > 0 else { throw .notHereYet(path: path) }
    // A sparse file can have any size.
    guard status.st_size <= 16 << 30 else {
      throw .unreadable(path: path, reason: "it is larger than 16 GB")
    }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .unreadable(path: path, reason: NotebookError.reason(errno))
    }
    let header = Self.read(descriptor, count: 100, at: 0) ?? []
    let size = header.integer(at: 16, bytes: 2).map { $0 == 1 ? 65536 : $0 } ?? 0
    // If the header was overwritten, SQLite's default is the best guess.
    pageSize = (512...65536).contains(size) && size.nonzeroBitCount == 1 ? size : 4096
    usableSize = pageSize - min(header.integer(at: 20, bytes: 1) ?? 0, pageSize - 480)
    pageCount = (Int(clamping: status.st_size) - 1) / pageSize + 1
    isTaken = Array(repeating: false, count: pageCount + 1)
  }

  deinit { close(descriptor) }

  /// Returns the bytes of a page and marks it as taken; nil if it does not exist, was taken or
  /// cannot be read. A page that is cut off is filled with zeros.
  func take(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= pageCount, !isTaken[number] else { return nil }
    isTaken[number] = true
    guard var bytes = Self.read(descriptor, count: pageSize, at: (number - 1) * pageSize) else {
      return nil
    }
    bytes += Array(repeating: 0, count: pageSize - bytes.count)
    return bytes
  }

  /// Takes the pages that the file lists as free, so that deleted rows are not read from them.
  package func takeFreePages() {
    var trunk = Self.read(descriptor, count: 100, at: 0)?.integer(at: 32, bytes: 4) ?? 0
    while let bytes = take(trunk) {
      let count = min(bytes.integer(at: 4, bytes: 4) ?? 0, usableSize / 4 - 2)
      for index in 0..<max(0, count) {
        _ = bytes.integer(at: 8 + 4 * index, bytes: 4).map(take)
      }
      trunk = bytes.integer(at: 0, bytes: 4) ?? 0
    }
  }

  private static func read(_ descriptor: Int32, count: Int, at offset: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let length = pread(descriptor, &bytes, count, off_t(offset))
    return length < 0 ? nil : Array(bytes.prefix(length))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the big-endian number of 1 to 7 bytes at `offset`; nil if there are fewer bytes.
  func integer(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, self.count - offset >= count else { return nil }
    let start = startIndex + offset
    return self[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }
}
