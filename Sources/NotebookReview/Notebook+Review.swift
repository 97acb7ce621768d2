import Base
package import Foundation
import GRDB
import JSON
import Notebook
package import NotebookFile
import NotebookIndex
package import SpacedRepetition

/// When a call returns, its changes are on disk, but may not be published yet. All throw the errors
/// of `Notebook.write`; then nothing is written.
extension Notebook.Reviews {
  /// Records an answer in one transaction: the statistics of the prompt, the due dates of the other
  /// prompts of its block, a row of the study log, and FSRS's memory.
  ///
  /// Returns nil without writing if the prompt no longer exists or is in the trash, or if its state
  /// is not `shown`. Then another program has changed the state since the user saw it. The returned
  /// answer has the time under which it is logged. This is its own time, or a later one if the
  /// prompt was already answered in that second. Cost: a few rows; all answers to the block if the
  /// parameters in `fsrs` have changed.
  package func record(
    _ answer: ReviewAnswer, to shown: CardState? = nil, scheduler: Scheduler,
    fsrs: FSRSSettings = FSRSSettings()
  ) throws(NotebookError) -> RecordedAnswer? {
    try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.record(
        answer, to: shown, scheduler: scheduler, fsrs: fsrs, author: &author)
    }
  }

  /// Undoes an answer that `record` returned: restores the prompts of its block, and removes it
  /// from the log. Returns the state of the prompt; nil without writing if the answer or its prompt
  /// no longer exists.
  @discardableResult
  package func undo(
    _ answer: ReviewAnswer, now: Date = Date()
  ) throws(NotebookError) -> CardState? {
    try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.undo(answer, author: &author, at: now)
    }
  }

  /// Suspends a prompt so that it is not asked, or resumes it. Returns whether that changed
  /// anything.
  @discardableResult
  package func setSuspended(
    _ prompt: PromptID, _ isSuspended: Bool, now: Date = Date()
  ) throws(NotebookError) -> Bool {
    try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.setSuspended(prompt, isSuspended, author: &author, at: now)
    }
  }

  /// Resumes all suspended prompts of a note, or of the notebook. Returns their number.
  package func resumeAll(
    in note: String? = nil, now: Date = Date()
  ) throws(NotebookError) -> Int {
    let keys = try notebook.read { db in try PromptAnnotations.suspendedKeys(db, note: note) }
    guard !keys.isEmpty else { return 0 }
    return try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.resume(keys, author: &author, at: now)
    }
  }

  /// Writes the merged state of blocks whose prompts were answered on several devices, if the last
  /// writer had not seen all answers. The app then shows the merged state, too. Returns the number
  /// of these blocks. Due dates read by this program do not depend on it. Does nothing without a
  /// working copy.
  ///
  /// Cost: linear in these blocks, once the index is up to date.
  @discardableResult
  package func settle(now: Date = Date()) throws(NotebookError) -> Int {
    guard notebook.hasWorkingCopy else { return 0 }
    let blocks = try index.unsettledBlocks(of: notebook)
    guard !blocks.isEmpty else { return 0 }
    return try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.settle(blocks, author: &author, at: now)
    }
  }
}

package struct RecordedAnswer: Sendable, Equatable {
  package var answer: ReviewAnswer
  package var card: CardState
}

extension Notebook.Reviews {
  /// Returns the logged answers to the prompts of a block, by time: from the due index if it is up
  /// to date, otherwise from the whole log.
  func loggedAnswers(
    _ db: Database, to note: String, in block: String
  ) throws -> [LoggedAnswer] {
    try StudyLog.fetch(db, note: note, block: block) { note, block in
      try index.logRows(db, of: notebook, note: note, block: block)
        ?? StudyLog.rows(db, note: note, block: block)
    }
  }
}
