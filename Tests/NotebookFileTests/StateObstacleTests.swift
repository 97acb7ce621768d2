import Foundation
import GRDB
import TestSupport
import Testing

@testable import NotebookFile

@Suite struct StateObstacleTests {
  private let root: TemporaryFolder
  private let place: NotebookPlace

  init() throws {
    root = try TemporaryFolder()
    place = NotebookPlace(
      path: root.path("book.libnotes"), state: StateFolder(path: root.path("state")))
    try SystemCall.makeFolder(place.state)
  }

  @Test func nothingIsInTheWayOfFiles() throws {
    for name in ["lock", "notebook.sqlite", "history.sqlite"] {
      try SystemCall.makeFile(place.state + "/" + name)
    }
    #expect(StateObstacle(place) == nil)
    #expect(StateObstacle(place, after: DatabaseError(resultCode: .SQLITE_CORRUPT)) == nil)
    #expect(StateObstacle(place, after: SystemError(code: EWOULDBLOCK)) == nil)
    #expect(StateObstacle.isGone(place))
  }

  /// A link to a file is followed; others lead to nothing that can be used.
  @Test func somethingElseThanAFileIsNamed() throws {
    let path = place.history
    try SystemCall.makeFile(root.path("file"))
    symlink(root.path("file"), path)
    #expect(StateObstacle(place) == nil)
    for make in [
      { mkdir(path, 0o700) }, { mkfifo(path, 0o600) }, { symlink("history.sqlite", path) },
      { symlink("nowhere", path) },
    ] {
      remove(path)
      #expect(make() == 0)
      let obstacle = try #require(StateObstacle(place))
      #expect(obstacle.path == path)
      #expect(obstacle.message.contains("history.sqlite is not a file"))
      #expect(obstacle.advice.hasPrefix("Move it elsewhere. You can still read notes"))
      #expect(throws: SystemError.self) { try SystemCall.requireFile(path) }
    }
    remove(path)
    try SystemCall.requireFile(path)
  }

  /// Where the disk has room, something else is the cause: a quota, or a failing disk.
  @Test(arguments: [ResultCode.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_SHMMAP])
  func sharedMemoryThatCannotBeMadeIsNamed(code: ResultCode) throws {
    let obstacle = try #require(StateObstacle(place, after: DatabaseError(resultCode: code)))
    #expect(obstacle.path == place.state)
    #expect(obstacle.message.contains("a shared-memory file cannot be created"))
    #expect(obstacle.advice.hasPrefix("Check that disk"))
  }

  /// The user's folder can be full, too.
  @Test func anotherFullDiskIsNoObstacle() {
    #expect(StateObstacle(place, after: SystemError(code: ENOSPC)) == nil)
    #expect(StateObstacle(place, after: DatabaseError(resultCode: .SQLITE_FULL)) == nil)
  }
}
