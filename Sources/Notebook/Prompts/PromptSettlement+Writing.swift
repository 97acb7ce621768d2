import Foundation
import GRDB
import KeyValueStore

extension PromptSettlement {
  /// Settles what the writes of `author` that are in `written` did to prompts, as another write of its own.
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
