import Base
package import Foundation
import GRDB
import JSON
import Notebook
package import NotebookFile
import NotebookIndex
package import SpacedRepetition

/// Writing the results of review. When a call returns, its changes are on disk, and will be
/// published. All throw the errors of `Notebook.write`; then nothing is written.
extension Notebook.Reviews {
  /// Records an answer: in one transaction the statistics of the prompt, the due dates of the other
  /// prompts of its block, a row of the study log, and FSRS's memory.
  ///
  /// Returns nil, and writes nothing, if the prompt is not there any more or in the trash, or if its state
  /// is not `shown`, which the user saw: another program has recorded an answer since. The answer that is
  /// returned has the time under which it is logged, which is that of the answer or,
  /// if there was another to the same prompt in that second, a later one. Cost: a few rows; if the
  /// parameters in `fsrs` have changed since the last time, all answers to the block.
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

  /// Takes back an answer that `record` returned: the prompts of its block are as they were, and the
  /// log has it no more. The state of the prompt; nil, and nothing written, if there is no such
  /// answer, or its prompt is gone.
  @discardableResult
  package func undo(
    _ answer: ReviewAnswer, now: Date = Date()
  ) throws(NotebookError) -> CardState? {
    try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.undo(answer, author: &author, at: now)
    }
  }

  /// Suspends a prompt, so that it is not asked, or resumes it; whether that changed anything.
  @discardableResult
  package func setSuspended(
    _ prompt: PromptID, _ isSuspended: Bool, now: Date = Date()
  ) throws(NotebookError) -> Bool {
    try notebook.write { author, db in
      let writing = ReviewWriting(db: db, log: { try loggedAnswers(db, to: $0, in: $1) })
      return try writing.setSuspended(prompt, isSuspended, author: &author, at: now)
    }
  }

  /// Resumes all suspended prompts of a note, or of the notebook; how many there were.
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

  /// If several devices answered prompts of one block and the last writer had not seen the others'
  /// answers, writes the state that follows from all, so that the phone sees it too. Returns the
  /// number of such blocks. Due dates that are read here are right without it. Nothing is written
  /// without a working copy.
  ///
  /// Cost: none if there are no such blocks; otherwise linear in them.
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

/// The answer as it was recorded.
package struct RecordedAnswer: Sendable, Equatable {
  /// The answer as it is logged.
  package var answer: ReviewAnswer
  /// The prompt's state after it.
  package var card: CardState
}

extension Notebook.Reviews {
  /// The logged answers to the prompts of a block, in the order of time: found by the due index, if
  /// that knows all writes, otherwise among all.
  func loggedAnswers(
    _ db: Database, to note: String, in block: String
  ) throws -> [LoggedAnswer] {
    try StudyLog.fetch(db, note: note, block: block) { note, block in
      try index.logRows(db, of: notebook, note: note, block: block)
        ?? StudyLog.rows(db, note: note, block: block)
    }
  }
}
