import Foundation
import NotebookFile

extension WorkingCopy {
  /// The time that a save waits for a file that is being replaced, in milliseconds.
  private static let patience = 500

  /// The reason why nothing is written though the file's place is free: it was there, and was
  /// moved, renamed or deleted. Its owner knows where it is now; a new one at the old place would
  /// be a second notebook. Nil if the file is there, or never was, or its folder is away, as a
  /// drive is.
  func absence() throws -> NotebookError? {
    guard try SystemCall.status(place.target) == nil else { return nil }
    guard let last = try history.published()?.identity, FileIdentity(path: place.folder) != nil
    else { return nil }
    return .gone(path: place.path, now: place.name(of: last))
  }

  /// Throws `gone`, once the file has been missing for a while.
  func refuseAbsence() throws {
    guard try absence() != nil else { return }
    for _ in 0..<(Self.patience / 25) {
      usleep(25_000)
      guard try absence() != nil else { return }
    }
    if let absence = try absence() { throw absence }
  }
}

extension NotebookPlace {
  /// The path in the same folder at which a file is that was at this place; nil if there is none.
  func name(of file: FileIdentity) -> String? {
    let names = (try? SystemCall.names(in: folder)) ?? []
    return names.sorted().map(sibling).first {
      FileIdentity(path: $0)?.isSameFile(as: file) == true
    }
  }
}
