import Foundation
import GRDB
import JSON
import KeyValueStore
import Notebook
import NotebookFile
import SpacedRepetition

/// Writes the results of reviews. `db` must be in a transaction of the caller, which rolls it back
/// on errors.
struct ReviewWriting {
  let db: Database
  /// Returns the logged answers to the prompts of a block, by time.
  let log: (_ note: String, _ block: String) throws -> [LoggedAnswer]

  private func block(of prompt: PromptID) throws -> ReviewBlock? {
    let block = try fetch(prompt.note, prompt.block)
    return block?.cards.indices.contains(prompt.index) == true ? block : nil
  }

  private func fetch(_ note: String, _ key: String) throws -> ReviewBlock? {
    try ReviewBlock.fetch(db, note: note, key: key) { try log(note, key) }
  }

  /// Records an answer. Returns nil if its prompt is gone, its note is in the trash, or its state
  /// differs from `shown`.
  func record(
    _ answer: ReviewAnswer, to shown: CardState? = nil, scheduler: Scheduler, fsrs: FSRSSettings,
    author: inout Author
  ) throws -> RecordedAnswer? {
    let prompt = answer.prompt
    guard var block = try block(of: prompt),
      try NoteSummary.fetchOne(db, id: prompt.note)?.isTrashed != true,
      shown?.isSame(as: block.cards[prompt.index]) != false
    else { return nil }
    let now = answer.date
    let (key, answer) = try StudyLog.free(db, for: answer, author: author.id)
    if scheduler == .fsrs {
      try block.learn(prompt.index, by: fsrs.parameters) { try log(prompt.note, prompt.block) }
    }
    var cards = block.cards
    cards[prompt.index] = scheduler.next(cards[prompt.index], after: answer, fsrs: fsrs)
    for index in cards.indices where index != prompt.index { cards[index].bury(at: answer.date) }
    var prompts = block.prompts
    let before = prompts.statistics[prompt.index]
    let buried = prompts.statistics.count > 1 ? prompts.statistics.map { $0["due"] ?? .null } : []
    prompts.setStates(cards.map(\.state))
    let row = LoggedAnswer.json(
      answer, scheduler: scheduler, fsrs: fsrs, before: before, buried: buried)
    try author.write(
      [(prompts.entryKey, .json(.object(prompts.json))), (logKey(key), .json(row))]
        + memory(cards, prompt.note, prompt.block), at: now, superseding: .all, in: db)
    return RecordedAnswer(answer: answer, card: cards[prompt.index])
  }

  private func logKey(_ key: String) -> EntryKey { EntryKey(scope: StudyLogKey.scope, key: key) }

  private func memory(
    _ cards: [CardState], _ note: String, _ block: String
  ) throws -> [(EntryKey, EntryValue)] {
    let entryKey = PromptAnnotations.memoryKey(note: note, block: block)
    let stored = try PromptAnnotations.fetch(db, note: note, block: block).stored[entryKey]
    let value = PromptAnnotations.memoryValue(cards.map(\.memory), over: stored)
    return value == stored ?? .null ? [] : [(entryKey, value)]
  }

