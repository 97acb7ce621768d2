internal import Foundation
internal import GRDB
internal import Synchronization

/// A notebook file, opened for reading.
///
/// Reading happens in place and changes nothing: no byte of the file, no file beside it. Each
/// call sees one state of the notebook. Calls may come from any thread and wait for each other.
public final class Notebook: Sendable {
  /// The file, as an absolute path.
  public var path: String { file.path }
  /// What the file was when it was opened.
  public var identity: FileIdentity { file.identity }
  /// Whether a newer version of this program or of the app wrote the file; it can be read, and is
  /// never written.
  public var isNewer: Bool { file.isNewer }
  /// What to tell the user when `isNewer`, otherwise nil.
  public var newerVersionNote: String? {
    isNewer
      ? "\(path) was written by a newer version: it is opened for reading only. Update this program."
      : nil
  }

  private let file: GuardedFile
  /// All notes as of a state of the file.
  private let listed = Mutex<(state: Int64?, notes: [NoteSummary])?>(nil)

  private init(file: GuardedFile) { self.file = file }

  /// Opens the notebook at `path`, which must exist.
  ///
  /// Throws what is wrong with the file, as far as can be told without reading all of it.
  /// Takes up to 0.3 seconds when another program is writing.
  public static func open(at path: String) throws(NotebookError) -> Notebook {
    Notebook(file: try GuardedFile.open(absolutePath(path)))
  }

  /// Whether the path now leads to another file, to a changed one or to none; then open it anew.
  public var isStale: Bool { FileIdentity(path: path) != identity }

  /// Looks at every page of the file, through a connection of its own, so that nobody waits. Throws
  /// `damaged`, or that the file cannot be opened any more; nothing when it was replaced meanwhile.
  ///
  /// Search's index is not compared with the texts. Cost: linear, some 0.5 seconds a gigabyte, at
  /// most 30 seconds of processor time; what is not done then is taken to be whole.
  public func quickCheck() throws(NotebookError) {
    guard !isStale else { return }
    try GuardedFile.open(path).quickCheck()
  }

  /// Runs `body` in one read transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    try file.read(body)
  }

  /// All notes, in the trash or not, newest modified first; read anew only after a change.
  func allNotes(_ db: Database) throws -> [NoteSummary] {
    // Changes when another connection has written (https://www.sqlite.org/pragma.html).
    let state = try Int64.fetchOne(db, sql: "PRAGMA data_version")
    if let listed = listed.withLock({ $0 }), listed.state == state { return listed.notes }
    let notes = try NoteSummary.fetchAll(db)
    listed.withLock { $0 = (state, notes) }
    return notes
  }
}
