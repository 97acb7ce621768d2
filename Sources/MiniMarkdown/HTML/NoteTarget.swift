import PackratParsing

/// The target of a link to a note, as determined by the creator of the page.
package enum NoteTarget: Sendable {
  /// The page of the note, and its title, which is shown for a link by ID without words.
  case page(HTML.Address, title: String?)
  /// Several notes match; the page lists them.
  case choice(HTML.Address)
  case nowhere
  /// The target was not determined.
  case unknown
}

extension NoteHTML {
  /// Returns the fragment of a heading in the page of its note, such as `h-the-ponds`, for links
  /// that name this heading. Returns nil for a heading without letters or digits.
  package static func fragment(ofHeading title: String) -> String? {
    // In `#Ponds#Depth`, which some programs write, the last part is the heading.
    let last = title.split(separator: "#").last.map(String.init) ?? ""
    return LinkName(path: last + ".md").map { "h-" + $0.text.dropFirst() }
  }
}

extension Block {
  /// Returns the text shown for a link in a page: its words, or else a title with the heading, or
  /// the address.
  func shownText(of link: NoteLink, titled title: String? = nil) -> String {
    if let words = link.words { return text(in: words) }
    let isByID = link.form == .address || link.names.first?.isID == true
    if isByID, let title { return title }
    // The whole address is more informative than its ID.
    if link.form == .address { return text(in: link.range) }
    return [link.title, link.headingTitle ?? ""].filter { !$0.isEmpty }.joined(separator: " › ")
  }
}

extension DocumentSnapshot {
  /// Returns the text shown for a link of this text in a page. Cost: that of finding its block.
  package func shownText(of link: NoteLink) -> String {
    blockIndex(at: link.range.lowerBound).flatMap(block)?.shownText(of: link)
      ?? text(in: link.range)
  }
}
