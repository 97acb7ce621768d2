import Foundation

/// `path` as an absolute path without `.` and `..`; symbolic links stay. `~` is not expanded.
/// A path with a NUL, which can name no file, is left alone: a URL would end it there.
package func absolutePath(
  _ path: String, in directory: String = FileManager.default.currentDirectoryPath
) -> String {
  guard !path.contains("\0") else { return path }
  let base = URL(fileURLWithPath: directory, isDirectory: true)
  return URL(fileURLWithPath: path, relativeTo: base).standardizedFileURL.path
}

/// `path` with all symbolic links resolved. Returns nil if nothing is there.
package func realPath(_ path: String) -> String? {
  guard !path.contains("\0"), let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// `path`, or with a number after it if something is there already.
package func freePath(_ path: String) -> String {
  guard access(path, F_OK) == 0 else { return path }
  return (2...999).map { "\(path)-\($0)" }.first { access($0, F_OK) != 0 } ?? path
}
