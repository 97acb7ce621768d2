import Base
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing

/// The notes that a note links to, and the notes that link to it.
struct LinkedNotes: Sendable {
  struct Pointing: Sendable {
    var note: NoteSummary
    /// Excerpts around its first links to this note.
    var excerpts: [Excerpt] = []
    /// Number of all its links to this note.
    var linkCount = 0
  }

  struct Excerpt: Sendable {
    /// The line of the link, from 0.
    var line: Int
    var before: String
    var words: String
    var after: String
  }

  let targets: LinkTargets
  private(set) var pointing: [Pointing] = []
  /// Number of all notes that link to this one, shown or not.
  private(set) var pointingCount = 0
  private(set) var pointedAt: [NoteSummary] = []
  private(set) var pointedAtCount = 0

  private static let mostNotes = 50
  /// Notes are listed without excerpts after texts of this number of bytes were read.
  private static let mostBytes = 4 << 20

  /// Reads the links from and to a note, if the index of links is ready. Cost: linear in the text
  /// and in the texts of the notes shown, with index lookups.
  init(of note: String, _ document: DocumentSnapshot, _ visit: Visit) throws(NotebookError) {
    targets = try LinkTargets(document, of: note, visit)
    guard targets.readiness == .ready else { return }
    pointedAtCount = targets.notes.count
    for id in targets.notes.prefix(Self.mostNotes) {
      if let note = try visit.notebook.summary(of: id), !note.isTrashed { pointedAt.append(note) }
    }
    let ids = try visit.notebook.links.notes(pointingAt: note)
    pointingCount = ids.count
    if ids.isEmpty { return }
    var bytes = 0
    for other in try Self.newest(ids, most: Self.mostNotes, visit) {
      var pointing = Pointing(note: other)
      if bytes < Self.mostBytes, let text = try visit.notebook.texts.of([other.id]).first?.text {
        bytes += text.utf8.count
        let document = MiniMarkdownDocument(text).snapshot
        let links = document.noteLinks
        pointing.add(
          try visit.notebook.links.links(links, meaning: note), of: document, among: links)
      }
      self.pointing.append(pointing)
    }
  }

  /// Returns up to `most` of the notes with these IDs, last changed first, without notes in the
  /// trash. Cost: linear in the IDs if they are few, otherwise linear in all notes.
  static func newest(
    _ ids: [String], most: Int, _ visit: Visit
  ) throws(NotebookError) -> [NoteSummary] {
    guard ids.count <= 4 * most else {
      let wanted = Set(ids)
      return Array(try visit.survey().notes.lazy.filter { wanted.contains($0.id) }.prefix(most))
    }
    var notes: [NoteSummary] = []
    for id in ids {
      if let note = try visit.notebook.summary(of: id), !note.isTrashed { notes.append(note) }
    }
    return Array(notes.sorted(by: NoteSummary.isInOrder).prefix(most))
  }
}

extension LinkedNotes.Pointing {
  private static let mostExcerpts = 3

  /// Adds excerpts around the first of the links in `found`; `links` are all links of the note's
  /// text.
  fileprivate mutating func add(
    _ found: [NoteLink], of document: DocumentSnapshot, among links: [NoteLink]
  ) {
    linkCount = found.count
    for link in found.prefix(Self.mostExcerpts) {
      let sentence = document.sentenceRange(around: link.range)
      excerpts.append(
        LinkedNotes.Excerpt(
          line: document.line(at: link.range.lowerBound),
          before: document.words(in: sentence.lowerBound..<link.range.lowerBound, links),
          words: document.shownText(of: link),
          after: document.words(in: link.range.upperBound..<sentence.upperBound, links)))
    }
  }
}

extension DocumentSnapshot {
  /// Returns the text of a range, with its links as their shown words. Cost: linear in the range
  /// and the links.
  fileprivate func words(in range: Range<Int>, _ links: [NoteLink]) -> String {
    var (text, shown) = ("", range.lowerBound)
    for link in links
    where link.range.lowerBound >= shown && link.range.upperBound <= range.upperBound {
      text += self.text(in: shown..<link.range.lowerBound) + shownText(of: link)
      shown = link.range.upperBound
    }
    return text + self.text(in: shown..<range.upperBound)
  }
}

enum LinkParts {
  /// Returns a notice about missing links. With `isRepeated`, the page reloads itself: do not use
  /// it on a page with a note, which the user may be reading.
  static func notice(_ readiness: Preparation.Readiness, isRepeated: Bool = false) -> HTML {
    switch readiness {
    case .ready: HTML()
    case .failed: HTML(.p, .class("quiet")) { "The links between notes cannot be read." }
    case .beingMade:
      HTML(
        .p,
        [.class("notice"), .set(.role, "status")]
          + (isRepeated ? [.set(.part, "again")] : []),
        HTML("Reading the links between notes… Reload this page to see them."))
    }
  }

  @HTMLBuilder static func html(_ links: LinkedNotes) -> HTML {
    notice(links.targets.readiness)
    if !links.pointing.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Notes that link here" }
        HTML(.ul, .class("links")) { for pointing in links.pointing { row(pointing) } }
        more(links.pointingCount - links.pointing.count)
      }
    }
    if !links.pointedAt.isEmpty {
      HTML(.section) {
        HTML(.h2) { "Links to" }
        HTML(.ul, .class("links")) {
          for note in links.pointedAt { HTML(.li) { NoteParts.link(note) } }
        }
        more(links.pointedAtCount - links.pointedAt.count)
      }
    }
  }

  static func more(_ count: Int) -> HTML {
    count > 0 ? HTML(.p, .class("quiet")) { "and \(count) more" } : HTML()
  }

  private static func row(_ pointing: LinkedNotes.Pointing) -> HTML {
    HTML(.li) {
      NoteParts.link(pointing.note)
      for excerpt in pointing.excerpts {
        HTML(.p, .set(.dir, "auto")) {
          excerpt.before
          HTML(
            .a,
            .href(
              HTML.Address(
                "note", pointing.note.id, query: [("line", "\(excerpt.line)")],
                fragment: NoteHTML.markedFragment))
          ) { excerpt.words }
          excerpt.after
        }
      }
      if pointing.linkCount > pointing.excerpts.count {
        HTML(.p, .class("quiet")) {
          "and \((pointing.linkCount - pointing.excerpts.count).counted("more link"))"
        }
      }
    }
  }
}
