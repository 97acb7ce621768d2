import MiniMarkdown
import PackratParsing
import Quoting

/// A text as exported: its links name the exported files of notes, so that other programs can
/// follow them. Other programs find a note only by its file name, which often differs from its
/// title.
struct ExportedLinks: Sendable, Equatable {
  let text: String
  /// The note's own links, by their exported form; empty if the text is unchanged.
  let former: [String: String]
}

struct ExportedFile: Sendable, Equatable {
  /// The file's name, with `.md`.
  var name: String
  var title: String

  /// The file's name without `.md`, as used in a link; nil if a link cannot contain it.
  fileprivate var stem: String? {
    let stem = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
    let isPlain = stem.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isAlphabetic || properties.numericType != nil
        || "-_.".unicodeScalars.contains(scalar)
        || properties.generalCategory == .nonspacingMark
    }
    return isPlain && !stem.isEmpty ? stem : nil
  }
}

struct LinkedText: Sendable {
  private let text: String
  private let document: DocumentSnapshot?
  let links: [NoteLink]

  /// Finds the links in a text. Cost: one parse, if the text may contain links.
  init(_ text: String) {
    self.text = text
    document = NoteLink.mayBeIn(text) ? MiniMarkdownDocument(text).snapshot : nil
    links = document?.noteLinks.filter { !$0.names.isEmpty } ?? []
  }

  /// Returns the text with links to the files that `file` returns. If the links could not be
  /// restored exactly, the text is unchanged. Cost: one parse, if there are such links.
  func exported(_ file: (NoteLink) -> ExportedFile?) -> ExportedLinks {
    let same = ExportedLinks(text: text, former: [:])
    guard let document else { return same }
    var former: [String: String] = [:]
    var edits: [ByteEdit] = []
    let own = Set(links.map { document.text(in: $0.range) })
    for link in links {
      guard let file = file(link), let stem = file.stem else { continue }
      let (range, texts) = document.texts(for: link, to: file, stem)
      let old = document.text(in: range)
      // The new text must differ from all other links, since a link is restored by its text.
      let isFree = { (text: String) in former[text, default: old] == old && !own.contains(text) }
      guard let text = texts.first(where: isFree) else { continue }
      former[text] = old
      edits.append(ByteEdit(range, text))
    }
    if edits.isEmpty { return same }
    let written = document.text(applying: edits)
    let isSafe = ExportedLinks.restored(written, former).utf8.elementsEqual(text.utf8)
    return isSafe ? ExportedLinks(text: written, former: former) : same
  }
}

extension ExportedLinks {
  /// Returns an exported text, which may have been edited since, with the note's own links. Cost:
  /// one parse, if `former` is not empty.
  static func restored(_ text: String, _ former: [String: String]) -> String {
    guard !former.isEmpty else { return text }
    let document = MiniMarkdownDocument(text).snapshot
    let edits = document.noteLinks.compactMap { link in
      former[document.text(in: link.range)].map { ByteEdit(link.range, $0) }
    }
    return edits.isEmpty ? text : document.text(applying: edits)
  }
}

extension DocumentSnapshot {
  /// Returns the range of a link, and texts that link to `file` instead, the best first. There are
  /// no texts if the link already links to `file`.
  fileprivate func texts(
    for link: NoteLink, to file: ExportedFile, _ stem: String
  ) -> (range: Range<Int>, texts: [String]) {
    let target = text(in: link.target)
    guard target != stem, target != stem + ".md" else { return (link.range, []) }
    let isBare = link.form == .address && byte(at: link.range.lowerBound) != UInt8(ascii: "[")
    guard link.form == .brackets || isBare else {
      // In `[words](target)`, only the target changes.
      let before = text(in: link.range.lowerBound..<link.target.lowerBound)
      let after = text(in: link.target.upperBound..<link.range.upperBound)
      return (link.range, [before + stem + ".md" + after])
    }
    let isByID = link.names.first?.isID == true
    let shown =
      link.words.map { text(in: $0) } ?? (isByID ? file.title.inBrackets : shownText(of: link))
    let heading = link.heading.map { "#" + text(in: $0) } ?? ""
    let words = shown.isEmpty ? "" : bar(of: link) + shown
    var range = link.range
    // The brackets of `<address>` are replaced, too.
    if isBare, range.lowerBound > 0, byte(at: range.lowerBound - 1) == UInt8(ascii: "<"),
      byte(at: range.upperBound) == UInt8(ascii: ">")
    {
      range = range.lowerBound - 1..<range.upperBound + 1
    }
    // After `!`, other programs would see an image.
    let isEmbedded = range.lowerBound > 0 && byte(at: range.lowerBound - 1) == UInt8(ascii: "!")
    let isPlain = !isEmbedded && !shown.contains { "[]".contains($0) } && !heading.contains(" ")
    let path = isPlain ? ["[\(shown)](\(stem).md\(heading))"] : []
    return (range, ["[[\(stem)\(heading)\(words)]]"] + path)
  }

  /// Returns the bar between target and words: escaped in a table, as other programs require.
  private func bar(of link: NoteLink) -> String {
    let line = text(in: lineRange(line(at: link.range.lowerBound)))
    return line.drop { $0 == " " }.hasPrefix("|") ? "\\|" : "|"
  }
}

extension String {
  fileprivate var inBrackets: String { linkWords ?? self }
}
