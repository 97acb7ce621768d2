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
  /// Importing twice changes nothing the second time. A value that changed both in this notebook
  /// and in the source is stored twice, as a conflict. On return, the notes are in the working
  /// copy, but not published. With `isDryRun`, nothing is written, and the report previews the
  /// import, each source on its own.
  ///
  /// Files of other programs are recognized by their contents (`ForeignFormat.all`). Each book of a
  /// list becomes a note, or its fields are added to the note about it.
  ///
  /// Folders of Obsidian, Logseq or org-roam are read by the rules of `options.form`, or of the
  /// detected program.
  ///
  /// Files and folders that cannot be read are listed in the report. Throws errors of this
  /// notebook, and `unreadable` if the folder of a Markdown file cannot be opened; notes imported
  /// before stay. Cost: linear in the sources and in the notebook.
  package func importNotes(
    from paths: [String], isDryRun: Bool = false, options: ImportOptions = ImportOptions(),
    now: Date = Date()
  ) throws(NotebookError) -> ImportReport {
    var importer = Importer(into: notebook, isDryRun: isDryRun, options: options, now: now)
    do {
      for path in paths { try importer.importItem(at: absolutePath(path)) }
      try importer.finish()
      return importer.report
    } catch {
      throw NotebookError(saving: notebook.path, error)
    }
  }
}

extension IncomingNote {
  /// Whether the note comes from a Markdown file without a note ID.
  var isForeign: Bool { versions.isEmpty && markdown?.frontMatter.fields["id"] == nil }

  /// The approximate size of the note's values in bytes.
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

package struct ImportOptions: Sendable, Equatable {
  /// The program that wrote the folders; nil to detect it by the folders' contents.
  package var form: ForeignFormat?
  /// The hashtag for notes of other programs; nil for none. The names of their folders become
  /// segments below it.
  package var under: String?
  package var highlights = HighlightOptions()
  /// Goodreads shelves for abandoned books, in addition to shelves recognized by name.
  package var stoppedShelves: [String] = []
  /// Whether cards of Obsidian's plugin Spaced Repetition become cards.
  package var areCardsConverted = false
  /// The user's time zone. It applies to times without an offset in Markdown files of other
  /// programs, and to the days on which new cards are asked.
  package var zone: TimeZone

  package init(
    form: ForeignFormat? = nil, under: String? = nil,
    highlights: HighlightOptions = HighlightOptions(), zone: TimeZone = .current
  ) {
    (self.form, self.under, self.highlights, self.zone) = (form, under, highlights, zone)
  }
}
