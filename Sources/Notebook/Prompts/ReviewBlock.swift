import Foundation
package import GRDB
import JSON
import KeyValueStore
import NotebookFile
package import SpacedRepetition

/// The prompts of one block for review: the values stored for the app, those stored for this
/// program, and those computed from the study log if devices contradict each other.
package struct ReviewBlock {
  package let note: String
  /// The winning version, with the resulting statistics and text.
  package var prompts: StoredPrompts
  package var cards: [CardState]
  /// Whether the stored row already has the resulting states and text.
  package let isSettled: Bool

  package var key: String { prompts.key.text }
}

extension ReviewBlock {
  /// Reads the prompts that the note `note` stores under `key`. Returns nil if there are none, or
  /// others in our scope replace them. `log` returns the block's answers in the study log, in order
  /// of time. It is called only if versions have different states, or the block continues earlier
  /// blocks.
  package static func fetch(
    _ db: Database, note: String, key: String, log: () throws -> [LoggedAnswer]
  ) throws -> ReviewBlock? {
    guard NoteValues.isNote(note), PromptKey(key) != nil else { return nil }
    for isInApp in [true, false] {
      let entryKey = EntryKey(promptKey: key, note: note, isInApp: isInApp)
      let versions = try StoredVersion.fetch(db, entryKey).map { version in
        version.value.value.flatMap { StoredPrompts(key: key, entryKey: entryKey, value: $0) }
      }
      guard let first = versions.first, let prompts = first else { continue }
      if isInApp, try isReplaced(prompts, note: note, db) { return nil }
      return try ReviewBlock(
        db, note: note, winner: prompts, versions: versions.compactMap(\.self), log: log)
    }
    return nil
  }

  /// Returns the prompts that result from `versions`. The winning version may be a removal. Returns
  /// nil if all are removals or unreadable.
  static func settled(
    _ db: Database, note: String, key: String, _ versions: [StoredVersion],
    log: () throws -> [LoggedAnswer]
  ) throws -> ReviewBlock? {
    let versions = versions.compactMap { version in
      version.value.value.flatMap {
        StoredPrompts(key: key, entryKey: version.key, value: $0)
      }
    }
    guard var first = versions.first else { return nil }
    // Without answers in the log, the state with the most answers is used, unless its last answer
    // was undone.
    let states = versions.map(\.promptStates)
    first.setStates(
      try first.promptStates.enumerated().map { index, shown in
        let id = PromptID(note: note, block: key, index: index)
        let all = try states.compactMap { $0.indices.contains(index) ? $0[index] : nil }
          .filter { try !StudyLog.isTakenBack($0, of: id, db) }
        let most = all.map(\.answerCount).max()
        return all.first { $0.answerCount == most } ?? shown
      })
    return try ReviewBlock(db, note: note, winner: first, versions: [first] + versions, log: log)
  }

  private init(
    _ db: Database, note: String, winner: StoredPrompts, versions: [StoredPrompts],
    log: () throws -> [LoggedAnswer]
  ) throws {
    let annotations = try PromptAnnotations.fetch(db, note: note, block: winner.key.text)
    try self.init(
      note: note, winner: winner, versions: versions,
      formerStates: annotations.lineage.states(db, over: winner.promptStates),
      text: {
        let winner = try WinningVersion.fetch(db, note: note, key: ".noteText")
        return String(decoding: winner?.text ?? Data(), as: UTF8.self)
      }, annotations: annotations, log: log)
  }

  private init(
    note: String, winner: StoredPrompts, versions: [StoredPrompts], formerStates: [[PromptState]],
    text: () throws -> String, annotations: PromptAnnotations, log: () throws -> [LoggedAnswer]
  ) throws {
    self.note = note
    var prompts = winner
    let states = versions.map(\.promptStates) + formerStates
    var cards = winner.promptStates.map { CardState($0) }
    if try states.contains(where: { $0 != winner.promptStates })
      || annotations.lineage.isOlder(winner.promptStates, than: log)
    {
      let block = prompts.key.text
      cards = Replay(versions: states, note: note, block: block, log: try log()).cards
    }
    // The user resumed the prompt, but the device that wrote the row last had not seen that.
    for index in cards.indices
    where cards[index].state.isWaiting && !annotations.isSuspended(index) {
      cards[index].state.due = nil
    }
    prompts.setStates(cards.map(\.state))
    for (index, card) in cards.enumerated() { cards[index] = annotations.card(card, at: index) }
    // The device that answered last may not have seen the last edit.
    if versions.contains(where: { !$0.says(winner.rawValue) }) {
      let text = try text()
      if let present = versions.first(where: { text.utf8.contains($0.rawValue.utf8) }) {
        prompts.json["rawValue"] = .string(present.rawValue)
        prompts.rawValue = present.rawValue
      }
    }
    isSettled = cards.map(\.state) == winner.promptStates && prompts.says(winner.rawValue)
    self.cards = cards
    self.prompts = prompts
  }

