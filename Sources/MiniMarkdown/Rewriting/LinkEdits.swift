internal import Foundation
package import PackratParsing
internal import Quoting

/// A note's former and new title, for the links that name it by its title.
package struct TitleChange: Sendable, Equatable {
  /// The former title.
  package let old: String
  /// The new title.
  package let new: String
  /// The names of the former title by which links follow, its title and its file: not an id or another title
  /// of the note.
  package private(set) var formerNames: [LinkName]

  /// A change of titles.
  package init(from old: String, to new: String) {
    (self.old, self.new) = (old, new)
    formerNames = [LinkName(title: old), LinkName(path: old + ".md")].compactMap { $0 }
  }

  /// The same without the names that mean another note, too: links by these stay.
  package func without(_ names: some Sequence<LinkName>) -> TitleChange {
    var change = self
    change.formerNames.removeAll { names.contains($0) }
    return change
  }

  /// Whether a link names the former title.
  package func isNamed(by link: NoteLink) -> Bool {
    link.names.contains(where: formerNames.contains)
  }
}

/// The edits of a text by which its links follow a note to its new title. Headings and words of links stay.
package struct LinkEdits: Sendable {
  /// The edits, in order; they do not overlap.
  package private(set) var edits: [ByteEdit] = []
  /// The text with the edits made.
  package let text: String

  /// The edits of a parsed text. Links in `foreign` text stay. Cost: linear.
  ///
  /// In brackets, a title that cannot stand there is written as `[[ID|title]]`.
  package init(
    _ document: DocumentSnapshot, except foreign: ForeignText? = nil, _ change: TitleChange,
    of id: String
  ) {
    for link in document.noteLinks
    where foreign?.contains(link.range.lowerBound) != true && change.isNamed(by: link) {
      guard let edit = Self.edit(link, in: document, change, id) else { continue }
      edits.append(edit)
    }
    text = edits.isEmpty ? document.text : document.text(applying: edits)
  }

  /// The same for a text that is not parsed yet.
  package init(text: String, _ change: TitleChange, of id: String) {
    self.init(MiniMarkdownDocument(text).snapshot, change, of: id)
  }

  private static func edit(
    _ link: NoteLink, in document: DocumentSnapshot, _ change: TitleChange, _ id: String
  ) -> ByteEdit? {
    let written = document.text(in: link.target)
    switch link.form {
    case .address: return nil
    case .brackets:
      guard let words = change.new.linkWords else {
        // A folder, as other programs have them, stays; and so does an ending.
        let parts = written.split(separator: "/", omittingEmptySubsequences: false)
        let isTitle = LinkName(title: written) == LinkName(title: change.old)
        let folder = isTitle ? "" : parts.dropLast().map { $0 + "/" }.joined()
        return ByteEdit(link.target, folder + change.new + (isTitle ? "" : ending(of: written)))
      }
      let shown = link.words.map { document.text(in: $0) } ?? words
      let heading = link.heading.map { "#" + document.text(in: $0) } ?? ""
      return ByteEdit(link.range, "[[\(id)\(heading)|\(shown)]]")
    case .path:
      let parts = written.split(separator: "/", omittingEmptySubsequences: false)
      let folder = parts.dropLast().map { $0 + "/" }.joined()
      let stem = LinkName(path: written)?.text.dropFirst() ?? ""
      // A file that is called by the letters of the title alone still is.
      let isPlain =
        parts.last.map { $0.hasPrefix(stem + ".") } == true
        && stem != change.old
      let name =
        isPlain
        ? (LinkName(path: change.new + ".md")?.text.dropFirst()).map { String($0) } : nil
      let isAngled = document.byte(at: link.target.lowerBound - 1) == UInt8(ascii: "<")
      let title = isAngled ? change.new.replacingBytes(of: ">", with: "") : change.new.escapedPath
      return ByteEdit(link.target, folder + (name ?? title) + ending(of: written))
    }
  }

  private static func ending(of name: String) -> String {
    LinkName.endings.first { name.lowercased().hasSuffix($0) }.map { String(name.suffix($0.count)) }
      ?? ""
  }
}

extension NoteLink {
  /// A link in brackets to the note `id` with this title. With `isAmbiguous`, by its id.
  package static func written(to title: String, id: String, isAmbiguous: Bool = false) -> String {
    let words = title.linkWords
    if words == nil, !isAmbiguous, !title.isEmpty { return "[[\(title)]]" }
    return "[[\(id)|\(words ?? title)]]"
  }
}

extension String {
  /// The name of a file as a path in Markdown has it.
  fileprivate var escapedPath: String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: "()<>#/")
    return addingPercentEncoding(withAllowedCharacters: allowed) ?? self
  }
}
