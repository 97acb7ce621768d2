import MiniMarkdown
import Notebook
package import NotebookFile
import NotebookIndex

/// A group of a query, with its conditions on links resolved.
struct LinkedGroup {
  /// The group; its terms include the phrase of each `unlinked:`.
  private(set) var group: SearchQuery.Group
  /// The IDs of the only notes that may be found; nil if links do not restrict them.
  private(set) var wanted: Set<String>?
  private(set) var excluded: Set<String> = []
  /// The phrases that a note's text must not contain, unless the note is in `linked`.
  private(set) var excludedMentions: [(phrase: SearchQuery.Term, linked: Set<String>)] = []
  private(set) var mentions: [SearchQuery.Term] = []
  /// Whether `wanted` comes from `links-to:` or `linked-from:`, or is empty, so that it is probably
  /// small.
  private var isLed = false

  /// Whether the group has no word or link to start from, so that all notes must be checked.
  var needsAllNotes: Bool { group.terms.isEmpty && !isLed }

  var isOfLinks: Bool {
    wanted != nil || !excluded.isEmpty || !excludedMentions.isEmpty || !mentions.isEmpty
  }

  /// Resolves the conditions. Cost: lookups in the index of links.
  init(_ group: SearchQuery.Group, in searches: Notebook.Searches) throws(NotebookError) {
    self.group = group
    for condition in group.conditions {
      switch condition {
      case .unlinked(let name):
        guard case .notes(let notes, let phrase) = try searches.linkTarget(name) else {
          want([])
          continue
        }
        let term = SearchQuery.Term(phrase: phrase)
        self.group.terms.append(term)
        mentions.append(term)
        excluded.formUnion(try searches.linkedNotes(notes))
      case .orphan: want(try searches.notes(meeting: condition))
      case .linksTo, .linkedFrom:
        want(try searches.notes(meeting: condition))
        isLed = true
      default: break
      }
    }
    for condition in group.excludedConditions {
      switch condition {
      case .unlinked(let name):
        guard case .notes(let notes, let phrase) = try searches.linkTarget(name) else { continue }
        excludedMentions.append(
          (SearchQuery.Term(phrase: phrase), try searches.linkedNotes(notes)))
      case .orphan, .linksTo, .linkedFrom:
        excluded.formUnion(try searches.notes(meeting: condition))
      default: break
      }
    }
  }

  private mutating func want(_ notes: Set<String>) {
    wanted = wanted?.intersection(notes) ?? notes
    isLed = isLed || notes.isEmpty
  }

  /// Returns the notes that may be found, after searching for the mentions. Cost: linear in the
  /// notes that contain a mention.
  func links(in index: FullTextIndex) throws -> NoteLinks {
    var links = NoteLinks(wanted: wanted, excluded: excluded)
    for mention in mentions {
      let found = try index.notes(mentioning: mention)
      links.wanted = links.wanted?.intersection(found) ?? found
    }
    for (phrase, linked) in excludedMentions {
      links.excluded.formUnion(try index.notes(mentioning: phrase).subtracting(linked))
    }
    return links
  }
}

struct NoteLinks {
  var wanted: Set<String>?
  var excluded: Set<String>

  func admits(_ id: String) -> Bool { wanted?.contains(id) ?? true && !excluded.contains(id) }
}

extension FullTextIndex {
  /// Returns the IDs of the notes whose text contains the phrase. Books do not count.
  fileprivate func notes(mentioning phrase: SearchQuery.Term) throws -> Set<String> {
    let hits = try hits(of: lookup(phrase), filter: NoteFilter(), siblings: false)
    return Set(try ids(of: hits.filter(\.isText).map(\.note)).values)
  }
}

extension SearchQuery.Term {
  fileprivate init(phrase title: String) {
    let words = SearchQuery.Term.words(of: title).prefix(SearchQuery.mostWords)
    let end = words.last?.endIndex ?? title.endIndex
    self.init(text: String(title[(words.first?.startIndex ?? title.startIndex)..<end]))
  }
}

