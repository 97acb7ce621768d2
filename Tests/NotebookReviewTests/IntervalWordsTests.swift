import Testing

@testable import NotebookReview

@Suite struct IntervalWordsTests {
  private static let intervals: [(Double, String)] = [
    (0, "now"), (.nan, "now"), (60, "1 minute"), (600, "10 minutes"), (3_599, "1 hour"),
    (86_399, "1 day"), (5_400, "2 hours"),
    (86_400, "1 day"), (345_600, "4 days"), (5_097_600, "59 days"), (7_776_000, "3 months"),
    (69_120_000, "2.2 years"), (1e300, "100000 years"), (-5, "now"), (.infinity, "now"),
  ]

  @Test(arguments: intervals)
  func intervalsAre(seconds: Double, text: String) {
    #expect(IntervalWords.text(seconds) == text)
  }
}
