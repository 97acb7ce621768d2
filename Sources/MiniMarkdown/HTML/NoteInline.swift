import PackratParsing

struct NoteInline {
  private let block: Block
  private let targets: NoteHTML.Targets
  /// The links of the block, without those before the text rendered so far.
  private var links: ArraySlice<Link>
  private(set) var work = 0

  private enum Link {
    case web(WebLink)
    case note(NoteLink)

    var range: Range<Int> {
      switch self {
      case .web(let link): link.range
      case .note(let link): link.range
      }
    }
  }

  init(block: Block, targets: NoteHTML.Targets) {
    (self.block, self.targets) = (block, targets)
    let (web, notes) = (block.webLinks, block.noteLinks)
    links = web.map(Link.web)[...]
    if !notes.isEmpty {
      // A link may be inside another one. The outer one wins, because it begins first.
      links += notes.map(Link.note)
      links.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
    work = block.utf8.count
  }

  /// Renders `nodes`, which must be in order, and after those of earlier calls.
  mutating func html(_ nodes: [Syntax]) -> HTML {
    var result = HTML()
    for node in nodes { add(node, to: &result) }
    return result
  }

  /// Renders the children of a node. Emphasis delimiters inside an address belong to it, so nodes
  /// within one are rendered as written.
  private mutating func addChildren(of parent: Syntax, to result: inout HTML) {
    var shown = parent.range.lowerBound
    for node in parent.children {
      work += 1
      if node.range.upperBound <= shown { continue }
      if node.range.lowerBound < shown {
        // An address ended inside this node.
        if node.isLeaf {
          shown = addText(shown..<node.range.upperBound, within: parent.range, to: &result)
        } else {
          result.append(block.text(in: shown..<node.range.upperBound))
          shown = node.range.upperBound
        }
      } else if node.kind == .text {
        shown = addText(node.range, within: parent.range, to: &result)
      } else {
        add(node, to: &result)
        shown = node.range.upperBound
      }
    }
  }

  private mutating func add(_ node: Syntax, to result: inout HTML) {
    work += 1
    switch node.kind {
    case .delimiter, .qnaDelimiter, .listDelimiter: return
    case .summaryDelimiter: result.append(HTML(.b) { node.text })
    case .emphasis: result.append(HTML(.em, [], span(node)))
    case .strongEmphasis: result.append(HTML(.strong, [], span(node)))
    case .code: result.append(HTML(.code, [], span(node)))
    case .hashtag:
      result.append(HTML(.a, .class("tag"), .href(targets.hashtag(node.text))) { node.text })
    case .image: result.append(image(node))
    case .cloze: result.append(cloze(node))
    default:
      if node.isLeaf {
        _ = addText(node.range, within: node.range, to: &result)
      } else {
        addChildren(of: node, to: &result)
      }
    }
  }

  private mutating func span(_ node: Syntax) -> HTML {
    var result = HTML()
    for child in node.children { add(child, to: &result) }
    return result
  }

  private func image(_ node: Syntax) -> HTML {
    let words = node.child(.linkAltText)?.text ?? ""
    let target = node.child(.linkTarget)?.text ?? ""
    if let path = targets.image(target) {
      return HTML(
        .img, .src(path), .set(.alt, words.isEmpty ? "image" : words), .set(.loading, "lazy"))
    }
    let name = words.isEmpty ? "image" : words
    if let address = HTML.Address(web: target) { return HTML(.a, .away(address), HTML(name)) }
    return HTML(.span, .class("missing")) { name }
  }

  private mutating func cloze(_ node: Syntax) -> HTML {
    let hint = Cloze(node)?.hint.trimmed ?? ""
    var answer = HTML()
    if let range = node.child(.clozeAnswer)?.range {
      _ = addText(range, within: range, to: &answer)
    }
    return HTML(.label, .class("cloze")) {
      HTML(.input, .set(.type, "checkbox"))
      HTML(.span, .class("hint")) { hint.isEmpty ? "blank" : hint }
      HTML(.span, .class("answer")) { answer }
    }
  }

  /// Renders text with its links. Returns the end of the rendered text: after `range` if a link
  /// extends beyond it, but not after `limit`.
  private mutating func addText(
    _ range: Range<Int>, within limit: Range<Int>, to result: inout HTML
  ) -> Int {
    var shown = range.lowerBound
    while let link = links.first, link.range.lowerBound < range.upperBound {
      links.removeFirst()
      guard link.range.lowerBound >= shown, link.range.upperBound <= limit.upperBound,
        let element = html(link)
      else { continue }
      result.append(block.text(in: shown..<link.range.lowerBound))
      result.append(element)
      shown = link.range.upperBound
    }
    if shown < range.upperBound {
      result.append(block.text(in: shown..<range.upperBound))
      shown = range.upperBound
    }
    return shown
  }

  private func html(_ link: Link) -> HTML? {
    switch link {
    case .web(let link):
      HTML.Address(web: link.address).map { HTML(.a, .away($0), HTML(link.address)) }
    case .note(let link): html(link)
    }
  }

  /// Renders a link to a note. Emphasis delimiters in its words stay as written.
  private func html(_ link: NoteLink) -> HTML {
    if link.isWithinNote {
      let words = HTML(block.shownText(of: link))
      guard let fragment = link.headingTitle.flatMap(NoteHTML.fragment(ofHeading:)) else {
        return words
      }
      return targets.missingHeadings.contains(fragment)
        ? HTML(.span, [.class("nowhere"), .set(.title, "No heading with this name")], words)
        : HTML(.a, [.href(HTML.Address(fragment: fragment)), .class("note-link")], words)
    }
    switch targets.note(link) {
    case .page(let address, let title):
      return HTML(.a, .class("note-link"), .href(address)) {
        block.shownText(of: link, titled: title)
      }
    case .choice(let address):
      return HTML(
        .a, .class("note-link several"), .href(address),
        .set(.title, "Several notes match this link")
      ) { block.shownText(of: link) }
    case .nowhere:
      return HTML(.span, .class("nowhere"), .set(.title, "No note matches this link")) {
        block.shownText(of: link)
      }
    case .unknown: return HTML(.span, .class("note-link")) { block.shownText(of: link) }
    }
  }
}
