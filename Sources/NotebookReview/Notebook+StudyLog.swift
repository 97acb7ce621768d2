import Base
package import Foundation
import GRDB
import JSON
import KeyValueStore
package import Notebook
package import NotebookFile
package import SpacedRepetition

extension Notebook.Reviews {
  /// The answers from `from` on and before `to`, in the order of time; of those that were given in
  /// one second, in that of their keys. Cost: linear in them, which are found by their times.
  package func log(
    from: Date? = nil, to: Date? = nil
  ) throws(NotebookError) -> [LoggedAnswer] {
    try notebook.read { db in
      var answers: [LoggedAnswer] = []
      try StudyLog.forEach(db, from: from, to: to) { answers.append($0) }
      return answers
    }
  }

  /// The logged answers to a prompt, in the order of time. Cost: linear in those to its block, if
  /// the due index is at hand; otherwise in the study log.
  package func answers(to prompt: PromptID) throws(NotebookError) -> [LoggedAnswer] {
    try notebook.read { db in
      try loggedAnswers(db, to: prompt.note, in: prompt.block).filter { $0.prompt == prompt }
    }
  }
}
