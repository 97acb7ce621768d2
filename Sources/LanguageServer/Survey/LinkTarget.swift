import Base
import MiniMarkdown
import NotebookFile
import Notebook
import NotebookIndex

/// The knowledge about the target of a link.
struct LinkTarget: Sendable, Equatable {
  /// The names that the link has.
  var names: [LinkName]
  /// The number of notes that it may mean.
  var count: Int
  /// A title that may be meant, if there is no such note.
  var nearest: String?
}

extension Notebook {
  /// The targets of links by their first names; the values are all names. A nearest title is looked for only
  /// where few lead nowhere.
  func targets(of links: [LinkName: [LinkName]]) throws(NotebookError) -> [LinkName: LinkTarget] {
    guard !links.isEmpty else { return [:] }
    let found = try notes(calledByAny: Array(links.values))
    var targets = links.reduce(into: [:]) { targets, link in
      targets[link.key] = LinkTarget(names: link.value, count: found[link.key]?.count ?? 0)
    }
    let dangling = targets.filter { $0.value.count == 0 }.keys
    guard !dangling.isEmpty, dangling.count <= mostSuggestions else { return targets }
    for name in dangling {
      guard let title = try nearestNotes(to: name.text, count: 1).first?.title else { continue }
      // The others are not what was meant.
      let distance = EditDistance.between(name.text, title.lowercased())
      if distance <= max(2, name.text.count / 3) { targets[name]?.nearest = title }
    }
    return targets
  }
}

/// The most links for which the nearest title is looked for.
private let mostSuggestions = 5
