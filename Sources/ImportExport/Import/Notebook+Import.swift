package import ForeignFormats
package import Foundation
import FrontMatter
import JSON
import KeyValueStore
import Notebook
package import NotebookFile

extension Notebook.Exchange {
  /// Imports the files at `paths`: Markdown files, folders of them, exports, other notebooks
  /// (`.libnotes`, `.kvcrdt`) and the app's older databases (`.grail`, `.notedb`).
  ///
  /// Importing twice changes nothing the second time. A value that was changed here and in the
  /// source since both were equal is kept twice, as a conflict. Imported notes are in the working
  /// copy when this returns, and are yet to be published. With `isDryRun` nothing is written, and
  /// the report previews the import; it looks at each source as if it were the only one.
  ///
  /// Files of other programs are known by their contents (`ForeignFormat.all`). Each book of a list becomes a
  /// note, or completes the note that is about it.
  ///
  /// A folder of Obsidian, Logseq or org-roam is read by that program's rules: those of `options.form`,
  /// or of the program whose folder it seems to be.
  ///
  /// Files that cannot be read are in the report. Throws errors of this notebook; notes imported
  /// before then stay. Cost: linear in the sources.
  package func importNotes(
    from paths: [String], isDryRun: Bool = false, options: ImportOptions = ImportOptions(),
    now: Date = Date()
  ) throws(NotebookError) -> ImportReport {
    var importer = Importer(into: notebook, isDryRun: isDryRun, options: options, now: now)
    do {
      for path in paths { try importer.take(absolutePath(path)) }
      try importer.finish()
      return importer.report
    } catch {
      throw NotebookError(saving: notebook.path, error)
    }
  }
}

extension IncomingNote {
  /// Whether it comes from a Markdown file that says of no note that it is that.
  var isForeign: Bool { versions.isEmpty && markdown?.frontMatter.fields["id"] == nil }

  /// The number of bytes of its values.
  var size: Int {
    let values = versions.values.joined().reduce(0) { $0 + ($1.value?.size ?? 0) }
    return values + (markdown?.text?.utf8.count ?? 0)
      + (markdown?.assets.values.reduce(0) { $0 + $1.size } ?? 0)
  }
}

extension EntryValue {
  fileprivate var size: Int {
    switch self {
    case .null: 0
    case .text(let text): text.utf8.count
    case .json: 300
    case .blob(_, let data): data.count
    }
  }
}

/// The choices of the user for an import from other programs.
package struct ImportOptions: Sendable, Equatable {
  /// The program that wrote the folders; nil to recognize it by their contents.
  package var form: ForeignFormat?
  /// The hashtag that the notes of other programs get, with the folders on the way to them below it.
  package var under: String?
  /// The choices for highlights.
  package var highlights = HighlightOptions()
  /// Shelves of Goodreads for books that were given up, besides those whose names say so.
  package var stoppedShelves: [String] = []

  package init(
    form: ForeignFormat? = nil, under: String? = nil,
    highlights: HighlightOptions = HighlightOptions()
  ) {
    (self.form, self.under, self.highlights) = (form, under, highlights)
  }
}
