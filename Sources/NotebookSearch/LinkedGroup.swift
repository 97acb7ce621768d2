import MiniMarkdown
import Notebook
package import NotebookFile
import NotebookIndex

/// A group of a query, and the notes that its conditions on links mean.
struct LinkedGroup {
  /// The group; the words of each `unlinked:` are terms of it, too.
  private(set) var group: SearchQuery.Group
  /// The notes among which a note must be, by id; nil if each may be found.
  private(set) var wanted: Set<String>?
  /// The notes that are not found, by id.
  private(set) var excluded: Set<String> = []
  /// The phrases of which a note's text has none, unless it is a note of the list beside it.
  private(set) var excludedMentions: [(phrase: SearchQuery.Term, linked: Set<String>)] = []
  /// The phrases that a note's text has.
  private(set) var mentions: [SearchQuery.Term] = []
  /// Whether `wanted` are notes that links name, rather than most notes there are.
  private var isLed = false

  /// Whether there is neither a word nor a link with which to begin: then all notes have to be looked at.
  var needsAllNotes: Bool { group.terms.isEmpty && !isLed }

  /// Whether it has conditions on links.
  var isOfLinks: Bool {
    wanted != nil || !excluded.isEmpty || !excludedMentions.isEmpty || !mentions.isEmpty
  }

  /// Looks up the links. Cost: looks at the index of links.
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

  /// The notes that may be found, after a look for the mentions. Cost: linear in the notes that have those.
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

/// The notes that may be found as far as links go, by id.
struct NoteLinks {
  /// The only ones; nil if all are.
  var wanted: Set<String>?
  /// The others.
  var excluded: Set<String>

  /// Whether the note `id` may be found.
  func admits(_ id: String) -> Bool { wanted?.contains(id) ?? true && !excluded.contains(id) }
}

extension FullTextIndex {
  /// The notes whose texts have the phrase, by id. Their books do not count.
  fileprivate func notes(mentioning phrase: SearchQuery.Term) throws -> Set<String> {
    let hits = try hits(of: lookup(phrase), filter: NoteFilter(), siblings: false)
    return Set(try ids(of: hits.filter(\.isText).map(\.note)).values)
  }
}

extension SearchQuery.Term {
  /// The words of a title in their order, as many as are searched.
  fileprivate init(phrase title: String) {
    let words = SearchQuery.Term.words(of: title).prefix(SearchQuery.mostWords)
    let end = words.last?.endIndex ?? title.endIndex
    self.init(text: String(title[(words.first?.startIndex ?? title.startIndex)..<end]))
  }
}

// MARK: Looking up

/// The notes that a condition on links names.
private enum LinkTarget {
  /// These, by id, whose title or other name has the words of `phrase`.
  case notes([String], phrase: String)
  /// None.
  case unknown
  /// So many by a part of their titles.
  case several(Int)
}

extension Notebook.Searches {
  /// The notes to which a link with that name may lead; else the one that a person means by it.
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

  /// The notes that meet a condition on links, by id. Returns none for `unlinked:`.
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

  /// `notes`, and those that point at one of them.
  fileprivate func linkedNotes(_ notes: [String]) throws(NotebookError) -> Set<String> {
    var linked = Set(notes)
    for note in notes { linked.formUnion(try notebook.links.notes(pointingAt: note, most: .max)) }
    return linked
  }

  /// A sentence about `query` for the user, if there is something to say. Cost: looks at the index of links, if
  /// nothing was found.
  package func note(
    on query: SearchQuery, hasHits: Bool
  ) throws(NotebookError) -> String? {
    if let note = query.limitNote { return note }
    guard !hasHits, let (problem, remedy) = try misunderstanding(of: query) else { return nil }
    return "\(problem.prefix(1).uppercased())\(problem.dropFirst()): \(remedy)."
  }

  /// The reason why `query` found nothing, if a word of it was misunderstood: a sentence and what to do, as two.
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
          "no note named “\(name)”, as “\(filter):” requires", "give a part of the title, or an ID"
        )
      case .several(let count):
        return ("“\(filter):\(name)” matches \(count) notes", "give more of the title, or an ID")
      }
    }
    return nil
  }
}

extension SearchCondition {
  /// The name of a condition that names a note, and the note's.
  fileprivate var linkedNote: (filter: String, name: String)? {
    switch self {
    case .linksTo(let name): ("links-to", name)
    case .linkedFrom(let name): ("linked-from", name)
    case .unlinked(let name): ("unlinked", name)
    default: nil
    }
  }
}
