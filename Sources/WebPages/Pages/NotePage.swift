import Books
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing
import WebServer

struct NotePage: WebPage {
  var note: NoteSummary
  var text: NoteHTML
  var links: LinkedNotes
  var isInConflict = false
  var editor: NoteOpener?

  /// Nil if the note is missing or in the trash.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let summary = try visit.note() else { return nil }
    note = summary
    let document = MiniMarkdownDocument(try visit.notebook.note(id: summary.id).text).snapshot
    links = try LinkedNotes(of: summary.id, document, visit)
    text = NoteHTML(
      document, targets: .of(note: summary.id, links.targets),
      line: visit.field("line").flatMap { Int($0) })
    isInConflict = try visit.notebook.conflicts.of(summary.id) != nil
    // Starting a program needs a form, which read-only pages do not have.
    if NoteOpener.name(ofNote: summary.id) != nil {
      switch visit.site.editor {
      case .program where visit.site.isReadOnly: break
      case let editor: self.editor = editor
      }
    }
  }

  var title: String { note.title }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.article, .class("note")) {
      HTML(.h1, [.set(.dir, "auto")], text.title ?? HTML(note.title))
      if isInConflict {
        HTML(.p, .class("notice")) {
          "Several devices or programs changed this note independently. "
          HTML(.a, .href(HTML.Address("note", note.id, "conflict"))) { "Show the versions" }
        }
      }
      if text.chapters.count > 3 { Contents(chapters: text.chapters).html }
      text.body
    }
    HTML(.div, .class("around")) { LinkParts.html(links) }
    HTML(.aside, .class("beside"), .set(.ariaLabel, "About this note")) {
      if let book = note.book {
        HTML(.p) {
          "About "
          HTML(.a, .href(HTML.Address("book", note.id)), .set(.dir, "auto")) {
            book.title.isEmpty ? "a book" : book.title
          }
        }
      }
      NoteParts.tags(note.tags)
      HTML(.p, .class("quiet")) {
        "Written \(Words.day(note.created)), changed \(Words.day(note.modified)). "
        HTML(.a, .href(HTML.Address("note", note.id, "history"))) { "Earlier texts" }
        " "
        HTML(.a, .href(HTML.Address("note", note.id, "map"))) { "Map of the notes around this one" }
      }
      opening
      if PlainID.isPlain(note.id) {
        HTML(.p, .class("quiet")) {
          "In a terminal: "
          HTML(.code) { "commonplace edit \(PlainID.inCommand(note.id))" }
        }
      }
    }
  }
}

extension NotePage {
  @HTMLBuilder fileprivate var opening: HTML {
    switch editor {
    case .link(let link):
      HTML(.p) {
        HTML(.a, .class("button"), .href(link.address(ofNote: note.id))) { "Open in my editor" }
      }
    case .program:
      FormParts.post(HTML.Path("note", note.id, "open")) {
        FormParts.button("Open in my editor", .class("quiet"))
      }
    case nil: HTML()
    }
  }

  static func open(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let note = try visit.note(), let name = NoteOpener.name(ofNote: note.id),
      case .program(let open) = visit.site.editor
    else { return visit.missing }
    return open(name)
      ? visit.go(to: HTML.Path("note", note.id)) : visit.site.refusal(.noEditor)
  }
}

struct Contents {
  let chapters: [NoteHTML.Chapter]
  /// The ID of the note with the headings; nil if it is shown on this page.
  var note: String?

  private static let most = 200

  var html: HTML {
    HTML(.nav, .class("contents"), .set(.ariaLabel, "Chapters")) {
      HTML(.ul) {
        for chapter in chapters.prefix(Self.most) {
          HTML(.li, .class("in\(chapter.depth)")) {
            HTML(.a, .href(address(chapter)), .set(.dir, "auto")) {
              chapter.title.isEmpty ? "(untitled)" : Words.short(chapter.title, 200)
            }
          }
        }
      }
    }
  }

  private func address(_ chapter: NoteHTML.Chapter) -> HTML.Address {
    guard let note else { return HTML.Address(fragment: chapter.fragment) }
    return HTML.Address("note", note, fragment: chapter.fragment)
  }
}

extension NoteHTML {
  /// Renders an earlier text of a note, with links to the current notes.
  init(_ text: String, of id: String, _ visit: Visit) throws(NotebookError) {
    let document = MiniMarkdownDocument(text).snapshot
    self.init(document, targets: .of(note: id, try LinkTargets(document, of: id, visit)))
  }
}

extension NoteHTML.Targets {
  /// Returns the addresses of a note's hashtags, images and links. Without `links`, links to notes
  /// are plain words.
  static func of(note id: String, _ links: LinkTargets? = nil) -> Self {
    Self(
      hashtag: NoteParts.address(ofTag:),
      // Network addresses have a scheme; image keys do not. SVG can contain scripts, so it is never
      // sent.
      image: { key in
        key.isEmpty || key.contains(":") || key.hasPrefix("/") || key.lowercased().hasSuffix(".svg")
          ? nil : HTML.Path("image", id, key)
      }, note: { links?.target(of: $0) ?? .unknown })
  }
}

/// The notes outside the trash, last changed first.
struct NotesPage: WebPage {
  var notes: [NoteSummary] = []
  var total = 0
  var page = 1

  init(_ visit: Visit) throws(NotebookError) {
    let survey = try visit.survey()
    page = visit.page
    total = survey.notes.count
    notes = Array(PageLinks.slice(survey.notes, page: page))
  }

  var title: String { "Notes" }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.h1) { title }
    if notes.isEmpty { HTML(.p) { "This page does not have notes." } }
    NoteParts.list(notes)
    PageLinks(page: page, total: total, path: ["notes"], query: []).html
  }
}
