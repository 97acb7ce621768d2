import Base
package import Notebook
package import NotebookFile
package import PackratParsing

/// The questions and tags of all notes outside the trash, with which texts are compared.
package struct NotebookFacts: Sendable {
  package let questions: QuestionIndex
  package let tags: TagSpellings
  package let path: String
}

extension NotebookFacts {
  /// Scans a notebook. Cost: linear in it, plus a parse of each text that may contain a question
  /// and is not in `old` with the same version.
  package init(
    _ notebook: Notebook, updating old: NotebookFacts?, encoding: PositionEncoding
  ) throws(NotebookError) {
    let versions = try notebook.texts.versions(containing: "Q: ")
    var noteCounts: [String: Int] = [:]
    var notes: [QuestionIndex.Note] = []
    try notebook.notes.forEach { note in
      for tag in note.tags { noteCounts[tag, default: 0] += 1 }
      guard let version = versions[note.id] else { return }
      notes.append(QuestionIndex.Note(id: note.id, title: note.title, version: version))
    }
    let known = Dictionary(
      (old?.questions.notes ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var unread: [Int] = []
    for index in notes.indices {
      if let known = known[notes[index].id], known.version == notes[index].version {
        notes[index].questions = known.questions
      } else {
        unread.append(index)
      }
    }
    while !unread.isEmpty {
      let batch = unread.prefix(200)
      unread.removeFirst(batch.count)
      let texts = try notebook.texts.of(batch.map { notes[$0].id })
      for (index, text) in zip(batch, texts) {
        notes[index].version = TextDigest(text.version)
        notes[index].read(text.text, encoding: encoding)
      }
    }
    questions = QuestionIndex(notes)
    tags = TagSpellings(noteCounts: noteCounts)
    path = notebook.path
  }
}
