import Foundation
import GRDB
import TestSupport
import Testing

@testable import NotebookFile

@Suite struct StateObstacleTests {
  private let root: TemporaryFolder
  private let paths: NotebookPaths

  init() throws {
    root = try TemporaryFolder()
    paths = NotebookPaths(
      path: root.path("book.libnotes"), state: StateFolder(path: root.path("state")))
    try SystemCall.makeFolder(paths.state)
  }

  @Test func nothingIsInTheWayOfFiles() throws {
    for name in ["lock", "notebook.sqlite", "history.sqlite"] {
      try SystemCall.makeFile(paths.state + "/" + name)
    }
    #expect(StateObstacle(paths) == nil)
    #expect(StateObstacle(paths, after: DatabaseError(resultCode: .SQLITE_CORRUPT)) == nil)
    #expect(StateObstacle(paths, after: SystemError(code: EWOULDBLOCK)) == nil)
    #expect(StateObstacle.isGone(paths))
  }

  /// A link to a file is followed; others lead to nothing that can be used.
  @Test func somethingElseThanAFileIsNamed() throws {
    let path = paths.history
    try SystemCall.makeFile(root.path("file"))
    symlink(root.path("file"), path)
    #expect(StateObstacle(paths) == nil)
    for make in [
      { mkdir(path, 0o700) }, { mkfifo(path, 0o600) }, { symlink("history.sqlite", path) },
      { symlink("nowhere", path) },
    ] {
      remove(path)
      #expect(make() == 0)
      let obstacle = try #require(StateObstacle(paths))
      #expect(obstacle.path == path)
      #expect(obstacle.message.contains("history.sqlite is not a file"))
      #expect(obstacle.advice.hasPrefix("Move it to another folder. You can still read notes"))
      #expect(throws: SystemError.self) { try SystemCall.requireFile(path) }
    }
    remove(path)
    try SystemCall.requireFile(path)
  }

  /// Where the disk has room, something else is the cause: a quota, or a failing disk.
  @Test(arguments: [ResultCode.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP])
  func sharedMemoryThatCannotBeMadeIsNamed(code: ResultCode) throws {
    let obstacle = try #require(StateObstacle(paths, after: DatabaseError(resultCode: code)))
    #expect(obstacle.path == paths.state)
    #expect(obstacle.message.contains("its shared-memory file (“-shm”) cannot be created"))
    #expect(obstacle.advice.hasPrefix("Check the disk"))
  }

  /// A folder above those of this program may be everybody's, such as `/home`.
  @Test func noCommandChangesTheOwnerOfAFolderAbove() {
    let above = StateObstacle(
      path: "/home", owner: "root", user: "ann", reason: "Permission denied", kind: .folderAbove,
      code: EACCES)
    #expect(above.advice.hasPrefix("Set XDG_STATE_HOME to a folder that you can write to."))
    #expect(!above.advice.contains("chown"))
  }

  /// The user's folder can be full, too.
  @Test func anotherFullDiskIsNoObstacle() {
    #expect(StateObstacle(paths, after: SystemError(code: ENOSPC)) == nil)
    #expect(StateObstacle(paths, after: DatabaseError(resultCode: .SQLITE_FULL)) == nil)
  }
}
