package import PackratParsing

/// The parts of a text that are compared with its notebook: questions, hashtags, images and links.
package struct NoteReferences: Sendable, Equatable {
  package struct Reference: Sendable, Equatable {
    package var text: String
    /// The range of the reference, in UTF-8 bytes from the start of the text.
    package var range: Range<Int>
  }

  /// The questions of pairs, each as the key that equal questions share. Empty questions are
  /// omitted.
  package var questions: [Reference] = []
  /// The hashtags, each with its `#`.
  package var hashtags: [Reference] = []
  package var images: [Reference] = []
  package var links: [NoteLink] = []
}

extension NoteReferences {
  /// Adds the references of a block. `bytes` are the bytes that occur in it.
  mutating func read(_ block: Block, _ bytes: OccurringBytes) {
    if bytes.has("#") { hashtags += block.references(.hashtag) }
    if bytes.has("!") { images += block.references(.linkTarget) }
    if bytes.has("[") || bytes.has(":") { links += block.noteLinks }
    questions += block.questions
  }

  /// Cost: linear in the blocks and in the text of the pairs.
  package static func questions(of snapshot: DocumentSnapshot) -> [Reference] {
    snapshot.blocks.flatMap(\.questions)
  }
}

extension Block {
  fileprivate var questions: [NoteReferences.Reference] {
    guard nodes.first?.kind == .questionAndAnswer else { return [] }
    return references(.qnaQuestion).compactMap { question in
      let key = QuestionAndAnswer.key(of: question.text)
      return key.isEmpty ? nil : NoteReferences.Reference(text: key, range: question.range)
    }
  }

  func references(_ kind: SyntaxKind) -> [NoteReferences.Reference] {
    nodes.lazy.filter { $0.kind == kind }.map { node in
      let first = start + Int(node.start)
      let range = first..<first + Int(node.length)
      return NoteReferences.Reference(text: text(in: range), range: range)
    }
  }
}
