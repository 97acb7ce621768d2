import Base
package import MiniMarkdown
import Notebook
package import NotebookFile
package import PackratParsing

/// The names by which some notes are called.
package struct CalledNames: Sendable {
  /// By the notes' ids, with ranks.
  var names: [String: [LinkName: Int]] = [:]
}

/// A change of the names by which notes are called, and the notes to which links lead after it.
struct NameChange: Sendable {
  /// The names of notes before the change and after it, where those are not the names in the index.
  var before: [String: [LinkName: Int]] = [:]
  var after: [String: [LinkName: Int]] = [:]
  /// The titles of notes, for links that follow them.
  var titles: [String: TitleChange] = [:]
  /// The names that the former titles gave.
  var formerNames: [String: Set<LinkName>] = [:]
  /// The notes in whose places others are, with the titles of these.
  var successors: [String: (note: String, title: String)] = [:]
  /// The note whose text gets the title.
  var renamed: (note: String, title: String)?
  /// Whether links to other notes stay as they are, whatever they mean after it.
  var isOnlyFollowed = false

  /// The notes that are called otherwise.
  var notes: Set<String> { Set(before.keys).union(after.keys) }

  /// The change for texts that were written during it: the notes are called as the index has them by now, but for
  /// those in `except`.
  func done(except notes: Set<String>) -> NameChange {
    var change = self
    change.after = after.filter { notes.contains($0.key) }
    change.renamed = nil
    return change
  }
}

/// A text in an editor.
package struct OpenText: Sendable {
  let document: DocumentSnapshot
  /// The note's id; nil for a file.
  let note: String?
  let unread: ForeignText?

  /// A text; links in `unread` stay.
  package init(_ document: DocumentSnapshot, note: String?, except unread: ForeignText?) {
    (self.document, self.note, self.unread) = (document, note, unread)
  }
}

/// The edits by which links lead to the notes to which they led, or to the ones in their places.
package struct LinkChanges: Sendable {
  /// A stored text, and its edits.
  struct Text: Sendable {
    var text: String
    var edits: [ByteEdit]
    var result: String
  }

  let change: NameChange
  /// The texts that change, by the notes' ids. The texts in editors are not among them.
  private(set) var stored: [String: Text] = [:]
  /// The edits of each text in an editor, in order, in the order of these.
  package private(set) var open: [[ByteEdit]] = []
  /// Whether there are links that meant several notes, and stay.
  package private(set) var hasAmbiguous = false

  /// The notes whose stored texts change.
  package var notes: Set<String> { Set(stored.keys) }

  init(_ change: NameChange, stored: [String: Text], open: [[ByteEdit]], hasAmbiguous: Bool) {
    (self.change, self.stored, self.open) = (change, stored, open)
    self.hasAmbiguous = hasAmbiguous
  }
}

extension Notebook.Links {
  /// The changes of a note's title and of the links that follow it. In `open` are the texts in editors, with the
  /// note's title there, if it is open.
  ///
  /// Links that mean several notes stay. Links to other notes that would mean this one name their notes by id. Cost:
  /// looks at the index of links, and parses of the texts that change, and of those in `open`.
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

  /// The changes of links that named a note by a former title, which it had until a moment ago.
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

  /// The changes of links to the notes of `former`, the names that they and the note `successor` had, which is in
  /// their places by now.
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

  /// The names by which notes are called now.
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

  /// Makes the changes in the stored texts, those of the notes `except` left out, in one write. Texts that were
  /// written since are looked at again. `progress` is called with the numbers of notes done and of all; if it returns
  /// false, nothing is changed. Returns the ids of the notes that changed; nil if it was stopped.
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
  /// The names by which a note is called, with their ranks, as far as links may use them. With a `title`, as if it
  /// had this one, and with a `text`, as if it had that. Empty if there is no such note.
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
