import Testing

@testable import WebServer

@Suite struct LimitsTests {
  /// Files are left for the notebook where a process may open few.
  @Test(arguments: [
    (0, 2), (28, 2), (30, 2), (40, 12), (91, 63), (92, 64), (1024, 64), (Int.max, 64),
  ])
  func connectionsLeaveFilesForPages(files: Int, connections: Int) {
    #expect(Limits().connections(withFiles: files) == connections)
  }
}
