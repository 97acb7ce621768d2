import Books
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing

/// The notes around a note: as a drawing, and as lists with the same content.
struct MapPage: WebPage {
  var note: NoteSummary
  var around = Neighborhood()
  var readiness: Preparation.Readiness
  var isBeingRead = false

  /// Nil if the note is missing or in the trash.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let summary = try visit.note() else { return nil }
    note = summary
    let document = MiniMarkdownDocument(try visit.notebook.note(id: summary.id).text).snapshot
    let targets = try LinkTargets(document, of: summary.id, visit)
    readiness = targets.readiness
    if readiness == .ready {
      let pointing = try visit.notebook.links.notes(pointingAt: summary.id)
      try around.add(pointing, pointedAt: targets.notes, visit)
    }
    if let survey = try visit.site.survey.surveySoon(of: visit.notebook) {
      let record = try summary.book == nil ? nil : visit.notebook.books.record(of: summary.id)
      around.add(from: survey, around: summary, about: record)
    } else {
      isBeingRead = true
    }
    around.limit()
  }

  var title: String { "Notes around \(note.title)" }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.h1, .set(.dir, "auto")) { "Notes around " + Words.short(note.title, 300) }
    HTML(.p) { HTML(.a, .href(HTML.Address("note", note.id))) { "Back to the note" } }
    LinkParts.notice(readiness, isRepeated: true)
    if isBeingRead {
      HTML(.p, .class("notice"), .set(.role, "status"), .set(.part, "again")) {
        "Reading the notebook…"
      }
    }
    if around.groups.isEmpty, readiness == .ready, !isBeingRead {
      HTML(.p) {
        "This note does not share links, a book or hashtags with other notes."
      }
    }
    if !around.groups.isEmpty {
      HTML(.div, .class("columns")) {
        NoteMap(note, around).svg
        HTML(.div) {
          for group in around.groups {
            HTML(.section) {
              HTML(.h2) { group.kind.heading }
              HTML(.ul, .class("rows")) {
                for note in group.notes { HTML(.li, .class("row")) { NoteParts.link(note) } }
              }
              LinkParts.more(group.total - group.notes.count)
            }
          }
        }
      }
    }
  }
}

/// The notes around a note, in groups. A note is only in the first group that matches.
struct Neighborhood: Sendable {
  enum Kind: Sendable {
    case pointing, both, pointedAt, sameBook, sameTags

    var label: String {
      switch self {
      case .pointing: "Link here"
      case .both: "Both ways"
      case .pointedAt: "Linked"
      case .sameBook: "Same book"
      case .sameTags: "Same hashtags"
      }
    }

    var heading: String {
      switch self {
      case .pointing: "Notes that link here"
      case .both: "Notes with links in both directions"
      case .pointedAt: "Notes that this note links to"
      case .sameBook: "Notes about the same book"
      case .sameTags: "Notes that share hashtags"
      }
    }
  }

  struct Group: Sendable {
    var kind: Kind
    var notes: [NoteSummary]
    /// Number of all notes of the group, shown or not.
    var total: Int
  }

  private(set) var groups: [Group] = []
  private var seen: Set<String> = []

  static let most = 40

  /// Adds the notes that link to the note (`pointing`), that it links to (`pointedAt`), or both.
  mutating func add(
    _ pointing: [String], pointedAt: [String], _ visit: Visit
  ) throws(NotebookError) {
    let (to, from) = (Set(pointing), Set(pointedAt))
    let groups: [(Kind, [String])] = [
      (.pointing, pointing.filter { !from.contains($0) }),
      (.both, pointing.filter(from.contains)),
      (.pointedAt, pointedAt.filter { !to.contains($0) }),
    ]
    for (kind, ids) in groups where !ids.isEmpty {
      let notes = try LinkedNotes.newest(ids, most: Self.most, visit)
      self.groups.append(Group(kind: kind, notes: notes, total: ids.count))
    }
    seen = to.union(from)
  }

  /// Adds the notes about the same book, and the notes that share hashtags. Cost: O(n log n) in the
  /// notes.
  mutating func add(from survey: Survey, around note: NoteSummary, about record: BookRecord?) {
    let kindred = KindredNotes(
      of: note, about: record, among: survey.notes, own: survey.ownFacts, known: seen)
    append(.sameBook, kindred.sameBook)
    append(.sameTags, kindred.sameTags)
  }

  private mutating func append(_ kind: Kind, _ notes: [NoteSummary]) {
    if notes.isEmpty { return }
    groups.append(Group(kind: kind, notes: Array(notes.prefix(Self.most)), total: notes.count))
  }

  /// Cuts the groups to `most` notes in total. All groups keep equally many notes, give or take
  /// one, except groups that have fewer.
  mutating func limit() {
    var shares = groups.map { _ in 0 }
    var left = Self.most
    while left > 0 {
      var isDone = true
      for index in groups.indices where left > 0 && shares[index] < groups[index].notes.count {
        shares[index] += 1
        left -= 1
        isDone = false
      }
      if isDone { break }
    }
    for (index, share) in shares.enumerated() where groups.indices.contains(index) {
      groups[index].notes = Array(groups[index].notes.prefix(share))
    }
    groups.removeAll(where: \.notes.isEmpty)
  }
}
