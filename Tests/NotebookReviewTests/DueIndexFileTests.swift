import Foundation
import NotebookTestSupport
import SpacedRepetition
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookReview

/// The file of the index of due cards.
@Suite struct DueIndexFileTests {
  /// A link at its path makes and changes no file elsewhere.
  @Test(arguments: [false, true]) func aLinkIsNotFollowed(leadsToAFile: Bool) throws {
    let review = try ReviewDevice(notes: ["# One\n\n> A\n\n> B\n"])
    try review.answer("A", .again, at: 1)
    #expect(try review.counts(at: 1) == "1 1")
    try review.device.replaceIndex("review.sqlite", leadsToAFile: leadsToAFile) {
      try review.reopen()
      #expect(try review.counts(at: 1) == "1 1")
    }
  }
}
