import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import NotebookIndex
import PackratParsing

extension OpenDocument {
  /// Returns the link at `offset`; nil if there is none, or if it is in foreign text.
  func noteLink(at offset: Int) -> NoteLink? {
    guard let link = snapshot.noteLink(at: offset) else { return nil }
    let start = link.range.lowerBound
    return isUnread(start) || foreign.hidesLinks(at: start) ? nil : link
  }

  /// Returns the links in order; for a file, without those in foreign text. Cost: linear in the
  /// text.
  func noteLinks() -> [NoteLink] {
    guard let unread else { return snapshot.noteLinks }
    return snapshot.noteLinks.filter { !unread.contains($0.range.lowerBound) }
  }
}

extension LinkRequests {
  /// Returns the open document and the link at a position in it; nil if there is none, and in
  /// views.
  func link(
    in identifier: TextDocumentIdentifier, at position: Position
  ) -> (document: OpenDocument, link: NoteLink)? {
    guard let document = context.document(identifier), ViewURI(document.uri) == nil else {
      return nil
    }
    let offset = document.snapshot.offset(of: TextPosition(position), in: profile.encoding)
    return document.noteLink(at: offset).map { (document, $0) }
  }

  /// Whether links can be looked up at once, or no notebook is open; if not, starts building their
  /// index. For requests that must not wait for that, such as hovers and completion.
  var canLookUpLinks: Bool {
    if notebook.opened?.links.canLookUp != false { return true }
    memory.indexCache.makeLinkIndex()
    return false
  }

  /// Returns the notes that a link matches: several, at most `mostMeant`, if its title is
  /// ambiguous. Returns an empty list if no notebook is open. The first call builds the index of
  /// links.
  func notes(meantBy link: NoteLink) throws(ResponseError) -> [NoteSummary] {
    guard !link.names.isEmpty else { return [] }
    do throws(ResponseError) {
      return try notebook.ask { (notebook) throws(NotebookError) in
        var notes: [NoteSummary] = []
        for id in try notebook.links.notes(called: link.names).prefix(mostMeant) {
          if let note = try notebook.summary(of: id), !note.isTrashed { notes.append(note) }
        }
        return notes
      }
    } catch {
      if notebook.opened == nil { return [] }
      throw error
    }
  }

  /// Returns the targets of a link: in each note that it matches, the heading that it names, or
  /// else the title.
  func locations(of link: NoteLink, in document: OpenDocument) throws(ResponseError) -> [Location] {
    if link.isWithinNote {
      let range = link.headingTitle.flatMap { document.snapshot.headingRange(titled: $0) }
      return range.map {
        [
          Location(
            uri: document.uri, range: document.snapshot.lspRange(of: $0, in: profile.encoding))
        ]
      } ?? []
    }
    var parsed: [String: DocumentSnapshot] = [:]
    return try notes(meantBy: link).compactMap { note in
      context.location(in: note, parsed: &parsed) { snapshot in
        link.headingTitle.flatMap { snapshot.headingRange(titled: $0) } ?? snapshot.titleRange
      }
    }
  }

  /// Returns the open note whose first heading is on the line of the position, and the range of its
  /// title.
  func titledNote(
    _ identifier: TextDocumentIdentifier, _ position: Position
  ) -> (document: OpenDocument, note: String, title: Range<Int>)? {
    guard let document = context.document(identifier), let note = document.note,
      let title = document.snapshot.titleRange
    else { return nil }
    let snapshot = document.snapshot
    let offset = snapshot.offset(of: TextPosition(position), in: profile.encoding)
    let line = snapshot.lineRange(snapshot.line(at: title.lowerBound))
    return line.lowerBound <= offset && offset <= line.upperBound ? (document, note, title) : nil
  }
}

/// The maximum number of notes for a link with an ambiguous title.
private let mostMeant = 20

extension DocumentSnapshot {
  var titleRange: Range<Int>? { NoteContent.titleRange(in: self) }
}
