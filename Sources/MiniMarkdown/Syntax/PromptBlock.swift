package import PackratParsing

package struct PromptBlock: Sendable {
  package var prompts: PromptCollection
  /// The node of the block: a quote, a pair, or a paragraph with clozes.
  package var syntax: Syntax
  /// The range of each prompt in UTF-8 bytes: a cloze, or the whole block without its line end.
  /// Empty if the paragraph, parsed by itself, has another number of clozes.
  package var ranges: [Range<Int>]

  /// Returns the prompts of one block, the outermost node first.
  package static func all(in root: Syntax) -> [PromptBlock] {
    var blocks: [PromptBlock] = []
    func add(_ kind: PromptCollection.Kind, _ syntax: Syntax, _ ranges: [Range<Int>], count: Int) {
      blocks.append(
        PromptBlock(
          prompts: PromptCollection(kind: kind, rawValue: syntax.text, promptCount: count),
          syntax: syntax, ranges: ranges))
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

  /// Returns the number of clozes in a paragraph's stored text, which is parsed by itself. For a
  /// paragraph in a list item or quote the result may differ from that in this text.
  private static func clozeCount(of paragraph: Syntax) -> Int {
    if paragraph.index == 0 { return paragraph.all(.cloze).count }
    let alone = MiniMarkdownDocument(paragraph.text).snapshot
    return alone.roots.reduce(0) { $0 + $1.all(.cloze).count }
  }
}

extension DocumentSnapshot {
  /// Returns the prompts of all blocks from the start to the end of `range`, in order. Cost: linear
  /// in those blocks; stops early if `isWanted` becomes false.
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

/// The prompts of a block and their ranges in a text, for callers that do not use the syntax tree.
package struct PromptRanges: Sendable, Equatable {
  package var prompts: PromptCollection
  /// The range of the block, in UTF-8 bytes, with its line end if that belongs to it.
  package var block: Range<Int>
  /// The range of each prompt; see `PromptBlock.ranges`.
  package var ranges: [Range<Int>]

  /// Returns the prompts of all blocks of `text`, in order. Cost: linear in the text.
  package static func all(in text: String) -> [PromptRanges] {
    MiniMarkdownDocument(text).snapshot.promptBlocks(in: 0..<text.utf8.count).map { block in
      PromptRanges(
        prompts: block.prompts, block: block.syntax.range, ranges: block.ranges)
    }
  }
}
