import NotebookFile

package struct ForeignFormat: Sendable {
  package enum Kind: Sendable { case highlights, books, notes, folders }

  /// The ID in JSON, in the sources of books and for `--from`.
  package let id: String
  /// The name for users, as in `From Goodreads: 3 books`.
  package let name: String
  package let kind: Kind
  /// The extensions of its files, in lower case, without dots.
  let endings: Set<String>
  let isInFolders: Bool
  /// Reads a file. Returns nil if it has another format; throws if it has this format but cannot be
  /// read.
  package let read: @Sendable (ImportedFile) throws -> ForeignContent?
  /// Returns the files in the folder of a device or program, by its path; empty for any other
  /// folder.
  package var files: @Sendable (String) -> [String] = { _ in [] }
  /// The rules for a folder of notes; nil for files.
  package private(set) var folder: FolderRules?

  init(
    _ id: String, _ name: String, _ kind: Kind, _ endings: Set<String>, isInFolders: Bool = false,
    read: @escaping @Sendable (ImportedFile) throws -> ForeignContent?
  ) {
    (self.id, self.name, self.kind, self.endings) = (id, name, kind, endings)
    (self.isInFolders, self.read) = (isInFolders, read)
  }

  init(
    _ id: String, _ name: String, highlightsIn endings: Set<String>,
    files: @escaping @Sendable (String) -> [String] = { _ in [] },
    read: @escaping @Sendable (ImportedFile) throws -> HighlightFile?
  ) {
    self.init(id, name, .highlights, endings) { try read($0).map { .highlights($0) } }
    self.files = files
  }

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

  init(_ id: String, _ name: String, _ folder: FolderRules) {
    self.init(id, name, .folders, []) { _ in nil }
    self.folder = folder
  }
}

/// A program's rules for its folders of Markdown or Org files.
package struct FolderRules: Sendable {
  /// Whether a folder seems to belong to the program. Cost: linear in the names in the folder and
  /// its direct subfolders.
  let isOne: @Sendable (SandboxedFolder) -> Bool
  /// The top-level folders without notes, by name, with the reason why each is skipped.
  package var leftOut: [String: String] = [:]
  /// Names of top-level folders that do not become segments of hashtags, such as `pages`.
  var meaningless: Set<String> = []
  /// Whether an empty file becomes a note with the file's name as title.
  package var isNamedWhenEmpty = false
  /// Converts a note from the program's Markdown. Org files are converted in any folder.
  package var read: @Sendable (inout ForeignNote, ImportedFolder?) -> Void = { _, _ in }
}

extension SandboxedFolder {
  package func hasFolder(_ name: String) -> Bool { (try? kind(name))?.kind == .folder }
}

extension ForeignFormat: Equatable {
  package static func == (first: Self, second: Self) -> Bool {
    (first.id, first.kind) == (second.id, second.kind)
  }
}

package enum ForeignContent: Sendable {
  case highlights(HighlightFile)
  case books(BookList)
  case markdown, notebook, olderDatabase
}

package struct ForeignRefusal: Error, Equatable {
  /// The end of a sentence about the file.
  package var reason: String
}
