import Base
import Foundation
import GRDB
import KeyValueStore
import MiniMarkdown
import Notebook
import NotebookFile

/// Checks found notes for conditions that the index cannot decide: whether the words are in the
/// title, or within one quote, cloze or pair.
///
/// Cost: reads each text, and parses it at most once. Without words, only a few lookups in the
/// index of keys per note.
struct NoteContentMatcher {
  private let terms: [ContentTerm]
  private let conditions: [SearchCondition]
  private let excluded: [SearchCondition]
  private let index: FullTextIndex

  /// Returns nil if the group does not have these conditions.
  init?(_ group: SearchQuery.Group, _ terms: [ContentTerm], index: FullTextIndex) {
    let isInside = { (condition: SearchCondition) in
      switch condition {
      case .inTitle, .isPrompt: true
      default: false
      }
    }
    conditions = group.conditions.filter(isInside)
    excluded = group.excludedConditions.filter(isInside)
    guard !conditions.isEmpty || !excluded.isEmpty else { return nil }
    (self.index, self.terms) = (index, terms)
  }

  /// Returns the notes that meet the conditions, by the row of their `.metadata`.
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
    let rows = try index.transaction.rows(sql, [rowList(notes)])
    while let row = try rows.next() {
      guard let id = row.integer(at: 0), let json = row.text(at: 1) else { continue }
      let text = row.data(at: 2).map { String(decoding: $0, as: UTF8.self) } ?? ""
      if try isWanted(text, metadata: json) { wanted.insert(id) }
    }
    return wanted
  }

  func prompts(in text: String) throws -> [FoundPrompt] {
    let kinds = conditions.compactMap { condition -> PromptCollection.Kind? in
      if case .isPrompt(let prompt) = condition { prompt.kind } else { nil }
    }
    guard !kinds.isEmpty else { return [] }
    return try PromptRanges.all(in: text).compactMap { prompt in
      guard kinds.contains(prompt.prompts.kind), try has(terms, in: prompt.prompts.rawValue) else {
        return nil
      }
      let whole = text.utf8.dropFirst(prompt.block.lowerBound).prefix(prompt.block.count)
      let block = String(Substring(whole)).withoutLineEnd
      let start = prompt.block.lowerBound
      let clozes = prompt.prompts.kind == .cloze ? prompt.ranges : []
      let matches =
        terms.isEmpty
        ? clozes.map { $0.lowerBound - start..<$0.upperBound - start }
        : try index.tokenizer.ranges(of: terms, in: block)
      return FoundPrompt(start: start, text: HighlightedText(text: block, matches: matches))
    }
  }

  private func isWanted(_ text: String, metadata: String) throws -> Bool {
    lazy var note = NoteMetadata(json: metadata).map { NoteSummary(id: "", metadata: $0) }
    lazy var prompts = PromptRanges.all(in: text).map(\.prompts)
    func holds(_ condition: SearchCondition, _ terms: [ContentTerm]) throws -> Bool {
      switch condition {
      case .inTitle: return try note.map { try has(terms, in: $0.title) } ?? false
      case .isPrompt(let prompt):
        return try text.containsBytes(of: prompt.mark)
          && prompts.contains { try $0.kind == prompt.kind && has(terms, in: $0.rawValue) }
      default: return true
      }
    }
    // An excluded kind of prompt must not occur at all.
    return try conditions.allSatisfy { try holds($0, terms) }
      && excluded.allSatisfy { try !holds($0, $0 == .inTitle ? terms : []) }
  }

  /// Returns the notes that have prompts of all requested kinds, and none of an excluded kind. Reads
  /// only the keys of prompts.
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
    let rows = try index.transaction.rows(sql, [rowList(notes)])
    while let row = try rows.next() {
      if let id = row.integer(at: 0) { wanted.insert(id) }
    }
    return wanted
  }

  private func has(_ terms: [ContentTerm], in text: String) throws -> Bool {
    try index.tokenizer.has(terms, in: text)
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

  /// A string that occurs in every text with a prompt of this kind, so that most notes need not be
  /// parsed.
  fileprivate var mark: String {
    switch self {
    case .quote: ">"
    case .cloze: "?["
    case .question: "Q:"
    }
  }
}

extension String {
  fileprivate var withoutLineEnd: String {
    last?.isNewline == true ? String(dropLast()) : self
  }
}
