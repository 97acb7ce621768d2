import PackratParsing

/// The content of a text that is edited. Stores the part that each block contributes, so that an
/// edit reads only the blocks it changed.
///
/// Its content equals `NoteContent(text:)`, unless two prompt blocks of the text are equal to Swift
/// but differ in bytes.
package struct FollowedContent: Sendable {
  /// The prompts that an edit removed and added, each in the order of the text. Prompts that also
  /// appear in another block of the text are not included.
  package struct Edit: Sendable, Equatable {
    /// The prompts that are no longer in the text.
    package var left: [PromptCollection] = []
    /// The prompts that were not in the text.
    package var came: [PromptCollection] = []
    /// The number of blocks read: a reproducible measure of cost.
    package var blocks = 0
  }

  private struct Part: Sendable {
    var hashtags: [String] = []
    var summary: String?
    var prompts: [PromptCollection] = []
  }

  private var document: MiniMarkdownDocument
  /// The content of each block of the document.
  private var parts: [Part] = []
  /// The number of blocks that contain the prompts.
  private var uses: [PromptCollection: Int] = [:]

  /// Cost: one parse, linear in the text.
  package init(_ text: String) {
    document = MiniMarkdownDocument(text)
    begin()
  }

  /// The length of the text in UTF-8 bytes.
  package var count: Int { document.snapshot.count }

  /// The whole content. Cost: linear in the blocks.
  package var content: NoteContent {
    var content = withoutPrompts
    var seen: Set<PromptCollection> = []
    content.promptCollections = parts.flatMap(\.prompts).filter { seen.insert($0).inserted }
    return content
  }

  /// The content without its prompts. Cost: linear in the number of blocks.
  package var withoutPrompts: NoteContent {
    var hashtags: [String] = []
    var seen: Set<String> = []
    for part in parts where !part.hashtags.isEmpty {
      hashtags += part.hashtags.filter { seen.insert($0).inserted }
    }
    return NoteContent(
      title: NoteContent.title(of: document.snapshot), hashtags: hashtags,
      summary: parts.first { $0.summary != nil }?.summary, promptCollections: [])
  }

  /// Replaces the bytes in `range`, and returns the change of prompts. Cost: that of the changed
  /// blocks.
  package mutating func replace(_ range: Range<Int>, with replacement: String) -> Edit {
    let old = document.snapshot
    document.replace(range, with: replacement)
    let new = document.snapshot
    let changed = new.changedRecords(since: old)
    if changed.isEmpty { return Edit() }
    // A record may start or stop continuing the block before it.
    let start = changed.old.lowerBound
    let first = max(0, min(old.index(at: start), new.index(at: start)) - 1)
    let oldEnd = min(parts.count, old.index(at: changed.old.upperBound) + 1)
    let newEnd = min(new.blockCount, new.index(at: changed.new.upperBound) + 1)
    guard parts.count == old.blockCount, first <= oldEnd, first <= newEnd,
      parts.count - oldEnd == new.blockCount - newEnd
    else { return beginAgain() }
    let parts = (first..<newEnd).map { Self.part(of: $0, in: new) }
    var edit = Edit(blocks: parts.count)
    let before = self.parts[first..<oldEnd].flatMap(\.prompts)
    self.parts.replaceSubrange(first..<oldEnd, with: parts)
    count(before, parts.flatMap(\.prompts), in: &edit)
    return edit
  }

  /// Updates `uses` when blocks with the prompts `before` are replaced by blocks with `after`.
  private mutating func count(
    _ before: [PromptCollection], _ after: [PromptCollection], in edit: inout Edit
  ) {
    var had = Set((before + after).filter { uses[$0] != nil })
    for prompts in before { uses[prompts, default: 0] -= 1 }
    for prompts in after { uses[prompts, default: 0] += 1 }
    edit.came = after.filter { had.insert($0).inserted }
    for prompts in before where uses[prompts] == 0 {
      uses[prompts] = nil
      edit.left.append(prompts)
    }
  }

  private mutating func begin() {
    let snapshot = document.snapshot
    parts = snapshot.blocks.map { Self.part(of: snapshot.roots(of: $0)) }
    uses = [:]
    for prompts in parts.flatMap(\.prompts) { uses[prompts, default: 0] += 1 }
  }

  private mutating func beginAgain() -> Edit {
    var seen: Set<PromptCollection> = []
    let before = parts.flatMap(\.prompts).filter { seen.insert($0).inserted }
    begin()
    var edit = Edit(blocks: parts.count)
    edit.left = before.filter { uses[$0] == nil }
    edit.came = content.promptCollections.filter { !seen.contains($0) }
    return edit
  }

  private static func part(of block: Int, in snapshot: DocumentSnapshot) -> Part {
    part(of: snapshot.roots(ofBlock: block))
  }

  private static func part(of roots: some Sequence<Syntax>) -> Part {
    var part = Part()
    for root in roots {
      part.hashtags += root.all(.hashtag).map(\.text)
      if part.summary == nil { part.summary = root.noteSummary }
      part.prompts += PromptCollection.all(in: root)
    }
    return part
  }
}

extension DocumentSnapshot {
  /// Returns the index of the block that covers `offset`; at the end of the text, the number of
  /// blocks.
  fileprivate func index(at offset: Int) -> Int {
    offset >= count ? blockCount : blockIndex(at: offset) ?? 0
  }
}
