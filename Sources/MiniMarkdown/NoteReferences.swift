package import PackratParsing

/// The parts of a text that refer to the rest of its notebook.
package struct NoteReferences: Sendable, Equatable {
  /// A piece of the text.
  package struct Reference: Sendable, Equatable {
    /// The referring text.
    package var text: String
    /// The bytes it stands for, from the start of the text.
    package var range: Range<Int>
  }

  /// The questions of pairs, each in the form in which two that ask the same are equal. Without
  /// those that say nothing.
  package var questions: [Reference] = []
  /// All hashtags, each with its `#`.
  package var hashtags: [Reference] = []
  /// The targets of images.
  package var images: [Reference] = []
  /// The links to notes.
  package var links: [NoteLink] = []
}

extension NoteReferences {
  /// Adds the references of a block; `bytes` are those that occur in it.
  mutating func read(_ block: Block, _ bytes: OccurringBytes) {
    if bytes.has("#") { hashtags += block.references(.hashtag) }
    if bytes.has("!") { images += block.references(.linkTarget) }
    if bytes.has("[") || bytes.has(":") { links += block.noteLinks }
    questions += block.questions
  }

  /// The questions of a whole text, and nothing else of it. Cost: a look at each block, and the pairs.
  package static func questions(of snapshot: DocumentSnapshot) -> [Reference] {
    snapshot.blocks.flatMap(\.questions)
  }
}

extension Block {
  /// The questions, in the form in which they are compared.
  fileprivate var questions: [NoteReferences.Reference] {
    guard nodes.first?.kind == .questionAndAnswer else { return [] }
    return references(.qnaQuestion).compactMap { question in
      let key = QuestionAndAnswer.key(of: question.text)
      return key.isEmpty ? nil : NoteReferences.Reference(text: key, range: question.range)
    }
  }

  /// The nodes of `kind`.
  func references(_ kind: SyntaxKind) -> [NoteReferences.Reference] {
    nodes.lazy.filter { $0.kind == kind }.map { node in
      let first = start + Int(node.start)
      let range = first..<first + Int(node.length)
      return NoteReferences.Reference(text: text(in: range), range: range)
    }
  }
}
