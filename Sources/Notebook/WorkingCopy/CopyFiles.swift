internal import NotebookFile
internal import Foundation

/// Another file, or none, has the name of a working copy that is open: no other process will see
/// the writes to it.
struct DisplacedCopy: Error {}

/// The files of an open working copy: the database, its log and the memory that processes share.
///
/// SQLite finds all three by name and goes on writing to files that have lost theirs.
struct CopyFiles: Sendable {
  private let files: [(name: String, identity: FileIdentity)]

  /// The files that have the names of a copy at `path`, which has been opened and read.
  init(path: String) {
    files = ["", "-wal", "-shm"].compactMap { suffix in
      FileIdentity(path: path + suffix).map { (path + suffix, $0) }
    }
  }

  /// Whether each name still leads to its file. Cost: three system calls.
  var areInPlace: Bool { !files.isEmpty && files.allSatisfy(Self.isInPlace) }

  /// Whether that of the database does.
  var isDatabaseInPlace: Bool { files.first.map(Self.isInPlace) ?? false }

  private static func isInPlace(_ name: String, _ identity: FileIdentity) -> Bool {
    FileIdentity(path: name)?.isSameFile(as: identity) == true
  }
}
