import Base
package import MiniMarkdown
package import Notebook
package import NotebookFile

extension Notebook {
  package var links: Links { Links(notebook: self) }

  /// The links between notes. They are looked up in an index beside the working copy, which is made the first
  /// time: linear in the notebook. Later calls cost looks at the index, and a parse of each text that was
  /// written since. Notes in the trash neither point at others nor are pointed at.
  package struct Links: Sendable { package let notebook: Notebook }
}

extension Notebook.Links {
  /// The most notes that are named.
  package static var mostLinkedNotes: Int { 10_000 }

  /// The notes that a link with these names means, by id: several if the title is ambiguous.
  package func notes(called names: [LinkName]) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.notes(called: names, most: Self.mostLinkedNotes) }
  }

  /// The same for many links at once, each given by its names.
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

  /// Those of `links` that mean the note `id`, in their order. Cost: a look at the index for each with other names.
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

  /// The notes, by id, that point at the note `id`.
  package func notes(
    pointingAt id: String, most: Int = Self.mostLinkedNotes
  ) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.notes(pointingAt: id, most: most) }
  }

  /// The number of these.
  package func countOfNotes(pointingAt id: String) throws(NotebookError) -> Int {
    try notes(pointingAt: id).count
  }

  /// The notes, by id, at which the note `id` points.
  package func notes(
    pointedAtBy id: String, most: Int = Self.mostLinkedNotes
  ) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.notes(pointedAtBy: id, most: most) }
  }

  /// The notes, by id, at which no other note points.
  package func orphans(most: Int = Self.mostLinkedNotes) throws(NotebookError) -> [String] {
    try index.with(notebook) { try $0.orphans(most: most) }
  }

  /// The notes that a person may want to link to, who has typed `text`: those whose title, another title or an
  /// author begins so, then those that have it as a part of the title; without a text, the notes that were written
  /// last, the newest first. With the name that was found, if it is not the title. Until `canLookUp`, only parts of
  /// titles are looked for.
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

  /// Makes the index of links, or brings it up to date. For work that no user waits for.
  package func makeIndex() throws(NotebookError) { try index.make(of: notebook) }

  /// Whether the index of links is up to date, or can be made so by entering a few changes. It does not wait for an
  /// index that is being made.
  package func isUpToDate() -> Bool { index.catchUp(with: notebook, most: 200) }

  /// Whether links can be looked up at once. Where there is no working copy, that costs a look at all texts.
  package var canLookUp: Bool { !notebook.hasWorkingCopy || isUpToDate() }

  /// Whether the index of links is there, or nearly: it was used before, or can be brought up to date by entering
  /// a few changes. Waits for one that is being made.
  package var isUsed: Bool { index.queue != nil || index.catchUp(with: notebook, most: 200) }

  /// The index of links.
  var index: KeptIndex<LinkTable> { notebook.followers.get() }
}
