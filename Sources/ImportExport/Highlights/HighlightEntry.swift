import ForeignFormats
import JSON

/// A highlight that was imported into a note, stored so that the next import recognizes it, even if
/// the user has edited its line. A note's entries are a list in this program's value of the note.
struct HighlightEntry: Equatable {
  var ids: [String] = []
  /// Digests of all texts that the highlight had.
  var texts: [String] = []
  var position = HighlightPosition()
  /// The digest of the first words, which stay the same if the text is extended at its end.
  var head = ""
  /// The digest of the last words, which stay the same if the text is extended at its beginning.
  var tail = ""
  /// The digest of the line as imported.
  var line = ""
  /// The digest of the blocks below the line, the reader's note; nil if there are none.
  var note: String?
  var date: String?

  init(_ highlight: ForeignHighlight) {
    ids = highlight.id.map { [$0] } ?? []
    date = highlight.date
    position = highlight.position
    let lines = HighlightText.lines(of: highlight)
    line = Self.digest(line: lines.first ?? "")
    note = Self.note(of: highlight)
    for text in highlight.earlier { remember(HighlightWords(text)) }
    remember(highlight.words)
  }

  static func digest(line: String) -> String { HighlightWords.digest(line) }

  static func note(of highlight: ForeignHighlight) -> String? {
    digest(below: HighlightText.blocks(of: highlight).dropFirst())
  }

  static func digest(below blocks: some Collection<String>) -> String? {
    blocks.isEmpty ? nil : HighlightWords.digest(blocks.joined(separator: "\n\n"))
  }

  mutating func remember(_ words: HighlightWords) {
    let digest = words.digest
    if !texts.contains(digest) { texts.append(digest) }
    (head, tail) = (words.head, words.tail)
  }
}

extension ForeignHighlight {
  /// The words that identify the highlight: its text, or else its note.
  var words: HighlightWords { HighlightWords(isQuote ? text : note ?? "") }
}

// MARK: Storing

extension HighlightEntry {
  /// The member of the note's value that contains the entries.
  static let member = "highlights"

  /// Returns the entries in a value of this program, at most `HighlightLimits.records`. Invalid
  /// entries are skipped.
  static func all(in own: JSONObject) -> [HighlightEntry] {
    (own[member]?.array ?? []).prefix(HighlightLimits.records).compactMap(
      HighlightEntry.init(json:))
  }

  private init?(json: JSONValue) {
    guard json.object != nil else { return nil }
    func strings(_ name: String) -> [String] { (json[name]?.array ?? []).compactMap(\.string) }
    ids = strings("ids")
    texts = strings("texts")
    position = HighlightPosition(stored: json["at"]?.string ?? "")
    head = json["head"]?.string ?? ""
    tail = json["tail"]?.string ?? ""
    line = json["line"]?.string ?? ""
    note = json["note"]?.string
    date = json["date"]?.string
  }

  var json: JSONValue {
    func strings(_ texts: [String]) -> JSONValue? {
      texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
    }
    let at = position.stored
    return .object(
      JSONObject([
        ("ids", strings(ids)), ("texts", strings(texts)), ("at", at.nonEmpty.map(JSONValue.string)),
        ("head", .string(head)), ("tail", .string(tail)), ("line", .string(line)),
        ("note", note.map(JSONValue.string)), ("date", date.map(JSONValue.string)),
      ]))
  }

  /// Returns the union of the entries of several versions of a value: a highlight imported on one
  /// device counts as imported on all.
  static func union(_ lists: [[HighlightEntry]]) -> [HighlightEntry] {
    var result = lists.first ?? []
    for list in lists.dropFirst() {
      var byID: [String: Int] = [:]
      var byText: [String: [Int]] = [:]
      for (index, entry) in result.enumerated() {
        for id in entry.ids { byID[id] = byID[id] ?? index }
        for text in entry.texts { byText[text, default: []].append(index) }
      }
      var taken: Set<Int> = []
      for entry in list {
        let same =
          entry.ids.compactMap { byID[$0] }.first { !taken.contains($0) }
          ?? entry.texts.lazy.flatMap { byText[$0] ?? [] }.first {
            !taken.contains($0) && result[$0].position.overlaps(entry.position) != false
          }
        guard let same else {
          result.append(entry)
          continue
        }
        taken.insert(same)
        result[same].merge(entry)
      }
    }
    return result
  }

  private mutating func merge(_ other: HighlightEntry) {
    // Keep the later state: it matches the line in the note, which would otherwise count as edited.
    let isLater = (other.date ?? "") > (date ?? "")
    let former = self
    if isLater { self = other }
    let rest = isLater ? former : other
    ids += rest.ids.filter { !ids.contains($0) }
    texts += rest.texts.filter { !texts.contains($0) }
    note = note ?? rest.note
  }
}
