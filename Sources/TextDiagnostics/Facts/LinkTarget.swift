import Base
package import MiniMarkdown
import Notebook
package import NotebookFile
import NotebookIndex
import PackratParsing

package struct LinkTarget: Sendable, Equatable {
  package var names: [LinkName]
  /// The number of notes that match the link, at most `Notebook.Links.mostLinkedNotes`.
  package var count: Int
  /// The title of a similar note, if no note matches; nil if there is none or it was not searched.
  package var nearest: String?
  /// The headings of the note, if exactly one matches, they were requested, and its text was
  /// parsed.
  package var headings: LinkHeadings?
  var wasAskedForHeadings = false
}

package struct WantedLink: Sendable {
  var names: [LinkName]
  /// Whether the headings of the target are requested.
  var namesHeading: Bool

  /// Returns nil if the link does not name another note.
  package init?(_ link: NoteLink) {
    guard !link.names.isEmpty else { return nil }
    (names, namesHeading) = (link.names, link.headingTitle != nil)
  }

  package init(_ target: LinkTarget) {
    (names, namesHeading) = (target.names, target.wasAskedForHeadings)
  }

  package func isMet(by target: LinkTarget?) -> Bool {
    target.map { $0.wasAskedForHeadings || !namesHeading } ?? false
  }
}

extension [[LinkName]: WantedLink] {
  /// Adds a link; an earlier request for the headings of its target stays.
  package mutating func add(_ link: WantedLink) {
    var link = link
    if self[link.names]?.namesHeading == true { link.namesHeading = true }
    self[link.names] = link
  }
}

extension Notebook.Links {
  /// Returns the targets of links, by the links' names. Similar titles are searched only if at most
  /// `mostSuggestions` links have no target. Cost: an index lookup for each link, and a parse of
  /// each note with a named heading: at most `mostRead` notes, in order of the names.
  package func targets(
    of links: [[LinkName]: WantedLink], mostRead: Int = .max
  ) throws(NotebookError) -> [[LinkName]: LinkTarget] {
    guard !links.isEmpty else { return [:] }
    let found = try notes(calledByAny: Array(links.keys))
    var targets = links.reduce(into: [:]) { targets, link in
      targets[link.key] = LinkTarget(
        names: link.value.names, count: found[link.key]?.count ?? 0,
        wasAskedForHeadings: link.value.namesHeading)
    }
    let single = links.filter { $0.value.namesHeading && found[$0.key]?.count == 1 }.keys
    let texts = { (names: [LinkName]) in names.map(\.text) }
    for names in single.sorted(by: { texts($0).lexicographicallyPrecedes(texts($1)) })
      .prefix(mostRead)
    {
      guard let id = found[names]?.first, let text = try notebook.texts.of([id]).first?.text,
        text.utf8.count <= LinkHeadings.longestText
      else { continue }
      targets[names]?.headings = LinkHeadings(MiniMarkdownDocument(text).snapshot)
    }
    let dangling = targets.filter { $0.value.count == 0 }.keys
    guard !dangling.isEmpty, dangling.count <= mostSuggestions else { return targets }
    for names in dangling {
      guard let name = names.first,
        let title = try notebook.notes.nearest(to: name.text, count: 1).first?.title
      else { continue }
      // More distant titles are not what was meant.
      let distance = EditDistance.between(name.text, title.lowercased())
      if distance <= max(2, name.text.count / 3) { targets[names]?.nearest = title }
    }
    return targets
  }
}

/// If more links have no target, similar titles are searched for none of them.
private let mostSuggestions = 5
