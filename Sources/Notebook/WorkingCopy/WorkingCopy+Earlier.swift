import Base
import Foundation
package import GRDB
import KeyValueStore
import NotebookFile

/// An earlier state of the notebook that replaced the published file: a user restored a backup, or
/// a sync program an older version. An earlier state has nothing new, so publishing would silently
/// undo the restoration.
extension WorkingCopy {
  private static let mostEarlier = 5

  /// Whether `published` is an earlier state than the one last published or incorporated here: it
  /// has fewer writes or authors, and this copy has all its writes. False if that state is unknown.
  /// Cost: linear in the authors.
  package func isEarlier(_ published: Database) throws -> Bool {
    guard let known = try history.published()?.writeCount else { return false }
    let writeCount = try WriteCount.fetch(published)
    guard writeCount != known, known.mayFollow(writeCount),
      let theirs = try VersionVector.authors(published),
      let ours = try database.readUnlessClosed(VersionVector.authors)
    else { return false }
    return theirs.allSatisfy { $0.value <= ours[$0.key] ?? 0 }
  }

  /// Copies an earlier file to the folder `paths.earlier`, where the last five copies are kept.
  /// Returns the copy's path. A file equal to the last copy is not copied again. Throws `locked` if
  /// the file changes during the copy.
  func keepEarlier(_ file: ForeignFile) throws -> String {
    try SystemCall.makeFolder(paths.earlier)
    // The names begin with the time.
    let names = try SystemCall.names(in: paths.earlier).sorted()
    if let last = names.last.map({ paths.earlier + "/" + $0 }),
      FileManager.default.contentsEqual(atPath: last, andPath: file.path)
    {
      return last
    }
    let name = FileName.fitting("\(Timestamps.compact(Date()))-", paths.name)
    let kept = freePath(paths.earlier + "/" + name)
    try SystemCall.copy(file.path, to: kept)
    guard file.isUnchanged else {
      try SystemCall.unlink(kept)
      throw NotebookError.locked(path: file.path)
    }
    for name in names.dropLast(Self.mostEarlier - 1) {
      try SystemCall.unlink(paths.earlier + "/" + name)
    }
    return kept
  }
}
