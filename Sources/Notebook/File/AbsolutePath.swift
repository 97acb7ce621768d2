internal import Foundation

/// `path` as an absolute path without `.` and `..`; symbolic links stay. `~` is not expanded.
func absolutePath(
  _ path: String, in directory: String = FileManager.default.currentDirectoryPath
) -> String {
  let base = URL(fileURLWithPath: directory, isDirectory: true)
  return URL(fileURLWithPath: path, relativeTo: base).standardizedFileURL.path
}
