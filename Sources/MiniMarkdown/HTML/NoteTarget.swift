import PackratParsing

/// The place to which a link to a note leads, as the maker of the page knows it.
package enum NoteTarget: Sendable {
  /// The page of the note that is meant, and the note's title. The title stands for a link that has only an id.
  case page(HTML.Address, title: String?)
  /// Several notes may be meant: a page that lists them.
  case choice(HTML.Address)
  /// No note is meant.
  case nowhere
  /// It is not known, or not yet.
  case unknown
}

extension NoteHTML {
  /// The name of a heading's place in the page of its note: that to which a link with this heading leads, such
  /// as `h-the-ponds`. Returns nil for a heading without a letter or digit.
  package static func fragment(ofHeading title: String) -> String? {
    // Of `#Ponds#Depth`, as some programs write it, the last part counts.
    let last = title.split(separator: "#").last.map(String.init) ?? ""
    return LinkName(path: last + ".md").map { "h-" + $0.text.dropFirst() }
  }
}

extension Block {
  /// The text that stands for a link in a page: its words, or else the title that it names.
  func shownText(of link: NoteLink, titled title: String? = nil) -> String {
    if let words = link.words { return text(in: words) }
    let isByID = link.form == .address || link.names.first?.isID == true
    if isByID, let title { return title }
    // An address says more than the id in it.
    if link.form == .address { return text(in: link.range) }
    return [link.title, link.headingTitle ?? ""].filter { !$0.isEmpty }.joined(separator: " › ")
  }
}

extension DocumentSnapshot {
  /// The text that stands for a link of this text in a page. Cost: that of finding its block.
  package func shownText(of link: NoteLink) -> String {
    blockIndex(at: link.range.lowerBound).flatMap(block)?.shownText(of: link)
      ?? text(in: link.range)
  }
}
