import NotebookFile

/// A kind of file or folder that an import reads. `all` is the one list of them.
package struct ForeignFormat: Sendable {
  package enum Kind: Sendable { case highlights, books, notes, folders }

  /// Its id in JSON, in the sources of books and for `--from`.
  package let id: String
  /// For people, as in `From Goodreads: 3 books`.
  package let name: String
  package let kind: Kind
  /// The endings of its files, in lower case and without dots.
  let endings: Set<String>
  /// Whether its files are imported from folders, too.
  let isInFolders: Bool
  /// Reads a file. Returns nil if it is of another format; throws if it is of this one and cannot be read.
  package let read: @Sendable (ImportedFile) throws -> ForeignContent?
  /// The files of a device's or a program's own folder, by its path. Returns none for any other folder.
  package var files: @Sendable (String) -> [String] = { _ in [] }
  /// The rules of a folder of notes; nil for files.
  package private(set) var folder: FolderRules?

  init(
    _ id: String, _ name: String, _ kind: Kind, _ endings: Set<String>, isInFolders: Bool = false,
    read: @escaping @Sendable (ImportedFile) throws -> ForeignContent?
  ) {
    (self.id, self.name, self.kind, self.endings) = (id, name, kind, endings)
    (self.isInFolders, self.read) = (isInFolders, read)
  }

  /// Files of highlights; those of `files` are read from their folder.
  init(
    _ id: String, _ name: String, highlightsIn endings: Set<String>,
    files: @escaping @Sendable (String) -> [String] = { _ in [] },
    read: @escaping @Sendable (ImportedFile) throws -> HighlightFile?
  ) {
    self.init(id, name, .highlights, endings) { try read($0).map { .highlights($0) } }
    self.files = files
  }

  /// Lists of books.
  init(
    _ id: String, _ name: String, booksIn endings: Set<String> = ImportedFile.lists,
    files: @escaping @Sendable (String) -> [String] = { _ in [] },
    read: @escaping @Sendable (ImportedFile) throws -> BookList?
  ) {
    self.init(id, name, .books, endings) { file in
      guard var list = try read(file) else { return nil }
      list.remarks += file.remarks
      return .books(list)
    }
    self.files = files
  }

  /// A format of whole folders, such as vaults: no single file is recognised by it.
  init(_ id: String, _ name: String, _ folder: FolderRules) {
    self.init(id, name, .folders, []) { _ in nil }
    self.folder = folder
  }
}

/// The rules of a program for its folder of Markdown or Org files.
package struct FolderRules: Sendable {
  /// Whether a folder seems to be one. Cost: linear in its names and those of the folders in it.
  let isOne: @Sendable (SandboxedFolder) -> Bool
  /// The top-level folders that hold no notes, by name, with the reason why each is skipped.
  package var leftOut: [String: String] = [:]
  /// Names of folders at the top that say nothing about the notes in them.
  var meaningless: Set<String> = []
  /// Whether the name of an empty file is a note.
  package var isNamedWhenEmpty = false
  /// Changes a note in Markdown to ours. Files of Org are read as Org in any folder.
  package var read: @Sendable (inout ForeignNote, ImportedFolder?) -> Void = { _, _ in }
}

extension SandboxedFolder {
  /// Whether a folder has this name in it.
  package func hasFolder(_ name: String) -> Bool { (try? kind(name))?.kind == .folder }
}

extension ForeignFormat: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    (first.id, first.kind) == (second.id, second.kind)
  }
}

/// What a file is.
package enum ForeignContent: Sendable {
  case highlights(HighlightFile)
  case books(BookList)
  case markdown, notebook, olderDatabase
}

/// Why a file of a known format is not read.
package struct ForeignRefusal: Error, Equatable {
  /// The end of a sentence about the file.
  package var reason: String
}