  /// Removes an answer from the study log. Returns the card's new state; nil if the answer is not
  /// logged, or its prompt no longer exists.
  func undo(
    _ answer: ReviewAnswer, author: inout Author, at now: Date
  ) throws -> CardState? {
    let prompt = answer.prompt
    guard let block = try block(of: prompt),
      let (key, json) = try loggedRow(of: answer)
    else { return nil }
    var rest = try log(prompt.note, prompt.block)
    if !rest.contains(where: { $0.answer == answer }) {
      rest = try StudyLog.scan(db, note: prompt.note, block: prompt.block)
    }
    guard let undoneIndex = rest.lastIndex(where: { $0.answer == answer }) else { return nil }
    let undone = rest.remove(at: undoneIndex)
    var values: [(EntryKey, EntryValue)] = [(logKey(key), .null)]
    var prompts = block.prompts
    let details = json["commonplace"]
    if try StoredVersion.fetch(db, prompts.entryKey).count == 1,
      block.cards[prompt.index].state.isLast(undone), let before = details?["before"]
    {
      prompts.restore(
        before, buried: details?["buried"]?.array ?? [], at: prompt.index, answered: answer.date)
    } else {
      let states = block.cards.map(\.state)
      if let value = try following(undone, in: rest, before: details?["before"]) {
        values.append(value)
      }
      let own = (rest + [undone]).filter { $0.prompt.index == prompt.index }
      let start = Replay.start(own, shown: undone.details?.before ?? states[prompt.index])
      var shown = states
      shown[prompt.index] = start
      let replay = Replay(
        versions: [shown], note: prompt.note, block: prompt.block, log: rest,
        starts: [prompt.index: start])
      prompts.setStates(replay.cards.map(\.state))
    }
    var cards = prompts.promptStates.map { CardState($0) }
    if block.cards.contains(where: { $0.memory != nil }) {
      let replay = Replay(
        versions: [prompts.promptStates], note: prompt.note, block: prompt.block, log: rest)
      for (index, card) in replay.cards.enumerated() where block.cards[index].memory != nil {
        cards[index].memory = card.memory
      }
    }
    for index in cards.indices { cards[index].isSuspended = block.cards[index].isSuspended }
    try author.write(
      [(prompts.entryKey, .json(.object(prompts.json)))] + values
        + memory(cards, prompt.note, prompt.block), at: now, superseding: .all, in: db)
    return cards[prompt.index]
  }

  /// Returns a changed row for the answer that is now the first of its prompt, if the undone answer
  /// was the first; nil otherwise. The row gets the `before` of the undone answer, because its own
  /// `before` would include that answer.
  private func following(
    _ undone: LoggedAnswer, in rest: [LoggedAnswer], before: JSONValue?
  ) throws -> (EntryKey, EntryValue)? {
    func count(_ answer: LoggedAnswer) -> Int { answer.details?.before?.answerCount ?? .max }
    let own = rest.filter { $0.prompt == undone.prompt }
    guard let before, let first = own.min(by: { count($0) < count($1) }),
      count(undone) < count(first), let (key, json) = try loggedRow(of: first.answer),
      var row = json.object, var details = row["commonplace"]?.object
    else { return nil }
    details["before"] = before
    row["commonplace"] = .object(details)
    return (logKey(key), .json(.object(row)))
  }

  private func loggedRow(of answer: ReviewAnswer) throws -> (key: String, json: JSONValue)? {
    let prompt = answer.prompt
    let prefix = StudyLogKey.prefix(note: prompt.note, block: prompt.block, at: answer.date)
    let statement = try db.cachedStatement(
      sql: """
        SELECT DISTINCT CAST(key AS BLOB) FROM entry
        WHERE scope = '\(StudyLogKey.scope)' AND key >= ? AND key < ?
        """)
    let rows = try Row.fetchAll(statement, arguments: [prefix, prefix + "\u{10FFFF}"])
    for row in rows {
      let key = String(decoding: row.data(at: 0) ?? Data(), as: UTF8.self)
      guard let value = try StoredVersion.fetch(db, logKey(key)).first?.value.value,
        case .json(let json) = value, LoggedAnswer(key: key, json: json)?.answer == answer
      else { continue }
      return (key, json)
    }
    return nil
  }
}

extension ReviewWriting {
  /// Suspends or resumes a prompt. Returns whether that changed anything. A new prompt that waited
  /// is due when resumed.
  func setSuspended(
    _ prompt: PromptID, _ isSuspended: Bool, author: inout Author, at now: Date
  ) throws -> Bool {
    guard let block = try block(of: prompt) else { return false }
    var indices = Set(block.cards.indices.filter { block.cards[$0].isSuspended })
    guard indices.contains(prompt.index) != isSuspended else { return false }
    if isSuspended { indices.insert(prompt.index) } else { indices.remove(prompt.index) }
    let entryKey = PromptAnnotations.suspendedKey(note: prompt.note, block: prompt.block)
    let stored = try PromptAnnotations.fetch(db, note: prompt.note, block: prompt.block).stored[
      entryKey]
    let value = PromptAnnotations.suspendedValue(indices, over: stored)
    try author.write([(entryKey, value)], at: now, superseding: .all, in: db)
    if !isSuspended { _ = try settle([(prompt.note, prompt.block)], author: &author, at: now) }
    return true
  }

