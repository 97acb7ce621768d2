public import Foundation
internal import GRDB
internal import JSON
public import SpacedRepetition

extension Notebook {
  /// The logged answers to a prompt, in the order of time. Cost: linear in those to its block, where
  /// the index of what is due is at hand; otherwise in the study log.
  public func answers(to prompt: PromptID) throws(NotebookError) -> [LoggedAnswer] {
    try read { db in
      try loggedAnswers(db, to: prompt.note, in: prompt.block).filter { $0.prompt == prompt }
    }
  }
}

extension LoggedAnswer {
  /// A moment of the day on which it was given.
  public var moment: Date { details == nil ? date.addingTimeInterval(-1) : date }
}

extension ReviewMarks {
  /// Which prompts of a note are suspended, by the keys of their blocks.
  static func suspended(_ db: Database, note: String) throws -> [String: Set<Int>] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT CAST(key AS BLOB), CAST(json AS BLOB) FROM entry
        WHERE scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ? AND \(LastWriterWins.condition)
        """)
    let prefix = "\(note);suspended;"
    var suspended: [String: Set<Int>] = [:]
    for row in try Row.fetchAll(statement, arguments: [prefix, "\(note);suspended<"]) {
      guard let key = row.data(at: 0), let json = row.data(at: 1),
        json.count <= JSONValue.largestStored,
        let value = try? JSONValue(parsing: Array(json), replacesLoneSurrogates: false)
      else { continue }
      let indices = (value["suspended"]?.array ?? []).compactMap(\.int).filter { $0 >= 0 }
      let block = String(decoding: key.dropFirst(prefix.utf8.count), as: UTF8.self)
      if !indices.isEmpty { suspended[block] = Set(indices) }
    }
    return suspended
  }
}
