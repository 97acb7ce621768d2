import Testing

@testable import commonplace

@Suite struct VisitEndTests {
  @Test(
    arguments: [
      (false, Duration.zero, true, nil), (false, .seconds(1799), true, nil),
      (false, .seconds(1800), true, .idle), (true, .seconds(1800), true, .interrupted),
      (true, .zero, false, .interrupted), (false, .zero, false, .folderIsGone),
    ] as [(Bool, Duration, Bool, VisitEnd?)])
  func hasAReason(isInterrupted: Bool, idle: Duration, hasFolder: Bool, end: VisitEnd?) {
    #expect(VisitEnd(isInterrupted: isInterrupted, idle: idle, hasFolder: hasFolder) == end)
  }
}
