internal import NotebookFile
internal import KeyValueStore
internal import Notebook
internal import Foundation
internal import GRDB
internal import MiniMarkdown

/// Looks into notes that are found, for conditions that the index knows nothing of: whether the words
/// stand in the title, or within one quote, cloze or pair.
///
/// Cost: the texts of these notes, each parsed once; without words some looks into the index of keys
/// for each.
struct InsideMatcher {
  private let terms: [Term]
  private let conditions: [SearchCondition]
  private let excluded: [SearchCondition]
  private let index: FullTextIndex

  /// Nil when nothing is to be looked for.
  init?(_ alternative: SearchQuery.Alternative, index: FullTextIndex) throws {
    let isInside = { (condition: SearchCondition) in
      switch condition {
      case .inTitle, .isPrompt: true
      default: false
      }
    }
    conditions = alternative.conditions.filter(isInside)
    excluded = alternative.excludedConditions.filter(isInside)
    guard !conditions.isEmpty || !excluded.isEmpty else { return nil }
    self.index = index
    terms = try alternative.terms.map { try Term($0, tokenizer: index.tokenizer) }
  }

  /// Those of the notes, by the row of their `.metadata`, that are wanted.
  func wanted(of notes: [Int64]) throws -> Set<Int64> {
    guard !notes.isEmpty else { return [] }
    guard !terms.isEmpty else { return try withPrompts(notes) }
    let sql = """
      SELECT note.rowid, note.json, CAST(text.text AS BLOB)
      FROM entry AS note LEFT JOIN entry AS text ON text.scope = note.scope
        AND text.key = '.noteText' AND \(LastWriterWins.condition(on: "text"))
      WHERE note.rowid IN (SELECT value FROM json_each(?))
      """
    var wanted: Set<Int64> = []
    let rows = try index.connection.rows(sql, [rowList(notes)])
    while let row = try rows.next() {
      guard let id = row.integer(at: 0),
        let metadata = row.text(at: 1).flatMap(NoteMetadata.init(json:))
      else { continue }
      let note = NoteSummary(id: "", metadata: metadata)
      let text = row.data(at: 2).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if try isWanted(note, text) { wanted.insert(id) }
    }
    return wanted
  }

  private func isWanted(_ note: NoteSummary, _ text: String) throws -> Bool {
    let content = NoteContent(text: text)
    func holds(_ condition: SearchCondition, _ terms: [Term]) throws -> Bool {
      switch condition {
      case .inTitle: return try has(terms, in: note.title)
      case .isPrompt(let kind):
        return try content.promptCollections.contains {
          try $0.kind == kind.kind && has(terms, in: $0.rawValue)
        }
      default: return true
      }
    }
    // An excluded kind is one that the note has none of.
    return try conditions.allSatisfy { try holds($0, terms) }
      && excluded.allSatisfy { try !holds($0, $0 == .inTitle ? terms : []) }
  }

  /// Those of the notes that have prompts as wanted, by the keys of their prompts alone.
  private func withPrompts(_ notes: [Int64]) throws -> Set<Int64> {
    func exists(_ condition: SearchCondition) -> String? {
      guard case .isPrompt(let prompt) = condition else { return nil }
      let key = "prompt=\(prompt.kind.rawValue)"
      return """
        (EXISTS (SELECT 1 FROM entry WHERE entry.scope = note.scope
          AND entry.key >= '\(key);' AND entry.key < '\(key)<' AND entry.json IS NOT NULL)
        OR EXISTS (SELECT 1 FROM entry WHERE entry.scope = '\(EntryKey.ourScope)'
          AND entry.key >= note.scope || ';\(key);' AND entry.key < note.scope || ';\(key)<'
          AND entry.json IS NOT NULL))
        """
    }
    let tests =
      conditions.compactMap(exists) + excluded.compactMap(exists).map { "NOT \($0)" }
    let sql = """
      SELECT note.rowid FROM entry AS note WHERE note.rowid IN (SELECT value FROM json_each(?))
        \(tests.map { "AND " + $0 }.joined(separator: "\n"))
      """
    var wanted: Set<Int64> = []
    let rows = try index.connection.rows(sql, [rowList(notes)])
    while let row = try rows.next() {
      if let id = row.integer(at: 0) { wanted.insert(id) }
    }
    return wanted
  }

  private func has(_ terms: [Term], in text: String) throws -> Bool {
    guard !terms.isEmpty else { return true }
    let words = try index.tokenizer.words(of: text)
    let stems = try words.map(index.tokenizer.stem)
    return try terms.allSatisfy {
      try $0.isIn(text, words: words, stems: stems, stem: index.tokenizer.stem)
    }
  }
}

extension InsideMatcher {
  /// A word or a phrase, as the index would look for it.
  private struct Term {
    let stems: [String]
    /// The word, if it is one of plain letters: also other spellings of it count.
    let plain: String?
    /// The typed beginning of the last word, if it may go on.
    let beginning: String?
    /// The text to find as it is, if the index has no such word.
    let literal: String?

    init(_ term: SearchQuery.Term, tokenizer: IndexTokenizer) throws {
      let words = try tokenizer.words(of: term.text)
      stems = try words.map(tokenizer.stem)
      let isPlain =
        words.count == 1 && words[0].utf8.count > 1 && words[0].utf8.allSatisfy { $0 < 0x80 }
      plain = isPlain ? words[0] : nil
      beginning = term.isPrefix ? words.last : nil
      literal = words.isEmpty || term.hasUnspacedScript ? term.literal : nil
    }

    func isIn(
      _ text: String, words: [String], stems: [String], stem: (String) throws -> String
    ) rethrows -> Bool {
      if let literal { return text.range(of: literal, options: .caseInsensitive) != nil }
      guard self.stems.count <= stems.count, !self.stems.isEmpty else { return self.stems.isEmpty }
      if let plain,
        try words.contains(where: { word in
          try FoldedWord.holds(word, plain, isPrefix: beginning != nil, stem: stem)
        })
      {
        return true
      }
      return (0...stems.count - self.stems.count).contains { start in
        self.stems.indices.allSatisfy { index in
          stems[start + index] == self.stems[index]
            || index == self.stems.count - 1
              && beginning.map(words[start + index].hasPrefix) == true
        }
      }
    }
  }
}

extension SearchCondition.Prompt {
  fileprivate var kind: PromptCollection.Kind {
    switch self {
    case .quote: .quote
    case .cloze: .cloze
    case .question: .questionAndAnswer
    }
  }
}
