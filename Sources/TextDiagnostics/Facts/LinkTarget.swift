import Base
package import MiniMarkdown
import Notebook
package import NotebookFile
import NotebookIndex
import PackratParsing

/// The knowledge about the target of a link.
package struct LinkTarget: Sendable, Equatable {
  /// The names that the link has.
  package var names: [LinkName]
  /// The number of notes that it may mean.
  package var count: Int
  /// A title that may be meant, if there is no such note.
  package var nearest: String?
  /// The headings of the note, if it is one, and if they were asked for.
  package var headings: LinkHeadings?
  var wasAskedForHeadings = false
}

/// A link whose target is to be looked up.
package struct WantedLink: Sendable {
  var names: [LinkName]
  /// Whether it names a heading.
  var namesHeading: Bool

  /// Nil if it names no other note.
  package init?(_ link: NoteLink) {
    guard !link.names.isEmpty else { return nil }
    (names, namesHeading) = (link.names, link.headingTitle != nil)
  }

  /// To look the same up again.
  package init(_ target: LinkTarget) {
    (names, namesHeading) = (target.names, target.wasAskedForHeadings)
  }

  /// Whether `target` says all that is wanted.
  package func isMet(by target: LinkTarget?) -> Bool {
    target.map { $0.wasAskedForHeadings || !namesHeading } ?? false
  }
}

extension [[LinkName]: WantedLink] {
  /// Adds a link under its names.
  package mutating func add(_ link: WantedLink) {
    var link = link
    if self[link.names]?.namesHeading == true { link.namesHeading = true }
    self[link.names] = link
  }
}

extension Notebook.Links {
  /// The targets of links by their names. A nearest title is looked for only where few lead nowhere.
  /// Cost: a look at the index for each, and a parse of each note of which a heading is named. No more than
  /// `mostRead` of these are read, in the order of the names.
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
      // The others are not what was meant.
      let distance = EditDistance.between(name.text, title.lowercased())
      if distance <= max(2, name.text.count / 3) { targets[names]?.nearest = title }
    }
    return targets
  }
}

/// The most links for which the nearest title is looked for.
private let mostSuggestions = 5