  /// Resumes the suspended prompts under `keys`; new prompts that waited are then due. Returns the
  /// number of prompts.
  func resume(_ keys: [EntryKey], author: inout Author, at now: Date) throws -> Int {
    var values: [(EntryKey, EntryValue)] = []
    var blocks: [(note: String, key: String)] = []
    var count = 0
    for key in keys {
      guard let value = try StoredVersion.fetch(db, key).first?.value.value, value != .null else {
        continue
      }
      count += PromptAnnotations.indices(suspendedIn: value.json).count
      values.append((key, .null))
      if let block = PromptAnnotations.block(of: key, in: key.note) {
        blocks.append((key.note, block))
      }
    }
    try author.write(values, at: now, superseding: .all, in: db)
    _ = try settle(blocks, author: &author, at: now)
    return count
  }

  /// Writes the states that follow from the log, for blocks whose last writer had not seen all of
  /// it. Returns the number of these blocks.
  func settle(
    _ blocks: [(note: String, key: String)], author: inout Author, at now: Date
  ) throws -> Int {
    var values: [(EntryKey, EntryValue)] = []
    var settled = 0
    for (note, key) in blocks {
      guard let block = try fetch(note, key), !block.isSettled else { continue }
      settled += 1
      values.append((block.prompts.entryKey, .json(.object(block.prompts.json))))
      // FSRS's memory may also have been stored by a device that had not seen all answers.
      values += try memory(block.cards, note, key)
    }
    try author.write(values, at: now, superseding: .all, in: db)
    return settled
  }
}

extension PromptAnnotations {
  /// Returns the keys under which prompts of a note, or of the notebook, are suspended. Cost:
  /// linear in this program's values.
  static func suspendedKeys(_ db: Database, note: String?) throws -> [EntryKey] {
    let sql = """
      SELECT DISTINCT CAST(key AS BLOB) FROM entry
      WHERE scope = '\(EntryKey.ourScope)' AND key >= ? AND key < ?
        AND typeof(json) <> 'null' AND instr(key, ';suspended;') > 0
      """
    let (start, end) = note.map { ("\($0);suspended;", "\($0);suspended<") } ?? ("", "\u{10FFFF}")
    return try Row.fetchAll(db, sql: sql, arguments: [start, end]).map { row in
      EntryKey(
        scope: EntryKey.ourScope,
        key: String(decoding: row.data(at: 0) ?? Data(), as: UTF8.self))
    }
  }
}

extension PromptState {
  /// Whether no other answer to the prompt was counted since `answer`.
  fileprivate func isLast(_ answer: LoggedAnswer) -> Bool {
    guard let details = answer.details, let before = details.before else { return false }
    let counted = totalCorrect + totalIncorrect - before.totalCorrect - before.totalIncorrect
    return counted == 1 && (details.isRepetition || lastReview == answer.date)
  }
}

extension StoredPrompts {
  /// Restores the stored state that a prompt had before it was answered, including unknown members.
  /// Also restores the due dates of the other prompts that were not changed since.
  fileprivate mutating func restore(
    _ before: JSONValue, buried: [JSONValue], at index: Int, answered date: Date
  ) {
    var statistics = statistics
    guard statistics.indices.contains(index), before.object != nil else { return }
    statistics[index] = before
    for (other, due) in buried.enumerated()
    where other != index && statistics.indices.contains(other) {
      guard var element = statistics[other].object else { continue }
      let present = PromptState(json: statistics[other])
      element["due"] = due == .null ? nil : due
      var card = CardState(PromptState(json: .object(element)))
      card.bury(at: date)
      if card.state == present { statistics[other] = .object(element) }
    }
    json["promptStatistics"] = .array(statistics)
  }
}

extension CardState {
  /// Whether no answer or suspension changed the card since. FSRS's memory follows from the
  /// answers.
  fileprivate func isSame(as other: CardState) -> Bool {
    state == other.state && isSuspended == other.isSuspended
  }
}
