import Base
package import MiniMarkdown
package import Notebook
package import NotebookFile

extension Notebook {
  package var links: Links { Links(notebook: self) }

  /// The links between notes, found in an index next to the working copy. The first use builds it:
  /// linear in the notebook. Later uses cost index lookups, and a parse of each text written since.
  /// Links to and from notes in the trash do not count.
  package struct Links: Sendable { package let notebook: Notebook }
}

extension Notebook.Links {
  /// The default maximum number of notes in an answer.
  package static var mostLinkedNotes: Int { 10_000 }

  package func notes(called names: [LinkName]) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.notes(called: names, most: Self.mostLinkedNotes) }
  }

  package func notes(
    calledByAny links: [[LinkName]]
  ) throws(NotebookError) -> [[LinkName]: [String]] {
    try index.with(notebook) { tables in
      var found: [[LinkName]: [String]] = [:]
      for names in links where !names.isEmpty && found[names] == nil {
        found[names] = try tables.notes(called: names, most: Self.mostLinkedNotes)
      }
      return found
    }
  }

  /// Returns the links among `links` that link to the note `id`, in order. Cost: one index lookup
  /// per distinct list of names.
  package func links(
    _ links: [NoteLink], meaning id: String
  ) throws(NotebookError) -> [NoteLink] {
    try index.with(notebook) { tables in
      let called = try tables.names(of: id)
      var leads: [[LinkName]: Bool] = [:]
      return try links.filter { link in
        if link.names.isEmpty { return false }
        if let known = leads[link.names] { return known }
        let isMeant = try tables.leads(link.names, to: called)
        leads[link.names] = isMeant
        return isMeant
      }
    }
  }

  package func notes(
    pointingAt id: String, most: Int = Self.mostLinkedNotes
  ) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.notes(pointingAt: id, most: most) }
  }

  package func countOfNotes(pointingAt id: String) throws(NotebookError) -> Int {
    try notes(pointingAt: id).count
  }

  package func notes(
    pointedAtBy id: String, most: Int = Self.mostLinkedNotes
  ) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.notes(pointedAtBy: id, most: most) }
  }

  package func orphans(most: Int = Self.mostLinkedNotes) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.orphans(most: most) }
  }

  /// Returns notes to link to, for a user who typed `text`: first notes with a title, another title
  /// or an author that begins with it, then notes with it in the title. Without text, returns the
  /// notes changed last, the newest first. `otherName` is the matched name if it is not the title.
  /// While `canLookUp` is false, only searches titles.
  package func notes(
    forLink text: String, most: Int
  ) throws(NotebookError) -> [(note: NoteSummary, otherName: String?)] {
    guard let name = LinkName(title: text) else {
      if let last = try notebook.titles.lastWritten(most, books: 0) {
        return last.notes.map { ($0, nil) }
      }
      return try notebook.notes.all().prefix(most).map { ($0, nil) }
    }
    var found: [(id: String, name: String?)] = []
    if canLookUp {
      found = try index.with(notebook) { tables in
        try tables.called(beginning: name.text, most: 4 * most).sorted { $0.rank < $1.rank }
          .map { ($0.note, $0.rank == LinkName.Rank.title ? nil : $0.name) }
      }
    }
    if found.count < most { found += try notebook.titles.notes(withPart: text).map { ($0, nil) } }
    var seen: Set<String> = []
    var notes: [(note: NoteSummary, otherName: String?)] = []
    for (id, name) in found where notes.count < most && seen.insert(id).inserted {
      guard let note = try notebook.summary(of: id), !note.isTrashed else { continue }
      notes.append((note, name))
    }
    return notes
  }

  /// Builds the index of links, or brings it up to date. Call it in the background.
  package func makeIndex() throws(NotebookError) { try index.make(of: notebook) }

  /// Whether the index of links is up to date, or can be brought up to date with at most 200
  /// changes. Does not wait for an index that is being built.
  package func isUpToDate() -> Bool { index.catchUp(with: notebook, most: 200) }

  /// Whether links can be looked up without building an index. Always true without a working copy,
  /// although the lookup may read all texts.
  package var canLookUp: Bool { !notebook.hasWorkingCopy || isUpToDate() }

  /// Whether the index of links was used before, or can be brought up to date with at most 200
  /// changes. Waits for an index that is being built.
  package var isUsed: Bool { index.queue != nil || index.catchUp(with: notebook, most: 200) }

  var index: KeptIndex<LinkTable> { notebook.followers.get() }
}