// MARK: Looking up

private enum LinkTarget {
  /// The IDs of the notes, and the words with which a text mentions them.
  case notes([String], phrase: String)
  case unknown
  /// The number of matching notes, if several match.
  case several(Int)
}

extension Notebook.Searches {
  /// Returns the notes to which a link with this name links. If there are none, returns the note
  /// that a command would find by this name.
  fileprivate func linkTarget(_ name: String) throws(NotebookError) -> LinkTarget {
    if let title = LinkName(title: name) {
      let called = try notebook.links.notes(called: [title])
      if !called.isEmpty { return .notes(called, phrase: name) }
    }
    let others = [LinkName(id: name), LinkName(path: name + ".md")].compactMap { $0 }
    let called = try notebook.links.notes(called: others)
    if let first = called.first, let note = try notebook.summary(of: first) {
      return .notes(called, phrase: note.title)
    }
    let found: [NoteSummary] =
      switch try notebook.titles.find(name) {
      case .none: []
      case .one(let note): [note]
      case .ambiguous(let notes): notes
      }
    let notes = found.filter { !$0.isTrashed }
    guard let note = notes.first else { return .unknown }
    return notes.count == 1 ? .notes([note.id], phrase: note.title) : .several(notes.count)
  }

  /// Returns the IDs of the notes that meet `orphan:`, `links-to:` or `linked-from:`; empty for
  /// other conditions.
  fileprivate func notes(meeting condition: SearchCondition) throws(NotebookError) -> Set<String> {
    var found: Set<String> = []
    switch condition {
    case .orphan: found = Set(try notebook.links.orphans(most: .max))
    case .linksTo(let name):
      guard case .notes(let notes, _) = try linkTarget(name) else { break }
      for note in notes { found.formUnion(try notebook.links.notes(pointingAt: note, most: .max)) }
    case .linkedFrom(let name):
      guard case .notes(let notes, _) = try linkTarget(name) else { break }
      for note in notes { found.formUnion(try notebook.links.notes(pointedAtBy: note, most: .max)) }
    default: break
    }
    return found
  }

  fileprivate func linkedNotes(_ notes: [String]) throws(NotebookError) -> Set<String> {
    var linked = Set(notes)
    for note in notes { linked.formUnion(try notebook.links.notes(pointingAt: note, most: .max)) }
    return linked
  }

  /// Returns a remark about `query` for the user, or nil. Cost: lookups in the index of links, if
  /// nothing was found.
  package func note(
    on query: SearchQuery, hasHits: Bool
  ) throws(NotebookError) -> String? {
    if let note = query.limitNote { return note }
    guard !hasHits, let (problem, remedy) = try misunderstanding(of: query) else { return nil }
    return "\(problem.prefix(1).uppercased())\(problem.dropFirst()): \(remedy)."
  }

  /// Returns why `query` found nothing, if a word of it was misunderstood: the problem and the
  /// remedy. Otherwise nil.
  package func misunderstanding(
    of query: SearchQuery
  ) throws(NotebookError) -> (problem: String, remedy: String)? {
    if let misspelling = query.misspelling { return misspelling }
    for condition in query.groups.flatMap({ $0.conditions + $0.excludedConditions }) {
      guard let (filter, name) = condition.linkedNote else { continue }
      switch try linkTarget(name) {
      case .notes: continue
      case .unknown:
        return (
          "“\(filter):\(name)” does not name a note", "give a part of the title, or an ID"
        )
      case .several(let count):
        return (
          "“\(filter):\(name)” names \(count) notes, not one", "give more of the title, or an ID"
        )
      }
    }
    return nil
  }
}

extension SearchCondition {
  fileprivate var linkedNote: (filter: String, name: String)? {
    switch self {
    case .linksTo(let name): ("links-to", name)
    case .linkedFrom(let name): ("linked-from", name)
    case .unlinked(let name): ("unlinked", name)
    default: nil
    }
  }
}
