internal import NotebookFile
internal import Notebook
internal import Foundation
internal import GRDB

extension WorkingCopy {
  /// In how many keys this copy has other values than the published file has as the same versions.
  func differences() throws -> Int {
    let file = try GuardedFile.open(place.target)
    defer { try? file.queue.close() }
    let reader = try reader()
    defer { try? reader.close() }
    let budget = UInt32(clamping: 10_000 + file.identity.size >> 12)
    return try file.read(milliseconds: budget) { published in
      try reader.read { copy in try DifferingVersions.keys(published, copy).count }
    }
  }
}