  /// Computes FSRS's memory of a prompt with `parameters` from all answers that `log` returns. Does
  /// nothing if the memory already has these parameters, or the prompt is new. Without answers in
  /// the log, the stored memory stays.
  package mutating func learn(
    _ index: Int, by parameters: FSRSParameters, log: () throws -> [LoggedAnswer]
  ) rethrows {
    guard cards.indices.contains(index), !cards[index].state.isNew,
      cards[index].memory?.parameters != parameters
    else { return }
    var replay = Replay(versions: [cards.map(\.state)], note: note, block: key, log: try log())
    cards[index].memory = replay.memory(of: index, by: parameters) ?? cards[index].memory
  }

  /// Whether the note also has this block in our scope, because the app counts its prompts
  /// differently: then this program asks only the prompts in our scope.
  private static func isReplaced(
    _ prompts: StoredPrompts, note: String, _ db: Database
  ) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT DISTINCT key FROM entry WHERE scope = ? AND key >= ? AND key < ?")
    let arguments: StatementArguments = [
      EntryKey.ourScope, "\(note);\(PromptKey.prefix)", "\(note);prompt>",
    ]
    for row in try Row.fetchAll(statement, arguments: arguments) {
      let entryKey = EntryKey(scope: EntryKey.ourScope, key: row.text(at: 0) ?? "")
      guard let key = entryKey.promptKey(note: note), PromptKey(key)?.kind == prompts.key.kind,
        let value = try StoredVersion.fetch(db, entryKey).first?.value.value,
        let ours = StoredPrompts(key: key, entryKey: entryKey, value: value)
      else { continue }
      if ours.rawValue.utf8.elementsEqual(prompts.rawValue.utf8) { return true }
    }
    return false
  }
}

extension PromptLineage {
  /// Whether an answer is later than the states: the app answered, and then removed the text,
  /// before this program saw either. `log` is called only with a lineage.
  fileprivate func isOlder(
    _ states: [PromptState], than log: () throws -> [LoggedAnswer]
  ) rethrows -> Bool {
    guard !blocks.isEmpty else { return false }
    return try log().contains { answer in
      guard states.indices.contains(answer.prompt.index) else { return false }
      return states[answer.prompt.index].lastReview.map { answer.date > $0 } ?? true
    }
  }
}

extension StoredPrompts {
  fileprivate func says(_ text: String) -> Bool { rawValue.utf8.elementsEqual(text.utf8) }

  /// Sets the states of the block's prompts, at most as many as there are. Unknown members stay,
  /// and unchanged elements keep their bytes.
  package mutating func setStates(_ states: [PromptState]) {
    let statistics = statistics
    let new = zip(statistics, states).map { old, state in
      PromptState(json: old) == state ? old : state.json(over: old)
    }
    json["promptStatistics"] = .array(new + statistics.dropFirst(new.count))
  }
}

extension PromptState {
  package var isNew: Bool { lastReview == nil && reviewCount == 0 }

  /// Returns an element of `promptStatistics` as the app writes it, with the other members of
  /// `old`.
  func json(over old: JSONValue) -> JSONValue {
    var json = old.object ?? [:]
    json["reviewCount"] = .integer(Int64(reviewCount))
    json["lapseCount"] = .integer(Int64(lapseCount))
    json["totalCorrect"] = .integer(Int64(totalCorrect))
    json["totalIncorrect"] = .integer(Int64(totalIncorrect))
    json["spacedRepetitionFactor"] = .double(factor)
    json["lastReview"] = lastReview.map { .string(StudyLogKey.time($0)) }
    json["idealInterval"] = idealInterval.map { .double($0) }
    json["due"] = due.map { .string(StudyLogKey.time($0)) }
    return .object(json)
  }
}
