/// Groups of a notebook's functions, as in `notebook.tags.rename`. The groups for links, titles,
/// reviews and searches are in the targets of their indexes.
extension Notebook {
  package var notes: Notes { Notes(notebook: self) }
  package var texts: Texts { Texts(notebook: self) }
  package var quotes: Quotes { Quotes(notebook: self) }
  package var tags: Tags { Tags(notebook: self) }
  package var images: Images { Images(notebook: self) }
  package var books: Books { Books(notebook: self) }
  package var history: History { History(notebook: self) }
  package var conflicts: Conflicts { Conflicts(notebook: self) }

  package struct Notes: Sendable { let notebook: Notebook }

  package struct Texts: Sendable { let notebook: Notebook }

  package struct Quotes: Sendable { package let notebook: Notebook }

  package struct Tags: Sendable { let notebook: Notebook }

  package struct Images: Sendable { let notebook: Notebook }

  /// The value types are in the target `Books`.
  package struct Books: Sendable { package let notebook: Notebook }

  package struct History: Sendable { let notebook: Notebook }

  package struct Conflicts: Sendable { let notebook: Notebook }
}
