import Foundation
import GRDB
import KeyValueStore

extension PromptSettlement {
  /// Handles prompts that the writes in `written` removed or added, in another write of `author`.
  static func settle(
    _ written: [Author.Written], by author: inout Author, in db: Database
  ) throws {
    let changes = try changes(
      removing: author.takeRemoved(), writing: written.lazy.flatMap(\.keys), in: db)
    try author.write(
      changes.map { ($0.key, $0.value) }, at: author.lastWrite ?? Date(), superseding: .all, in: db)
    _ = author.takeRemoved()
  }
}
