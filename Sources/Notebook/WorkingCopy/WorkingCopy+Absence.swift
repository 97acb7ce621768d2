import Foundation
import NotebookFile

extension WorkingCopy {
  /// The time that a save waits for a file that is being replaced, in milliseconds.
  private static let patience = 500

  /// Returns `gone` if the file was moved, renamed or deleted: a new file at its old path would be
  /// a second notebook. Returns nil if the file is there, its folder is missing, as on a removed
  /// drive, or history records no published file.
  func absence() throws -> NotebookError? {
    guard try SystemCall.status(paths.target) == nil else { return nil }
    guard let last = try history.published()?.identity, FileIdentity(path: paths.folder) != nil
    else { return nil }
    return .gone(path: paths.path, now: paths.name(of: last))
  }

  /// Throws `gone` if the file stays missing for half a second.
  func refuseAbsence() throws {
    guard try absence() != nil else { return }
    for _ in 0..<(Self.patience / 25) {
      usleep(25_000)
      guard try absence() != nil else { return }
    }
    if let absence = try absence() { throw absence }
  }
}

extension NotebookPaths {
  /// Returns the path that `file` has now in the notebook's folder; nil if the folder does not
  /// contain it.
  func name(of file: FileIdentity) -> String? {
    let names = (try? SystemCall.names(in: folder)) ?? []
    return names.sorted().map(sibling).first {
      FileIdentity(path: $0)?.isSameFile(as: file) == true
    }
  }
}
