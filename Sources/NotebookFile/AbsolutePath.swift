import Foundation

/// Returns `path` as an absolute path without `.` and `..`. Does not resolve symbolic links or
/// expand `~`. Returns a path that contains NUL unchanged: it cannot name a file, and a URL would
/// cut it there.
package func absolutePath(
  _ path: String, in directory: String = FileManager.default.currentDirectoryPath
) -> String {
  guard !path.contains("\0") else { return path }
  let base = URL(fileURLWithPath: directory, isDirectory: true)
  return URL(fileURLWithPath: path, relativeTo: base).standardizedFileURL.path
}

/// Returns `path` with all symbolic links resolved; nil if it cannot be resolved, for example
/// because there is no file.
package func realPath(_ path: String) -> String? {
  guard !path.contains("\0"), let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// Returns `path` if no file has it; otherwise the first free path from `path-2` to `path-999`.
/// Returns `path` if all exist.
package func freePath(_ path: String) -> String {
  guard access(path, F_OK) == 0 else { return path }
  return (2...999).map { "\(path)-\($0)" }.first { access($0, F_OK) != 0 } ?? path
}
