import JSON
package import MiniMarkdown
package import NotebookFile
package import SpacedRepetition

/// The states of a note's prompts, by the prompts' texts.
///
/// They belong to the text as it was last saved: a block that was edited since has none.
package struct PromptStates: Sendable {
  /// The stored prompts of blocks that differ at most in the line end that they include, those that
  /// were reviewed most first.
  private var stored: [BlockText: [StoredPrompts]] = [:]
  /// The suspended prompts, by the keys of their blocks.
  private var suspended: [String: Set<Int>] = [:]

  init(_ prompts: [StoredPrompts], suspended: [String: Set<Int>] = [:]) {
    self.suspended = suspended
    for prompts in prompts { stored[BlockText(prompts), default: []].append(prompts) }
    for text in stored.keys {
      stored[text]?.sort {
        ($1.reviewCount, $0.place) < ($0.reviewCount, $1.place)
      }
    }
  }

  /// Whether the note has no prompts.
  package var isEmpty: Bool { stored.isEmpty }

  /// The states of the prompts of a block, as many as it has, in their order; nil if none are stored.
  ///
  /// A line end that came to the block, or went, does not make it another.
  package subscript(prompts: PromptCollection) -> [PromptState]? { stored(prompts)?.states }

  /// The key under which the prompts of a block are stored; nil if they are not.
  package func key(of prompts: PromptCollection) -> String? { stored(prompts)?.key.text }

  /// The indices of a block's suspended prompts.
  package func suspended(in prompts: PromptCollection) -> Set<Int> {
    suspended.isEmpty ? [] : key(of: prompts).flatMap { suspended[$0] } ?? []
  }

  /// The stored row of some prompts. If a merge left two rows for one text, it is the one reviewed
  /// most, and of equals the app's.
  private func stored(_ prompts: PromptCollection) -> StoredPrompts? {
    let same = stored[BlockText(prompts)]?.filter { $0.key.count == prompts.promptCount } ?? []
    let exact = same.filter { $0.rawValue.utf8.elementsEqual(prompts.rawValue.utf8) }
    let found = exact.isEmpty ? same : exact
    let most = found.first?.reviewCount
    return found.first { $0.isInApp && $0.reviewCount == most } ?? found.first
  }
}

extension StoredPrompts {
  /// One for each prompt of the block.
  fileprivate var states: [PromptState] {
    (json["promptStatistics"]?.array ?? []).map(PromptState.init(json:))
  }
}

/// A block's kind and its bytes, without the line end it may include. Line ends are those of notes: a
/// file may have others.
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
  /// The states of the prompts of the note `id`; none if there is no such note. Cost: linear in the
  /// note's prompts, which are found by an index.
  package func promptStates(of id: String) throws(NotebookError) -> PromptStates {
    guard NoteValues.isNote(id) else { return PromptStates([]) }
    return try notebook.read { db in
      let values = try NoteValues.fetchPrompts(db, note: id).values
      let prompts = values.compactMap { place, value in
        place.promptKey(note: id).flatMap { StoredPrompts(key: $0, place: place, value: value) }
      }
      return PromptStates(prompts, suspended: try PromptAnnotations.suspended(db, note: id))
    }
  }
}
