internal import Foundation
internal import GRDB
internal import Synchronization

/// A notebook file, opened for reading.
///
/// Reading happens in place and changes nothing: no byte of the file, no file beside it. Each
/// call sees one state of the notebook. Calls may come from any thread and wait for each other.
public final class Notebook: Sendable {
  /// The file, as an absolute path.
  public let path: String
  /// What the file was when it was opened.
  public let identity: FileIdentity

  private let database: DatabaseQueue
  /// All notes as of a state of the file.
  private let listed = Mutex<(state: Int64?, notes: [NoteSummary])?>(nil)

  private init(path: String, identity: FileIdentity, database: DatabaseQueue) {
    self.path = path
    self.identity = identity
    self.database = database
  }

  /// Opens the notebook at `path`, which must exist.
  ///
  /// Throws what is wrong with the file, as far as can be told without reading all of it.
  /// Takes up to 0.3 seconds when another program is writing.
  public static func open(at path: String) throws(NotebookError) -> Notebook {
    let path = absolutePath(path)
    let identity = try FileCheck.identity(ofNotebookAt: path)
    do {
      let database = try DatabaseQueue(path: path, configuration: readingConfiguration)
      try database.read { db in try SchemaCheck(path: path, db: db).run() }
      return Notebook(path: path, identity: identity, database: database)
    } catch {
      throw NotebookError(reading: path, error)
    }
  }

  /// Whether the path now leads to another file, to a changed one or to none; then open it anew.
  public var isStale: Bool { FileIdentity(path: path) != identity }

  /// Runs `body` in one read transaction.
  func read<Value>(_ body: (Database) throws -> Value) throws(NotebookError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw NotebookError(reading: path, error)
    }
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

  private static var readingConfiguration: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(0.3)
    configuration.prepareDatabase { db in
      // The file may come from a stranger: it must not make SQL run that we did not write.
      try db.execute(
        sql: """
          PRAGMA query_only = ON;
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON
          """)
    }
    return configuration
  }
}
