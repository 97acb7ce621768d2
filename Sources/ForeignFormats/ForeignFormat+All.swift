import Foundation
package import NotebookFile

extension ForeignFormat {
  /// All formats, in the order in which they are tried.
  package static let all: [ForeignFormat] = [
    .kindle, .kindleApps, .kobo, .koreader, .appleBooks, .calibreHighlights, .readwise, .hypothesis,
    .goodreads, .storyGraph, .libraryThing, .openLibrary, .bookWyrm, .openreads, .calibreBooks,
    .koboBooks, .babelio, .isbns,
    .markdown, .text, .notebook, .olderDatabase,
    .obsidian, .logseq, .orgRoam, .folder,
  ]

  package static func all(_ kind: Kind) -> [ForeignFormat] { all.filter { $0.kind == kind } }

  package static func of(_ folder: SandboxedFolder) -> ForeignFormat {
    all.first { $0.folder?.isOne(folder) == true } ?? .folder
  }

  /// Any other folder of Markdown, and exports.
  package static let folder = ForeignFormat(
    "markdown", "a folder of Markdown",
    FolderRules(
      isOne: { _ in true }, read: { note, _ in note.text = note.text.withPartedHashtags }))

  package static let markdown = ForeignFormat(
    "markdown", "Markdown", .notes, ["md", "markdown", "org"], isInFolders: true
  ) { _ in .markdown }
  /// Text files, imported as Markdown if the user names them.
  package static let text = ForeignFormat(
    "text", "Text", .notes, ImportedFile.texts
  ) { file in
    guard try !file.text().text.hasPrefix("#separator:") else {
      throw ForeignRefusal(
        reason: "is a text export of Anki: convert it to “Q:” and “A:” lines (docs/coming-from.md)")
    }
    return .markdown
  }
  static let notebook = ForeignFormat(
    "notebook", "Another notebook", .notes, ["libnotes", "kvcrdt"], isInFolders: true
  ) { _ in .notebook }
  static let olderDatabase = ForeignFormat(
    "older-database", "The app's older databases", .notes, ["grail", "notedb"], isInFolders: true
  ) { _ in .olderDatabase }

  /// Returns the format of a file in a folder by its name; nil for files that are not imported from
  /// folders.
  package static func inFolder(_ name: String) -> ForeignFormat? {
    let ending = FilePath.ending(of: name)
    return all.first { $0.isInFolders && $0.endings.contains(ending) }
  }

  /// Reads a file in the first of `formats` that recognizes it. For a database with highlights,
  /// tries the next formats, too, since it may contain a list of books. `refusal` is the end of a
  /// sentence about a file that cannot be read.
  package static func read(
    _ file: ImportedFile, as formats: [ForeignFormat] = all
  ) -> (found: [(format: ForeignFormat, content: ForeignContent)], refusal: String?) {
    var found: [(format: ForeignFormat, content: ForeignContent)] = []
    for format in formats where format.endings.contains(file.ending) {
      do {
        guard let content = try format.read(file) else { continue }
        found.append((format, content))
        guard case .highlights = content, file.isDatabase else { break }
      } catch let refusal as ForeignRefusal {
        return (found, refusal.reason)
      } catch let error as SystemError {
        let isTooLarge = error.code == EFBIG
        return (
          found,
          isTooLarge
            ? "is larger than \(ImportedFile.most >> 20) MB" : "cannot be read: \(error.reason)"
        )
      } catch let error as NotebookError {
        return (found, "is not imported: \(error.description)")
      } catch {
        return (found, "cannot be read")
      }
    }
    return (found, nil)
  }

  /// Returns the end of a sentence about a file that no format recognizes.
  package static func unknown(_ file: ImportedFile) -> String {
    switch file.ending {
    case "zip": return "is an archive: unpack it, and import the folder"
    case "json": return "is not in a supported JSON format"
    case "apkg", "colpkg":
      return "is a deck of Anki: export it as “Notes in Plain Text”, and convert that file "
        + "(docs/coming-from.md)"
    case "enex":
      return "is an export of Evernote: convert it to a folder of Markdown, and import that"
    case "bear", "bearbk", "bear2bk", "textpack":
      return "is a backup of Bear: export the notes as Markdown, and import that folder"
    case "bib", "ris", "rdf":
      return "is a bibliography: import a text file with its ISBNs, one on each line"
    case "csv", "tsv", "tab":
      let header = (try? file.table().header) ?? []
      let names = header.prefix(6).map { $0.count > 30 ? $0.prefix(30) + "…" : $0[...] }
      guard header.count > 1 else { return "is not a recognized list of books or highlights" }
      return "is not a recognized list of books or highlights; its first columns are "
        + names.map { "“\($0)”" }.joined(separator: ", ")
    default: return "is not in a supported format"
    }
  }
}
