import Base
import Dispatch
import Foundation
import NotebookReview
import NotebookSearch
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile

/// Work that a person asked for does not wait for work that no user asked for.
@Suite struct BackgroundReadingTests {
  /// Runs `body` on another thread; whether it ended.
  private func ends(_ body: @escaping @Sendable () throws -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? body()
      done.signal()
    }
    return done.wait(timeout: .now() + 60) == .success
  }

  @Test(arguments: [false, true]) func nobodyWaitsForASurvey(hasCopy: Bool) throws {
    let device = try Device(notes: ["# Pond\n\n> quote #tag\n", "# Woods\n"])
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    if hasCopy { _ = try notebook.save(text: "# Pond\n\n> quote #tag\n", note: note) }
    var answered: [Bool] = []
    try BackgroundWork.run {
      // The gate: a survey that goes on until all others are answered.
      try notebook.read { _ in
        answered.append(ends { _ = try notebook.notes.all() })
        answered.append(ends { _ = try notebook.tags.all() })
        answered.append(ends { _ = try notebook.note(id: note) })
        answered.append(
          ends { _ = try notebook.searches.run(SearchQuery(parsing: "quote"), limit: 5) })
        answered.append(ends { _ = try notebook.conflicts.of(note) })
        if hasCopy {
          answered.append(ends { _ = try notebook.save(text: "# Pool\n", note: note) })
          answered.append(ends { _ = try notebook.reviews.counts(.note(note)) })
        }
      }
    }
    #expect(!answered.isEmpty && answered.allSatisfy { $0 })
    #expect(!BackgroundWork.isCurrent && BackgroundWork.run { BackgroundWork.isCurrent })
    try notebook.close()
  }

  /// Both ways of reading see one notebook, and what was saved before.
  @Test func aSurveySeesWhatWasSaved() throws {
    let device = try Device(notes: ["# Pond\n"])
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    for title in ["One", "Two", "Three"] {
      _ = try notebook.save(text: "# \(title)\n", note: note)
      #expect(try BackgroundWork.run { try notebook.notes.all() }.map(\.title) == [title])
      #expect(try notebook.notes.all().map(\.title) == [title])
    }
    try notebook.close()
  }

  /// A request may still read when the server ends, or takes another notebook.
  @Test(arguments: [false, true]) func aNotebookIsClosedWhileItIsRead(hasCopy: Bool) throws {
    let device = try Device(notes: ["# Pond\n\n> quote #tag\n", "# Woods\n"])
    let notebook = try device.open()
    let note = try #require(try notebook.notes.all().first?.id)
    if hasCopy { _ = try notebook.save(text: "# Pond\n\n> quote #tag\n", note: note) }
    let problems = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<50 {
        if thread == 0, round == 10 { try? notebook.close() }
        do {
          _ = try notebook.note(id: note)
        } catch {
          let isClosed = "\(error)".contains("closed while being read")
          if !isClosed { problems.withLock { $0.append("\(error)") } }
        }
      }
    }
    #expect(problems.withLock { Set($0) } == [])
  }

  /// A check of all pages, of the file or of the working copy, can be canceled.
  @Test(arguments: [false, true]) func aCheckEnds(hasCopy: Bool) throws {
    let device = try Device(notes: (0..<300).map { "# Note \($0)\n" })
    let notebook = try device.open()
    if hasCopy { try notebook.save("one") }
    #expect(throws: NotebookError.cancelled(path: device.path)) {
      try Cancellable.with({ true }) { try notebook.quickCheck() }
    }
    try notebook.quickCheck()
    try notebook.close()
  }
}
