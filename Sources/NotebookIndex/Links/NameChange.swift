import Base
package import MiniMarkdown
import Notebook
package import NotebookFile
package import PackratParsing

package struct CalledNames: Sendable {
  /// The names of each note with their ranks, by the note's ID.
  var names: [String: [LinkName: Int]] = [:]
}

/// A change of the names of notes, and so of the notes to which links link.
struct NameChange: Sendable {
  /// The names before the change, of notes whose names change, by ID.
  var before: [String: [LinkName: Int]] = [:]
  /// The names after the change, of notes whose names change, by ID. A replaced note has none.
  var after: [String: [LinkName: Int]] = [:]
  var titles: [String: TitleChange] = [:]
  /// The names that came from the old titles, by ID.
  var formerNames: [String: Set<LinkName>] = [:]
  /// The notes that replace others, with their titles, by the IDs of the replaced notes.
  var successors: [String: (note: String, title: String)] = [:]
  /// The note whose text gets a new title, and that title.
  var renamed: (note: String, title: String)?
  /// Whether links to other notes stay as they are, even if they link to another note after the
  /// change.
  var isOnlyFollowed = false

  var notes: Set<String> { Set(before.keys).union(after.keys) }

  /// Returns the change for texts that were written while it was applied. All notes except `notes`
  /// then have the names in the index.
  func done(except notes: Set<String>) -> NameChange {
    var change = self
    change.after = after.filter { notes.contains($0.key) }
    change.renamed = nil
    return change
  }
}

package struct OpenText: Sendable {
  let document: DocumentSnapshot
  /// The note's id; nil for a file.
  let note: String?
  let unread: ForeignText?

  /// Links in `unread` are not changed.
  package init(_ document: DocumentSnapshot, note: String?, except unread: ForeignText?) {
    (self.document, self.note, self.unread) = (document, note, unread)
  }
}

/// The edits that keep links pointing to the same notes, or to the notes that replaced them.
package struct LinkChanges: Sendable {
  struct Text: Sendable {
    var text: String
    var edits: [ByteEdit]
    var result: String
  }

  let change: NameChange
  /// The stored texts that change, by the IDs of the notes. Texts open in editors are not included.
  private(set) var stored: [String: Text] = [:]
  /// The edits of each text that is open in an editor, sorted by offset; in the order of the open
  /// texts.
  package private(set) var open: [[ByteEdit]] = []
  /// Whether links to several notes were left unchanged.
  package private(set) var hasAmbiguous = false

  package var notes: Set<String> { Set(stored.keys) }

  init(_ change: NameChange, stored: [String: Text], open: [[ByteEdit]], hasAmbiguous: Bool) {
    (self.change, self.stored, self.open) = (change, stored, open)
    self.hasAmbiguous = hasAmbiguous
  }
}

extension Notebook.Links {
  /// Returns the changes of a note's title and of the links to it. `open` contains the texts open
  /// in editors; `openTitle` is the note's title in its editor.
  ///
  /// Links to several notes are not changed. Links to other notes that would now link to this note
  /// are changed to name their notes by ID. Throws `noteNotFound` for a note that is missing or in
  /// the trash. Cost: lookups in the index of links, and parses of the texts that change and of
  /// `open`.
  package func changes(
    renaming id: String, to title: String, openTitle: String? = nil, open: [OpenText] = []
  ) throws(NotebookError) -> LinkChanges {
    let title = title.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
    guard let note = try notebook.summary(of: id), !note.isTrashed else {
      throw .noteNotFound(id: id, path: notebook.path)
    }
    var change = NameChange(renamed: (id, title))
    let old = note.storedTitle.trimmed
    change.titles[id] = TitleChange(from: old, to: title)
    change.formerNames[id] = Set(LinkName.ofTitle(old))
    change.before[id] = try names(of: id)
    for name in LinkName.ofTitle(openTitle ?? old) where change.before[id]?[name] == nil {
      change.before[id]?[name] = name.isFile ? LinkName.Rank.file : LinkName.Rank.title
      change.formerNames[id]?.insert(name)
    }
    change.after[id] = try names(of: id, title: title)
    return try changes(change, open)
  }

