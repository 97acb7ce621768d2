import ForeignFormats
import JSON

/// One highlight that was imported into a note: what it needs to be known again, whatever the reader
/// made of its line since. A list of them is in the note's value of ours.
struct HighlightEntry: Equatable {
  /// Its ids in programs.
  var ids: [String] = []
  /// Digests of the texts that it had.
  var texts: [String] = []
  var place = HighlightPlace()
  /// Digests of its first and its last words, which a text keeps that is extended at the other end.
  var head = ""
  var tail = ""
  /// Digests of the line as it was written, and of the blocks below it: the reader's note.
  var line = ""
  var note: String?
  /// The time at which it was made.
  var date: String?

  init(_ highlight: ForeignHighlight) {
    ids = highlight.id.map { [$0] } ?? []
    date = highlight.date
    place = highlight.place
    let lines = HighlightText.lines(of: highlight)
    line = Self.digest(line: lines.first ?? "")
    note = Self.note(of: highlight)
    for text in highlight.earlier { remember(HighlightWords(text)) }
    remember(highlight.words)
  }

  static func digest(line: String) -> String { HighlightWords.digest(line) }

  /// The digest of the blocks below the first line of a highlight; nil if there are none.
  static func note(of highlight: ForeignHighlight) -> String? {
    digest(below: HighlightText.blocks(of: highlight).dropFirst())
  }

  static func digest(below blocks: some Collection<String>) -> String? {
    blocks.isEmpty ? nil : HighlightWords.digest(blocks.joined(separator: "\n\n"))
  }

  /// Takes up the text that it has now.
  mutating func remember(_ words: HighlightWords) {
    let digest = words.digest
    if !texts.contains(digest) { texts.append(digest) }
    (head, tail) = (words.head, words.tail)
  }
}

extension ForeignHighlight {
  /// The words by which it is known: of a note about no text those of the note.
  var words: HighlightWords { HighlightWords(isQuote ? text : note ?? "") }
}

// MARK: Storing

extension HighlightEntry {
  /// The member of the note's value in which they are.
  static let member = "highlights"

  /// The entries in a value of ours. Values that are not entries are left out.
  static func all(in own: JSONObject) -> [HighlightEntry] {
    (own[member]?.array ?? []).prefix(HighlightLimits.records).compactMap(
      HighlightEntry.init(json:))
  }

  private init?(json: JSONValue) {
    guard json.object != nil else { return nil }
    func strings(_ name: String) -> [String] { (json[name]?.array ?? []).compactMap(\.string) }
    ids = strings("ids")
    texts = strings("texts")
    place = HighlightPlace(stored: json["at"]?.string ?? "")
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
    let at = place.stored
    return .object(
      JSONObject([
        ("ids", strings(ids)), ("texts", strings(texts)), ("at", at.nonEmpty.map(JSONValue.string)),
        ("head", .string(head)), ("tail", .string(tail)), ("line", .string(line)),
        ("note", note.map(JSONValue.string)), ("date", date.map(JSONValue.string)),
      ]))
  }

  /// The entries of several versions of a value, each once: what one device has seen, all have seen.
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
            !taken.contains($0) && result[$0].place.overlaps(entry.place) != false
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
    // Of two states the later one is in the note, or its text counts as changed by the reader.
    let isLater = (other.date ?? "") > (date ?? "")
    let former = self
    if isLater { self = other }
    let rest = isLater ? former : other
    ids += rest.ids.filter { !ids.contains($0) }
    texts += rest.texts.filter { !texts.contains($0) }
    note = note ?? rest.note
  }
}
