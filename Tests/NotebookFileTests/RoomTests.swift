import Foundation
import TestSupport
import Testing

@testable import NotebookFile

@Suite struct RoomTests {
  @Test func aDiskHasRoomForSoMuch() throws {
    let folder = try TemporaryFolder()
    #expect(Room.isThere(in: folder.path("")))
    #expect(!Room.isThere(in: folder.path(""), for: .max))
    #expect(throws: SystemError(code: ENOSPC)) {
      try Room.require(in: folder.path(""), for: 1 << 60)
    }
  }

  /// What cannot be asked is left to the call that writes.
  @Test func whereTheSystemSaysNothingThereIsRoom() {
    #expect(Room.isThere(in: "/nowhere/at/all", for: .max))
    // A file system without blocks.
    #expect(Room.isThere(in: "/proc", for: .max))
  }
}
