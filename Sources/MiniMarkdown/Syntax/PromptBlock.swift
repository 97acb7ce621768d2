package import PackratParsing

/// The prompts of a block, and where in the text they stand.
package struct PromptBlock: Sendable {
  /// The prompts of the block.
  package var prompts: PromptCollection
  /// The quote, the pair, or the paragraph of a cloze.
  package var syntax: Syntax
  /// The place of each prompt, in UTF-8 bytes: a cloze, or the whole block without its line end.
  /// Empty where the paragraph holds other clozes by itself than here.
  package var places: [Range<Int>]

  /// The prompts of one block, the outermost node first.
  package static func all(in root: Syntax) -> [PromptBlock] {
    var blocks: [PromptBlock] = []
    func add(_ kind: PromptCollection.Kind, _ syntax: Syntax, _ places: [Range<Int>], count: Int) {
      blocks.append(
        PromptBlock(
          prompts: PromptCollection(kind: kind, rawValue: syntax.text, promptCount: count),
          syntax: syntax, places: places))
    }
    let whole = root.block.withoutLineEnd(root.range)
    if root.kind == .blockquote { add(.quote, root, [whole], count: 1) }
    if root.kind == .questionAndAnswer { add(.questionAndAnswer, root, [whole], count: 1) }
    for paragraph in root.all(.paragraph) {
      let clozes = paragraph.children.filter { $0.kind == .cloze }.map(\.range)
      if clozes.isEmpty { continue }
      let count = clozeCount(of: paragraph)
      if count > 0 {
        add(.cloze, paragraph, count == clozes.count ? clozes : [], count: count)
      }
    }
    return blocks
  }

  /// The number of clozes in the stored text of a paragraph, which is read by itself. Within a list or a
  /// quote it may mean something else than by itself; outside of them it means the same.
  private static func clozeCount(of paragraph: Syntax) -> Int {
    if paragraph.index == 0 { return paragraph.all(.cloze).count }
    let alone = MiniMarkdownDocument(paragraph.text).snapshot
    return alone.roots.reduce(0) { $0 + $1.all(.cloze).count }
  }
}

extension DocumentSnapshot {
  /// The prompts of all blocks that `range` touches, in order. Cost: linear in those blocks; ends
  /// early once `isWanted` is false.
  package func promptBlocks(
    in range: Range<Int>, while isWanted: () -> Bool = { true }
  ) -> [PromptBlock] {
    var found: [PromptBlock] = []
    var index = blockIndex(at: range.lowerBound) ?? 0
    while let block = block(index), block.start <= range.upperBound, isWanted() {
      for root in roots(of: block) { found += PromptBlock.all(in: root) }
      index += 1
    }
    return found
  }
}

/// The prompts of a block and their range in a text, for callers that know nothing of syntax.
package struct PromptPlace: Sendable, Equatable {
  /// The prompts of the block.
  package var prompts: PromptCollection
  /// The range of the block, in UTF-8 bytes, with its line end if that belongs to it.
  package var block: Range<Int>
  /// The place of each prompt; see `PromptBlock.places`.
  package var places: [Range<Int>]

  /// The prompts of all blocks of `text`, in order. Cost: linear in the text.
  package static func all(in text: String) -> [PromptPlace] {
    MiniMarkdownDocument(text).snapshot.promptBlocks(in: 0..<text.utf8.count).map { block in
      PromptPlace(
        prompts: block.prompts, block: block.syntax.range, places: block.places)
    }
  }
}