  /// Returns the changes of links that name a note by its old title, after the note was renamed.
  /// Throws `noteNotFound` for a note that is missing or in the trash.
  package func changes(
    following id: String, from old: String, open: [OpenText] = []
  ) throws(NotebookError) -> LinkChanges {
    guard let note = try notebook.summary(of: id), !note.isTrashed else {
      throw .noteNotFound(id: id, path: notebook.path)
    }
    var change = NameChange(isOnlyFollowed: true)
    let title = note.storedTitle.trimmed
    change.before[id] = try names(of: id, title: old)
    change.after[id] = try names(of: id, title: title)
    if !title.isEmpty, LinkName(title: old) != LinkName(title: title) {
      change.titles[id] = TitleChange(from: old, to: title)
      change.formerNames[id] = Set(LinkName.ofTitle(old))
    }
    return try changes(change, open)
  }

  /// Returns the changes of links to notes that `successor` has replaced. `former` contains the
  /// names that these notes and `successor` had before.
  package func changes(
    from former: CalledNames, to successor: String
  ) throws(NotebookError) -> LinkChanges {
    var change = NameChange(before: former.names)
    let title = try notebook.summary(of: successor)?.storedTitle.trimmed ?? ""
    for id in former.names.keys where id != successor {
      change.successors[id] = (successor, title)
      change.after[id] = [:]
    }
    return try changes(change, [])
  }

  package func calledNames(of notes: [String]) throws(NotebookError) -> CalledNames {
    var found = CalledNames()
    for note in notes { found.names[note] = try names(of: note) }
    return found
  }

  private func changes(
    _ change: NameChange, _ open: [OpenText]
  ) throws(NotebookError) -> LinkChanges {
    try index.with(notebook) { tables in
      var following = LinkFollowing(notebook, tables, change, open)
      return try following.changes()
    }
  }

  /// Applies the changes to the stored texts in one write, except those of `notes`. Texts that were
  /// written since are analyzed and changed in further writes, at most twice. `progress` receives
  /// the number of notes done and the total; if it returns false, that write changes nothing.
  /// Returns the IDs of the changed notes; nil if it was stopped before any change.
  package func make(
    _ changes: LinkChanges, except notes: Set<String> = [],
    progress: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
  ) throws(NotebookError) -> [String]? {
    var changes = changes
    var changed: [String] = []
    for _ in 0..<3 {
      var missed = false
      let ids = changes.notes.subtracting(notes).sorted()
      let written = try notebook.notes.rewriteTexts(of: ids, progress: progress) { id, text in
        guard let known = changes.stored[id] else { return nil }
        if known.text.utf8.elementsEqual(text.utf8) { return known.result }
        missed = true
        guard let renamed = changes.change.renamed, renamed.note == id else { return nil }
        return NoteText.renamed(text, to: renamed.title)
      }
      guard let written else { return changed.isEmpty ? nil : changed }
      changed += written.filter { !changed.contains($0) }
      guard missed else { break }
      changes = try self.changes(changes.change.done(except: notes), [])
    }
    return changed
  }
}

extension Notebook.Links {
  /// Returns the names of a note that links may use, with their ranks, as if it had `title` and
  /// `text`, if given. Returns an empty dictionary if the note does not exist.
  func names(
    of id: String, title: String? = nil, text: String? = nil
  ) throws(NotebookError) -> [LinkName: Int] {
    try notebook.read { db in
      guard let note = try NoteSummary.fetchOne(db, id: id) else { return [:] }
      var titles = LinkedTitles(note)
      if let title { titles.title = title.trimmed }
      var facts = LinkFacts(titlesIn: try text ?? LinkTable.text(of: id, in: db))
      facts.add(try LinkTable.frontMatter(of: id, in: db))
      return titles.names(of: id, facts).filter { $0.value < LinkName.Rank.author }
    }
  }
}
