internal import NotebookFile
internal import KeyValueStore
internal import Notebook
internal import Foundation
internal import GRDB
internal import JSON
internal import SpacedRepetition

/// The prompts of one block for review: the values stored for the app, those stored for us, and
/// those that follow from the study log if devices contradict each other.
struct ReviewBlock {
  /// The note's id.
  let note: String
  /// The version that counts, with the statistics that count.
  var prompts: StoredPrompts
  /// One for each prompt.
  var cards: [CardState]
  /// Whether the stored row is the one that counts: false if several devices answered, and the last
  /// writer had not seen the others' answers.
  let isSettled: Bool

  /// The block's key.
  var key: String { prompts.key.text }
}

extension ReviewBlock {
  /// Reads the prompts that the note `note` stores under `key`. Returns nil if there are none, or
  /// none that can be asked. If several versions have different answers, or an answer was given
  /// under an earlier key, `log` is asked for all that the study log has of the block, in the order
  /// of time, and decides.
  ///
  /// Cost: some look-ups by keys.
  static func fetch(
    _ db: Database, note: String, key: String, log: () throws -> [LoggedAnswer]
  ) throws -> ReviewBlock? {
    guard NoteValues.isNote(note), PromptKey(key) != nil else { return nil }
    for isInApp in [true, false] {
      let place = EntryKey(promptKey: key, note: note, isInApp: isInApp)
      let versions = try StoredVersion.fetch(db, place).map { version in
        version.value.value.flatMap { StoredPrompts(key: key, place: place, value: $0) }
      }
      guard let first = versions.first, let prompts = first else { continue }
      if isInApp, try isReplaced(prompts, note: note, db) { return nil }
      let text = {
        let winner = try WinningVersion.fetch(db, note: note, key: ".noteText")
        return String(decoding: winner?.text ?? Data(), as: UTF8.self)
      }
      let annotations = try PromptAnnotations.fetch(db, note: note, block: key)
      return try ReviewBlock(
        note: note, winner: prompts, versions: versions.compactMap(\.self),
        formerStates: annotations.lineage.states(db, note: note, over: prompts.promptStates),
        text: text, annotations: annotations, log: log)
    }
    return nil
  }

  private init(
    note: String, winner: StoredPrompts, versions: [StoredPrompts], formerStates: [[PromptState]],
    text: () throws -> String, annotations: PromptAnnotations, log: () throws -> [LoggedAnswer]
  ) throws {
    self.note = note
    var prompts = winner
    let states = versions.map(\.promptStates) + formerStates
    var cards = winner.promptStates.map { CardState($0) }
    if states.contains(where: { $0 != winner.promptStates }) {
      let block = prompts.key.text
      cards = Replay(versions: states, note: note, block: block, log: try log()).cards
    }
    prompts.setStates(cards.map(\.state))
    for (index, card) in cards.enumerated() { cards[index] = annotations.card(card, at: index) }
    // The device that answered last need not have seen the last edit.
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

  /// Computes FSRS's memory of a prompt by `parameters`, which follows from all answers that `log`
  /// has of the block: only prompts whose last answer had other parameters, or another scheduler,
  /// are computed again. Where the log has no answers, the stored memory stays.
  mutating func learn(
    _ index: Int, by parameters: FSRSParameters, log: () throws -> [LoggedAnswer]
  ) rethrows {
    guard cards.indices.contains(index), !cards[index].state.isNew,
      cards[index].memory?.parameters != parameters
    else { return }
    var replay = Replay(versions: [cards.map(\.state)], note: note, block: key, log: try log())
    cards[index].memory = replay.memory(of: index, by: parameters) ?? cards[index].memory
  }

  /// Whether the note has the same block once more in our scope, because the app counts its prompts
  /// otherwise: then those are asked, and the app's are the app's.
  private static func isReplaced(
    _ prompts: StoredPrompts, note: String, _ db: Database
  ) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT DISTINCT key FROM entry WHERE scope = ? AND key >= ? AND key < ?")
    let arguments: StatementArguments = [
      EntryKey.ourScope, "\(note);\(PromptKey.prefix)", "\(note);prompt>",
    ]
    for row in try Row.fetchAll(statement, arguments: arguments) {
      let place = EntryKey(scope: EntryKey.ourScope, key: row.text(at: 0) ?? "")
      guard let key = place.promptKey(note: note), PromptKey(key)?.kind == prompts.key.kind,
        let value = try StoredVersion.fetch(db, place).first?.value.value,
        let ours = StoredPrompts(key: key, place: place, value: value)
      else { continue }
      if ours.rawValue.utf8.elementsEqual(prompts.rawValue.utf8) { return true }
    }
    return false
  }
}

extension StoredPrompts {
  /// Whether its text is this one, byte for byte.
  fileprivate func says(_ text: String) -> Bool { rawValue.utf8.elementsEqual(text.utf8) }

  /// Writes the states of its prompts, of which there are no more; members that are not known here
  /// stay, and elements that say the same are as they were.
  mutating func setStates(_ states: [PromptState]) {
    let statistics = statistics
    let new = zip(statistics, states).map { old, state in
      PromptState(json: old) == state ? old : state.json(over: old)
    }
    json["promptStatistics"] = .array(new + statistics.dropFirst(new.count))
  }
}

extension PromptState {
  /// An element of `promptStatistics` as the app writes it, with the other members of `old`.
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
