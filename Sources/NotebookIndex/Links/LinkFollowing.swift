import Base
import MiniMarkdown
import Notebook
import PackratParsing

/// Finds the edits that keep links pointing to the same notes when the names of notes change.
struct LinkFollowing {
  private let notebook: Notebook
  private let tables: LinkTable
  private let open: [OpenText]
  private var change: NameChange
  private var old: NamedNotes
  private var new: NamedNotes
  private var known: [[LinkName]: LinkWish?] = [:]
  private var hasAmbiguous = false

  /// Maximum number of passes over the texts: editing a link in a title changes that title, and the
  /// links to it.
  private static let mostRounds = 8

  init(_ notebook: Notebook, _ tables: LinkTable, _ change: NameChange, _ open: [OpenText]) {
    (self.notebook, self.tables, self.change, self.open) = (notebook, tables, change, open)
    old = NamedNotes(tables, change.before)
    new = NamedNotes(tables, change.after)
  }

  mutating func changes() throws -> LinkChanges {
    var stored: [String: LinkChanges.Text] = [:]
    var edits: [[ByteEdit]] = []
    for _ in 0..<Self.mostRounds {
      (stored, edits) = ([:], [])
      var isSettled = true
      for text in open {
        let changed = try self.edits(of: text.document, text.note, except: text.unread)
        edits.append(changed.edits)
        if let note = text.note, try follow(note, text.document, changed) { isSettled = false }
      }
      let notes = try affected().subtracting(open.compactMap(\.note)).sorted()
      for (id, text) in zip(notes, try notebook.texts.of(notes).map(\.text)) {
        let document = MiniMarkdownDocument(text).snapshot
        let changed = try self.edits(of: document, id, except: nil)
        if changed.edits.isEmpty { continue }
        stored[id] = LinkChanges.Text(text: text, edits: changed.edits, result: changed.text)
        if try follow(id, document, changed) { isSettled = false }
      }
      if isSettled { break }
      (new, known) = (NamedNotes(tables, change.after), [:])
    }
    return LinkChanges(change, stored: stored, open: edits, hasAmbiguous: hasAmbiguous)
  }

  // MARK: Texts

  private typealias Changed = (edits: [ByteEdit], text: String)

  private mutating func edits(
    of document: DocumentSnapshot, _ note: String?, except unread: ForeignText?
  ) throws -> Changed {
    let isRenamed = note != nil && note == change.renamed?.note
    let title = isRenamed ? change.renamed.map { NoteText.titleEdit(document, to: $0.title) } : nil
    let links = document.noteLinks.filter { unread?.contains($0.range.lowerBound) != true }
    let heading = NoteContent.titleRange(in: document)
    var wishes: [Int: LinkWish] = [:]
    for (index, link) in links.enumerated() {
      if let title, title.range.overlaps(link.range) { continue }
      guard var wish = try wish(link.names) else { continue }
      // In a title, a link does not get its note's new title, unless the user renames that note:
      // titles that contain each other would grow with each pass.
      if heading?.overlaps(link.range) == true, wish.note != change.renamed?.note {
        wish.titles = nil
      }
      wishes[index] = wish
    }
    guard !wishes.isEmpty || title != nil else { return ([], "") }
    let new = new
    let found = try LinkEdits(document, links, wishes) { link, wish in
      try new.notes(called: link.names) == [wish.note]
    }
    let all = ([title].compactMap { $0 } + found.edits).sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return (all, document.text(applying: all))
  }

  /// Records a note's new title and other names for links to it, if its new text changes them.
  /// Returns whether it does.
  private mutating func follow(
    _ id: String, _ document: DocumentSnapshot, _ changed: Changed
  ) throws -> Bool {
    guard !changed.edits.isEmpty else { return false }
    let title = NoteContent(document).title.trimmed
    let newTitle = NoteContent(text: changed.text).title.trimmed
    let isRenamed = id == change.renamed?.note
    let hasTitle = isRenamed || title == newTitle
    let aliases = NoteAliases.read(document.text)
    if hasTitle, aliases == NoteAliases.read(changed.text) { return false }
    let names = try notebook.links.names(of: id, title: newTitle, text: changed.text)
    if names == change.after[id] { return false }
    if change.before[id] == nil { change.before[id] = try tables.names(of: id) }
    change.after[id] = names
    if !hasTitle {
      change.titles[id] = TitleChange(from: title, to: newTitle)
      change.formerNames[id] = Set(LinkName.ofTitle(title))
    }
    return true
  }

  // MARK: Links

  /// Returns the note to which links with `names` must link; nil if these links stay as they are.
  private mutating func wish(_ names: [LinkName]) throws -> LinkWish? {
    if names.isEmpty { return nil }
    if let known = known[names] { return known }
    let wish = try lookedUp(names)
    known[names] = .some(wish)
    return wish
  }

  private mutating func lookedUp(_ names: [LinkName]) throws -> LinkWish? {
    guard let meaning = try old.meaning(of: names) else { return nil }
    let former = try old.notes(called: names)
    guard let note = former.first, former.count == 1 else {
      if !former.isDisjoint(with: change.titles.keys) { hasAmbiguous = true }
      return nil
    }
    if let titles = change.titles[note], !titles.isEmpty,
      change.formerNames[note]?.contains(meaning.name) == true
    {
      return LinkWish(note, titles: titles)
    }
    let successor = change.successors[note]
    let wanted = successor?.note ?? note
    if try new.notes(called: names) == [wanted] { return nil }
    if change.isOnlyFollowed, change.titles[note] == nil, successor == nil { return nil }
    return LinkWish(wanted, title: successor?.title)
  }

  private mutating func affected() throws -> Set<String> {
    var names: Set<LinkName> = []
    for id in change.notes {
      names.formUnion((try change.before[id] ?? tables.names(of: id)).keys)
      names.formUnion((try change.after[id] ?? tables.names(of: id)).keys)
    }
    var notes = Set([change.renamed?.note].compactMap { $0 })
    var seen: Set<[LinkName]> = []
    for name in names {
      for link in try tables.links(withName: name) where seen.insert(link.names).inserted {
        if try wish(link.names) != nil { notes.formUnion(link.notes) }
      }
    }
    return notes
  }
}
