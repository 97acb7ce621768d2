import Base
package import Foundation
import FrontMatter
import JSON
import KeyValueStore
import MiniMarkdown
import Notebook
package import NotebookFile

extension Notebook.Links {
  /// Adds `title` to a note's other titles, so that links with this title link to it. Does nothing
  /// if the note already has this title. The title is stored in front matter next to the note, as
  /// for imported notes, so the text does not change.
  package func addTitle(
    _ title: String, to id: String, now: Date = Date()
  ) throws(NotebookError) {
    guard let name = LinkName(title: title), try names(of: id)[name] == nil else { return }
    try notebook.write { author, db in
      let kept = try LinkTable.frontMatter(of: id, in: db)
      var lines = kept.isEmpty ? [] : kept.components(separatedBy: "\n")
      let titles = NoteAliases.read(lines: lines) + [title]
      var front = FrontMatter(lines: lines)
      // Keep other lines byte for byte.
      front.keepAsLines { !NoteAliases.isField($0) }
      for name in front.fields.members.map(\.key) { front.fields[name] = nil }
      front.fields["aliases"] = .array(titles.map(JSONValue.string))
      lines = Array(front.lines.dropFirst().dropLast())
      try author.write(
        [(LinkTable.frontMatterKey(of: id), .json(.string(lines.joined(separator: "\n"))))],
        at: now, superseding: .winners, in: db)
    }
  }
}
