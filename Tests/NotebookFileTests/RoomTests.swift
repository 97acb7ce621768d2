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

  /// Where the system does not say it, the call that writes finds out.
  @Test func whereTheSystemSaysNothingThereIsRoom() {
    #expect(Room.isThere(in: "/nowhere/at/all", for: .max))
    // A file system without blocks.
    #expect(Room.isThere(in: "/proc", for: .max))
  }
}
