import Base
import Books
import LanguageServerProtocol
import Notebook
import NotebookFile
import NotebookIndex

extension RenderedView {
  /// Renders the notes around a note: the notes linked with it, with the sentences of the links;
  /// its links that match no note; the notes about the same book; and the notes with the same
  /// hashtags. Throws `noteNotFound`. Cost: the cost of `surroundings`, and linear in the notes.
  init(
    around id: String, in notebook: Notebook, uri: (NoteSummary) -> String
  ) throws(NotebookError) {
    guard let note = try notebook.summary(of: id) else {
      throw .noteNotFound(id: id, path: notebook.path)
    }
    append("# Around \(note.title.withoutControls)\n")
    let linked = try notebook.links.surroundings(of: id, most: Self.mostLinked)
    append("Notes that link here", linked.pointing, isCut: linked.isPointingCut, uri)
    append("Notes that this note links to", linked.pointedAt.map(\.note), uri)
    if !linked.missing.isEmpty {
      append("\n## Links that match no note\n\n")
      for (name, position) in linked.missing.prefix(Self.mostListed) {
        append("- ")
        append(name.withoutControls, linkingTo: uri(note) + "#L\(position.line + 1)")
        append("\n")
      }
    }
    let known = Set((linked.pointing + linked.pointedAt).map(\.note.id))
    let record = try note.book == nil ? nil : notebook.books.record(of: id)
    let own = try record == nil ? [:] : notebook.books.ownFacts()
    let kindred = KindredNotes(
      of: note, about: record, among: try notebook.notes.all(), own: own, known: known)
    append("Notes about the same book", kindred.sameBook, uri)
    append("Notes that share hashtags", kindred.sameTags, uri)
    if links.isEmpty {
      append(
        "\nNo related notes: no links to or from other notes, and no shared book or hashtags.\n")
    }
  }

  /// The maximum number of notes that link here, and of entries in the lists of missing and kindred
  /// notes. The list of notes that this note links to has no limit.
  private static let (mostLinked, mostListed) = (200, 40)

  private mutating func append(
    _ heading: String, _ notes: [LinkedNote], isCut: Bool = false, _ uri: (NoteSummary) -> String
  ) {
    if notes.isEmpty { return }
    append("\n## \(heading)\n\n")
    for linked in notes {
      let uri = uri(linked.note)
      append("- ")
      append(linked.note.title.withoutControls, linkingTo: uri)
      append("\n")
      for position in linked.positions.prefix(3) {
        append("  - ")
        append("line \(position.line + 1)", linkingTo: uri + "#L\(position.line + 1)")
        append(": \(position.sentence.withoutControls)\n")
      }
    }
    if isCut {
      append("\nThis list ends after the \(Self.mostLinked) notes that were changed last.\n")
    }
  }

  private mutating func append(
    _ heading: String, _ notes: [NoteSummary], _ uri: (NoteSummary) -> String
  ) {
    if notes.isEmpty { return }
    append("\n## \(heading)\n\n")
    for note in notes.prefix(Self.mostListed) {
      append("- ")
      append(note.title.withoutControls, linkingTo: uri(note))
      append("\n")
    }
    let more = notes.count - Self.mostListed
    if more > 0 { append("\n… and \(more) more\n") }
  }
}
