import Foundation
package import PackratParsing

/// A heading as links name it: by its words, or as a part of an address, such as `the-ponds`.
private struct HeadingName {
  let title: LinkName?
  let path: LinkName?
  /// The letters and digits alone. Web pages leave out the marks of `What's new?`, and say `whats-new`.
  var letters: String { (path?.text ?? "").filter { $0 != "-" && $0 != "/" } }

  init(_ heading: String) {
    (title, path) = (LinkName(title: heading), LinkName(path: heading + ".md"))
  }

  /// The heading that a link names. Of `#Ponds#Depth`, as some programs write it, the last part counts.
  init(inLink name: String) {
    let wanted = name.split(separator: "#").last.map(String.init) ?? name
    self.init(wanted.withoutPercentEncoding)
  }

  func equals(_ other: HeadingName) -> Bool {
    title != nil && title == other.title || path != nil && path == other.path
  }
}

/// The headings of a text, as far as links name them.
package struct LinkHeadings: Sendable, Equatable {
  /// The titles, in order.
  package let titles: [String]
  private var names: Set<LinkName> = []
  private var letters: Set<String> = []

  /// The most headings of a text that are compared.
  package static let most = 2000
  /// The longest text whose headings are compared, in bytes.
  package static let longestText = 1 << 18

  /// Returns nil for a longer text, or one with more headings. Cost: linear in the text.
  package init?(_ snapshot: DocumentSnapshot) {
    guard snapshot.count <= Self.longestText else { return nil }
    titles = snapshot.headings.map(\.title)
    guard titles.count <= Self.most else { return nil }
    for title in titles {
      let name = HeadingName(title)
      names.formUnion([name.title, name.path].compactMap { $0 })
      letters.insert(name.letters)
    }
  }

  /// Whether a link that names the heading `title` finds one. A mark of a paragraph, `^mark`, is not looked for.
  package func contains(_ title: String) -> Bool {
    if title.hasPrefix("^") { return true }
    let name = HeadingName(inLink: title)
    return [name.title, name.path].contains { $0.map(names.contains) ?? false }
      || !name.letters.isEmpty && letters.contains(name.letters)
  }
}

extension DocumentSnapshot {
  /// The first heading with this title, as links name headings; nil if there is none. The range is that of its
  /// line.
  package func headingRange(titled title: String) -> Range<Int>? {
    let wanted = HeadingName(inLink: title)
    let headings = headings.lazy.map { (HeadingName($0.title), $0.range) }
    let found =
      headings.first { $0.0.equals(wanted) }
      ?? headings.first { $0.0.letters == wanted.letters && !wanted.letters.isEmpty }
    return found.map { lineRange(line(at: $0.1.lowerBound)) }
  }

  /// The headings with their ranges, in order, each on one line.
  package var headings: [(title: String, range: Range<Int>)] {
    roots.compactMap { root in Heading(root).map { ($0.title, root.range) } }
  }
}
