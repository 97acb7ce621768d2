import Base
import LanguageServerProtocol
import MiniMarkdown
import NotebookFile
import Notebook
import NotebookIndex

extension DiagnosticSource {
  /// Links to notes that are not there, and to titles that several notes have.
  static let links = DiagnosticSource { request in
    request.references.links.compactMap { link in
      guard let name = link.names.first, let target = request.links[name], target.count != 1 else {
        return nil
      }
      let found =
        target.count == 0
        ? NoteDiagnostic(
          .linkLeadsNowhere, link.range,
          "No note has this title yet: make it, or choose another.", severity: .hint)
        : NoteDiagnostic(
          .linkIsAmbiguous, link.range,
          "\(target.count.counted("note")) have this title: link to one by its id.",
          severity: .hint)
      return request.diagnostic(found)
    }
  }
}

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
