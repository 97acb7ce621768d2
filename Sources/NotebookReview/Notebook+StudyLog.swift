import Base
package import Foundation
import GRDB
import JSON
import KeyValueStore
package import Notebook
package import NotebookFile
package import SpacedRepetition

extension Notebook.Reviews {
  /// Returns the answers from `from` (inclusive) to `to` (exclusive) by time; within one second, by
  /// key. Cost: linear in these answers.
  package func log(
    from: Date? = nil, to: Date? = nil
  ) throws(NotebookError) -> [LoggedAnswer] {
    try notebook.read { db in
      var answers: [LoggedAnswer] = []
      try StudyLog.forEach(db, from: from, to: to) { answers.append($0) }
      return answers
    }
  }

  /// Returns the logged answers to a prompt, by time. Cost: linear in the answers to its block if
  /// the due index is available; otherwise in the study log.
  package func answers(to prompt: PromptID) throws(NotebookError) -> [LoggedAnswer] {
    try notebook.read { db in
      try loggedAnswers(db, to: prompt.note, in: prompt.block).filter { $0.prompt == prompt }
    }
  }
}
