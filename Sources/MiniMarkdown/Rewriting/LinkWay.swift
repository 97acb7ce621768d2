import Foundation
import PackratParsing
import Quoting

struct LinkWay {
  /// The edit; nil to leave the link as it is.
  var edit: ByteEdit?

  /// Returns the candidates for making `link` name the requested note, the best first. The last one
  /// leaves the link unchanged.
  static func all(
    for link: NoteLink, in document: DocumentSnapshot, _ wish: LinkWish
  ) -> [LinkWay] {
    var ways: [LinkWay] = []
    if let titles = wish.titles {
      let written = document.text(in: link.target)
      ways += targets(of: link, in: document, titles).map { target in
        LinkWay(edit: target == written ? nil : ByteEdit(link.target, target))
      }
    }
    // A link that names the note in any case stays unchanged.
    ways.append(LinkWay(edit: nil))
    return ways + byID(link, in: document, wish) + [LinkWay(edit: nil)]
  }

  // MARK: By a title

  /// Returns the texts that can replace a link's target to name the new title, in the style of the
  /// old one.
  private static func targets(
    of link: NoteLink, in document: DocumentSnapshot, _ titles: TitleChange
  ) -> [String] {
    let written = document.text(in: link.target)
    let parts = written.split(separator: "/", omittingEmptySubsequences: false)
    // Keeps a folder, as other programs write it, and an extension.
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    let ending = ending(of: written)
    switch link.form {
    case .address: return []
    case .brackets:
      guard titles.new.linkWords == nil else { return [] }
      let isTitle = LinkName(title: written) == LinkName(title: titles.old)
      return isTitle ? [titles.new] : [folder + titles.new + ending, titles.new]
    case .path:
      let name = LinkName(fileOfTitle: titles.new).map { String($0.text.dropFirst()) }
      let stem = LinkName(path: written)?.text.dropFirst() ?? ""
      // Keeps a file name in the style of letters and hyphens.
      let isPlain = parts.last.map { $0.hasPrefix(stem + ".") } == true && stem != titles.old
      let isAngled = document.byte(at: link.target.lowerBound - 1) == UInt8(ascii: "<")
      let whole =
        (isAngled ? [titles.new] : [])
        + [titles.new.escaped("()<>#/:"), titles.new.escaped("()<>#/:*_")]
      let names = isPlain ? [name] + whole : whole + [name]
      return names.compactMap { $0.map { folder + $0 + ending } }
    }
  }

  private static func ending(of name: String) -> String {
    LinkName.endings.first { name.lowercased().hasSuffix($0) }.map { String(name.suffix($0.count)) }
      ?? ""
  }

  // MARK: By the id

  private static func byID(
    _ link: NoteLink, in document: DocumentSnapshot, _ wish: LinkWish
  ) -> [LinkWay] {
    let heading = link.heading.map { "#" + document.text(in: $0) } ?? ""
    var edits: [ByteEdit] = []
    if link.form == .address {
      let written = document.text(in: link.target)
      let parts = written.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
      guard parts.count > 3 else { return [] }
      let rest = parts.dropFirst(4).map { "/" + $0 }.joined()
      let target = parts.prefix(3).joined(separator: "/") + "/" + wish.note + rest
      return [LinkWay(edit: ByteEdit(link.target, target))]
    }
    if link.form == .brackets, link.words != nil {
      edits.append(ByteEdit(link.target, wish.note))
    }
    let isID = link.names.first?.isID == true
    let own = link.words.map { document.text(in: $0) }
    let shown = own ?? wish.titles?.new ?? (isID ? wish.title : nil) ?? link.title
    let line = document.text(in: document.lineRange(document.line(at: link.range.lowerBound)))
    // In a table, other programs escape the bar.
    let bar = line.drop { $0 == " " }.hasPrefix("|") ? "\\|" : "|"
    // The old title may have been part of a construct around it.
    let all = [shown.linkWords ?? shown, shown.lettersAlone, link.title.linkWords ?? link.title]
    for words in all where !words.isEmpty {
      edits.append(ByteEdit(link.range, "[[\(wish.note)\(heading)\(bar)\(words)]]"))
    }
    edits.append(ByteEdit(link.range, "[[\(wish.note)\(heading)]]"))
    return edits.map { LinkWay(edit: $0) }
  }
}

extension NoteLink {
  /// Returns a link in brackets to the note `id` with this title. The link is by ID if
  /// `isAmbiguous`, or if the title cannot be written in a link.
  package static func written(to title: String, id: String, isAmbiguous: Bool = false) -> String {
    let words = title.linkWords
    if !isAmbiguous, isTitle(title) { return "[[\(title)]]" }
    return "[[\(id)|\(words ?? title)]]"
  }

  /// Returns whether `title` in brackets is a link by this title. `Report.pdf` is not: it names a
  /// file.
  package static func isTitle(_ title: String) -> Bool {
    let text = "[[\(title)]]"
    let document = MiniMarkdownDocument(text).snapshot
    guard title.linkWords == nil, let link = document.noteLinks.first,
      let name = LinkName(title: title)
    else { return false }
    return link.range == 0..<text.utf8.count && link.heading == nil && link.names.first == name
  }
}

extension String {
  /// Returns the name percent-encoded for a path in Markdown, including the characters in `marks`.
  fileprivate func escaped(_ marks: String) -> String {
    var allowed = CharacterSet.urlPathAllowed
    allowed.remove(charactersIn: marks)
    return addingPercentEncoding(withAllowedCharacters: allowed) ?? self
  }

  /// The letters and digits, separated by spaces, without any markup.
  fileprivate var lettersAlone: String {
    unicodeScalars.split { scalar in
      let properties = scalar.properties
      return !properties.isAlphabetic && properties.numericType == nil
        && properties.canonicalCombiningClass == .notReordered
    }.map { String($0) }.joined(separator: " ")
  }
}
