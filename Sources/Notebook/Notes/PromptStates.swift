import JSON
package import MiniMarkdown
package import NotebookFile
package import SpacedRepetition

/// The states of a note's prompts, by the texts of their blocks.
///
/// The states belong to the text as last saved: a block that was edited since then does not have
/// any.
package struct PromptStates: Sendable {
  /// The stored prompts by their blocks' texts, ignoring a line end at the end; the most reviewed
  /// come first.
  private var stored: [BlockText: [StoredPrompts]] = [:]
  /// The suspended prompts, by the keys of their blocks.
  private var suspended: [String: Set<Int>] = [:]

  init(_ prompts: [StoredPrompts], suspended: [String: Set<Int>] = [:]) {
    self.suspended = suspended
    for prompts in prompts { stored[BlockText(prompts), default: []].append(prompts) }
    for text in stored.keys {
      stored[text]?.sort {
        ($1.reviewCount, $0.entryKey) < ($0.reviewCount, $1.entryKey)
      }
    }
  }

  package var isEmpty: Bool { stored.isEmpty }

  /// The states of a block's prompts, in order; nil if none are stored.
  package subscript(prompts: PromptCollection) -> [PromptState]? { stored(prompts)?.states }

  package func key(of prompts: PromptCollection) -> String? { stored(prompts)?.key.text }

  package func suspended(in prompts: PromptCollection) -> Set<Int> {
    suspended.isEmpty ? [] : key(of: prompts).flatMap { suspended[$0] } ?? []
  }

  /// Returns the stored row of a block's prompts; nil if there is none. If a merge left several
  /// rows for one text, prefers an equal line end, then the most reviews, then the app's row.
  private func stored(_ prompts: PromptCollection) -> StoredPrompts? {
    let same = stored[BlockText(prompts)]?.filter { $0.key.count == prompts.promptCount } ?? []
    let exact = same.filter { $0.rawValue.utf8.elementsEqual(prompts.rawValue.utf8) }
    let found = exact.isEmpty ? same : exact
    let most = found.first?.reviewCount
    return found.first { $0.isInApp && $0.reviewCount == most } ?? found.first
  }
}

extension StoredPrompts {
  fileprivate var states: [PromptState] {
    (json["promptStatistics"]?.array ?? []).map(PromptState.init(json:))
  }
}

/// The kind and the bytes of a block, without a line end at the end. Line ends are normalized,
/// since a file may have other ones.
private struct BlockText: Hashable {
  var kind: PromptCollection.Kind
  var bytes: [UInt8]

  init(_ kind: PromptCollection.Kind, _ rawValue: String) {
    self.kind = kind
    bytes = Array(rawValue.withLineFeedsOnly.utf8)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
  }

  init(_ prompts: StoredPrompts) { self.init(prompts.key.kind, prompts.rawValue) }
  init(_ prompts: PromptCollection) { self.init(prompts.kind, prompts.rawValue) }
}

extension Notebook.Notes {
  /// Returns the states of the prompts of the note `id`; empty if there is no such note. Cost:
  /// linear in the note's prompts.
  package func promptStates(of id: String) throws(NotebookError) -> PromptStates {
    guard NoteValues.isNote(id) else { return PromptStates([]) }
    return try notebook.read { db in
      let values = try NoteValues.fetchPrompts(db, note: id).values
      let prompts = values.compactMap { entryKey, value in
        entryKey.promptKey(note: id).flatMap {
          StoredPrompts(key: $0, entryKey: entryKey, value: value)
        }
      }
      return PromptStates(prompts, suspended: try PromptAnnotations.suspended(db, note: id))
    }
  }
}
