import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing
import WebServer

struct LinkTargets: Sendable {
  let readiness: Preparation.Readiness
  /// The IDs of the linked notes, by the names of a link.
  private var found: [[LinkName]: [String]] = [:]
  /// The titles of notes that are linked by their ID.
  private var titles: [String: String] = [:]
  /// The IDs of the linked notes, in the order of the text, each once, without the text's own note.
  private(set) var notes: [String] = []

  /// Maximum number of links with different names, and of titles, that are looked up.
  private static let (mostNames, mostTitles) = (2000, 200)

  /// Looks up the links of a text, if the index of links is ready. Cost: linear in the text, with
  /// an index lookup for each name in it.
  init(_ document: DocumentSnapshot, of note: String, _ visit: Visit) throws(NotebookError) {
    readiness = visit.site.links.readiness(of: visit.notebook)
    guard readiness == .ready else { return }
    var (names, byID): ([[LinkName]], [[LinkName]]) = ([], [])
    var seen: Set<[LinkName]> = []
    for link in document.noteLinks where names.count < Self.mostNames {
      guard let first = link.names.first, seen.insert(link.names).inserted else { continue }
      names.append(link.names)
      if first.isID { byID.append(link.names) }
    }
    if names.isEmpty { return }
    found = try visit.notebook.links.notes(calledByAny: names)
    var listed: Set<String> = [note]
    for names in names {
      notes += (found[names] ?? []).filter { listed.insert($0).inserted }
    }
    for id in byID.prefix(Self.mostTitles).flatMap({ found[$0] ?? [] }) {
      titles[id] = try visit.notebook.summary(of: id)?.title
    }
  }

  func target(of link: NoteLink) -> NoteTarget {
    guard let ids = found[link.names] else { return .unknown }
    guard let id = ids.first else { return .nowhere }
    if ids.count > 1 { return .choice(CalledPage.address(link.names)) }
    return .page(
      HTML.Address("note", id, fragment: link.headingTitle.flatMap(NoteHTML.fragment(ofHeading:))),
      title: titles[id])
  }
}

struct CalledPage: WebPage {
  private static let mostNames = 5

  var notes: [NoteSummary] = []
  var readiness: Preparation.Readiness

  static func address(_ names: [LinkName]) -> HTML.Address {
    HTML.Address("called", query: names.prefix(mostNames).map { ("name", $0.text) })
  }

  /// Nil if no note outside the trash has one of the names, unless the index of links is not ready.
  init?(_ visit: Visit) throws(NotebookError) {
    let names = visit.request.query.filter { $0.name == "name" }.prefix(Self.mostNames)
      .map { LinkName(stored: String($0.value.prefix(LinkName.longest + 1))) }
    readiness = visit.site.links.readiness(of: visit.notebook)
    guard readiness == .ready else { return }
    for id in try visit.notebook.links.notes(called: names) {
      if let note = try visit.notebook.summary(of: id), !note.isTrashed { notes.append(note) }
    }
    if notes.isEmpty { return nil }
    notes.sort(by: NoteSummary.isInOrder)
  }

  var title: String { "Notes that match this link" }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    LinkParts.notice(readiness, isRepeated: true)
    if !notes.isEmpty { HTML(.p) { "The link may refer to any of these notes." } }
    NoteParts.list(notes)
  }
}
