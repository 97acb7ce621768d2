import Foundation

/// A text that the user passes to a command: a file, or standard input for `-`.
enum TextInput {
  /// Maximum number of bytes of a text, equal to `SandboxedFolder.largestMarkdown`.
  static let limit = 16 << 20

  /// Returns the text at `path`, without a byte order mark. Throws if it cannot be read, is larger
  /// than `limit`, or is not UTF-8.
  static func text(at path: String) throws -> String {
    guard let text = String(validating: try bytes(at: path), as: UTF8.self) else {
      throw CommandFailure(
        .badData, "\(name(of: path)) is not UTF-8 text",
        "save it as UTF-8, for example in your editor")
    }
    return text
  }

  /// Returns the bytes at `path`, which may be invalid UTF-8, without a byte order mark. Throws if
  /// they cannot be read, or are more than `limit`.
  static func bytes(at path: String) throws -> Data {
    let data: Data
    do {
      data =
        path == "-"
        ? try ProgressLine.shared.paused { try read(FileHandle.standardInput) }
        : try read(FileHandle(forReadingFrom: URL(filePath: path)))
    } catch {
      throw CommandFailure(cannotRead: path)
    }
    guard data.count <= limit else {
      throw CommandFailure(
        .badData, "\(name(of: path)) has more than \(limit >> 20) MB",
        "split it into smaller parts")
    }
    return data.starts(with: byteOrderMark) ? Data(data.dropFirst(byteOrderMark.count)) : data
  }

  private static func read(_ file: FileHandle) throws -> Data {
    try file.read(upToCount: limit + 1) ?? Data()
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func name(of path: String) -> String {
    path == "-" ? "standard input" : path
  }
}

extension String {
  var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
  }
}

extension CommandFailure {
  init(cannotRead path: String) {
    var isFolder: ObjCBool = false
    if path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    {
      self.init(.inputOutput, "\(path) is a folder", "give the path of a file")
    } else {
      self.init(
        .inputOutput, "cannot read \(path == "-" ? "standard input" : path)",
        path == "-"
          ? "check where the input comes from"
          : "check that the file exists and that you may read it")
    }
  }
}
