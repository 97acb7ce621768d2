import Foundation
package import PackratParsing

/// The keys by which links name a heading: its words, or a fragment such as `the-ponds`.
private struct HeadingName {
  let title: LinkName?
  let path: LinkName?
  /// Only the letters and digits, since web pages shorten `What's new?` to `whats-new`.
  var letters: String { (path?.text ?? "").filter { $0 != "-" && $0 != "/" } }

  init(_ heading: String) {
    (title, path) = (LinkName(title: heading), LinkName(path: heading + ".md"))
  }

  /// Creates the keys of the heading that a link names. In `#Ponds#Depth`, which some programs
  /// write, the last part is the heading.
  init(inLink name: String) {
    let wanted = name.split(separator: "#").last.map(String.init) ?? name
    self.init(wanted.withoutPercentEncoding)
  }

  func equals(_ other: HeadingName) -> Bool {
    title != nil && title == other.title || path != nil && path == other.path
  }
}

package struct LinkHeadings: Sendable, Equatable {
  package let titles: [String]
  private var names: Set<LinkName> = []
  private var letters: Set<String> = []

  /// The maximum number of headings compared.
  package static let most = 2000
  /// The maximum length of a text whose headings are compared, in UTF-8 bytes.
  package static let longestText = 1 << 18

  /// Returns nil for a text that exceeds `longestText` or `most`. Cost: linear in the text.
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

  /// Returns whether a heading matches `title`, which a link names. Returns true for every
  /// paragraph marker, `^marker`, since these are not searched.
  package func contains(_ title: String) -> Bool {
    if title.hasPrefix("^") { return true }
    let name = HeadingName(inLink: title)
    return [name.title, name.path].contains { $0.map(names.contains) ?? false }
      || !name.letters.isEmpty && letters.contains(name.letters)
  }
}

extension DocumentSnapshot {
  /// Returns the range of the line of the first heading that equals `title`, or else has its
  /// letters and digits. Returns nil if none does.
  package func headingRange(titled title: String) -> Range<Int>? {
    let wanted = HeadingName(inLink: title)
    let headings = headings.lazy.map { (HeadingName($0.title), $0.range) }
    let found =
      headings.first { $0.0.equals(wanted) }
      ?? headings.first { $0.0.letters == wanted.letters && !wanted.letters.isEmpty }
    return found.map { lineRange(line(at: $0.1.lowerBound)) }
  }

  /// The titles of the headings, in order, with the ranges of their nodes.
  package var headings: [(title: String, range: Range<Int>)] {
    roots.compactMap { root in Heading(root).map { ($0.title, root.range) } }
  }
}
