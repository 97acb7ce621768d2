import Foundation

/// Reads small text files in the folder of the user's settings.
package enum UserFile {
  /// The file cannot be read, is too large, is not a regular file, or is not UTF-8.
  package struct Unreadable: Error, Equatable {
    /// The error, such as `is not UTF-8 text`; printed after the file's name.
    package var message: String
    package var advice: String
  }

  /// Returns the text of the file at `path`; nil if it does not exist.
  package static func text(at path: String, mostBytes: Int) throws(Unreadable) -> String? {
    // `O_NONBLOCK`: opening a named pipe must not wait for its other end.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Unreadable(
        message: "cannot be read: \(String(cString: strerror(errno)))",
        advice: "check its permissions")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Unreadable(
        message: "is not a file", advice: "replace it with a text file, or remove it")
    }
    var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      guard more != 0 else { break }
      if more > 0 {
        count += more
      } else if errno != EINTR {
        throw Unreadable(
          message: "cannot be read: \(String(cString: strerror(errno)))", advice: "check the disk")
      }
    }
    guard count <= mostBytes else {
      throw Unreadable(
        message: "has more than \(mostBytes >> 10) KB", advice: "make it shorter")
    }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
      throw Unreadable(message: "is not UTF-8 text", advice: "save it as UTF-8")
    }
    return text
  }
}
