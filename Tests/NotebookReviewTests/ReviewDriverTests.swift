import NotebookReview
import NotebookTestSupport
import SpacedRepetition
import Testing

/// Sessions of several programs at one notebook.
@Suite struct ReviewDriverTests {
  /// Two programs show the same card, and both answer it.
  @Test(arguments: [(Scheduler.libraryNotes, RemovalReason.notDue), (.fsrs, .answered)])
  func aCardIsRecordedOnce(scheduler: Scheduler, reason: RemovalReason) throws {
    var options = ReviewOptions()
    options.scheduler = scheduler
    let device = try ReviewDevice(notes: ["> A\n"])
    let notebook = device.notebook
    var drivers = try (0..<2).map { _ in
      var driver = ReviewDriver(
        [try device.prompt("A")], options: options, isCram: false)
      try driver.load(from: notebook)
      driver.reveal()
      return driver
    }
    // With FSRS a wrong answer leaves it due today.
    #expect(try drivers[0].answer(.again, in: notebook))
    #expect(drivers[0].removalReason == nil)
    #expect(try drivers[1].answer(.good, in: notebook))
    #expect(drivers[1].removalReason == reason)
    #expect(drivers[1].session.current == nil)
    #expect(drivers[1].session.summary == ReviewSession.Summary())
    #expect(try notebook.reviews.statistics().answers.all == 1)
  }
}
