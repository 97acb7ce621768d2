package import PackratParsing

/// A note rendered as part of a web page. Every text can be rendered.
///
/// A cloze is a checkbox that shows its answer; the answer to a question is folded. Links open web
/// addresses, or the targets that the page supplies for hashtags, images and notes. Cost: linear.
package struct NoteHTML: Sendable {
  package struct Targets: Sendable {
    /// Returns the page of a hashtag, which includes its `#`.
    package var hashtag: @Sendable (String) -> HTML.Address
    /// Returns the path of the image with this target; nil if the notebook does not have it.
    package var image: @Sendable (String) -> HTML.Path?
    /// Returns the target of a link. Links to headings of the note itself do not need it.
    package var note: @Sendable (NoteLink) -> NoteTarget
    /// The fragments of headings that the note's links name but the note does not have.
    var missingHeadings: Set<String> = []

    package init(
      hashtag: @escaping @Sendable (String) -> HTML.Address,
      image: @escaping @Sendable (String) -> HTML.Path?,
      note: @escaping @Sendable (NoteLink) -> NoteTarget = { _ in .unknown }
    ) {
      (self.hashtag, self.image, self.note) = (hashtag, image, note)
    }
  }

  /// An entry of the table of contents: a heading.
  package struct Chapter: Sendable, Equatable {
    /// The nesting depth, from 0; at most one deeper than the previous entry.
    package var depth: Int
    /// The heading as plain text; may be empty.
    package var title: String
    package var fragment: String
  }

  /// The heading at the start of the note, if any: the title of the page.
  package private(set) var title: HTML?
  /// The note after the title.
  package private(set) var body = HTML()
  package private(set) var chapters: [Chapter] = []
  /// The number of nodes and bytes read: a reproducible measure of cost.
  package private(set) var work = 0

  private var targets: Targets
  private var line: Int?
  private var isMarked = false
  private var fragments: Set<String> = []
  private var openLevels: [Int] = []
  private var list = HTML()
  private var listElement: HTML.Element?
  /// The blocks of fenced code and front matter that are not rendered yet.
  private var foreign: ArraySlice<ForeignText.Part>
  private var foreignText = ""

  package static let markedFragment = "here"

  /// Renders a note, with headings from `h2` on. Marks the block that contains `line`, from 0.
  package init(_ document: DocumentSnapshot, targets: Targets, line: Int? = nil) {
    self.targets = targets
    self.line = line
    foreign =
      ForeignText(document).parts.filter { $0.kind == .fence || $0.kind == .frontMatter }[...]
    var lineNumber = 0
    for block in document.blocks {
      for (number, root) in document.roots(of: block).enumerated() {
        add(root, continues: number == 0 && block.continuedDepth > 0, startLine: lineNumber)
      }
      if line != nil { lineNumber += block.utf8.count { $0 == UInt8(ascii: "\n") } }
    }
    closeList()
    closeForeign()
    let missing = Self.linkedHeadings(of: document).subtracting(fragments)
    guard !missing.isSubset(of: targets.missingHeadings) else { return }
    var targets = targets
    targets.missingHeadings = missing
    self = NoteHTML(document, targets: targets, line: line)
  }

  /// Returns the fragments of the headings that the note's links to itself name.
  private static func linkedHeadings(of document: DocumentSnapshot) -> Set<String> {
    let links = document.blocks.lazy.filter(\.mayLinkWithinNote).flatMap(\.noteLinks)
    return Set(
      links.filter(\.isWithinNote).compactMap(\.headingTitle)
        .compactMap { Self.fragment(ofHeading: $0) })
  }

  /// Renders text without a page title: the words of a heading at its start are part of `body`.
  package init(_ text: String, targets: Targets) {
    self.init(MiniMarkdownDocument(text).snapshot, targets: targets)
    if let title { body = title + body }
  }

  // MARK: Blocks

  private mutating func add(_ root: Syntax, continues: Bool, startLine: Int) {
    work += 1
    while let part = foreign.first, part.range.upperBound <= root.range.lowerBound {
      foreign.removeFirst()
    }
    if let part = foreign.first, part.range.contains(root.range.lowerBound) {
      closeList()
      foreignText += root.text
      return
    }
    closeForeign()
    if root.kind == .list { return addList(root, continues: continues, startLine: startLine) }
    if root.kind == .blankLine, continues { return }
    closeList()
    var inline = NoteInline(block: root.block, targets: targets)
    let mark = attributes(of: root, startLine: startLine)
    switch root.kind {
    case .blankLine: break
    case .header: addHeading(root, &inline, mark)
    case .blockquote:
      let text = inline.html(root.children.filter { $0.kind == .paragraph })
      body.append(HTML(.blockquote, mark, HTML(.p, [.set(.dir, "auto")], text)))
    case .questionAndAnswer: addPair(root, &inline, mark)
    default:
      body.append(HTML(.p, mark + [.set(.dir, "auto")], inline.html([root])))
    }
    work += inline.work
  }

  private mutating func addHeading(
    _ root: Syntax, _ inline: inout NoteInline, _ mark: [HTML.Attribute]
  ) {
    let level = Heading(root)?.level ?? 1
    let contents = inline.html(root.children.filter { $0.kind != .delimiter && $0.kind != .tab })
    if title == nil, body.isEmpty {
      title = contents
      return
    }
    while let last = openLevels.last, last >= level { openLevels.removeLast() }
    openLevels.append(level)
    let depth = min(openLevels.count, Self.headings.count) - 1
    let fragment = fragment(ofHeading: Heading(root)?.title ?? "")
    chapters.append(Chapter(depth: depth, title: Heading(root)?.title ?? "", fragment: fragment))
    // A marked block has the fragment of the mark, so its own fragment moves to the words.
    let id = [HTML.Attribute.set(.id, fragment)]
    let heading =
      mark.isEmpty
      ? HTML(Self.headings[depth], id + [.set(.dir, "auto")], contents)
      : HTML(Self.headings[depth], mark + [.set(.dir, "auto")], HTML(.span, id, contents))
    body.append(heading)
  }

  /// Returns a fragment made of the heading's words. If there are none, or an earlier heading has
  /// that fragment, returns a numbered one.
  private mutating func fragment(ofHeading title: String) -> String {
    if let name = Self.fragment(ofHeading: title), fragments.insert(name).inserted { return name }
    return "h\(chapters.count + 1)"
  }

  private static let headings: [HTML.Element] = [.h2, .h3, .h4, .h5, .h6]

  private mutating func addPair(
    _ root: Syntax, _ inline: inout NoteInline, _ mark: [HTML.Attribute]
  ) {
    let question = inline.html(root.children.filter { $0.kind == .qnaQuestion })
    let answer = inline.html(root.children.filter { $0.kind == .qnaAnswer })
    body.append(
      HTML(
        .details, mark + [.class("pair")],
        HTML(.summary, [.set(.dir, "auto")], question)
          + HTML(.p, [.set(.dir, "auto")], answer)))
  }

  private mutating func addList(_ root: Syntax, continues: Bool, startLine: Int) {
    if !continues { closeList() }
    for item in root.children where item.kind == .listItem {
      let marker = item.child(.listDelimiter)
      let number = marker?.child(.orderedListNumber)
      if listElement == nil { listElement = number == nil ? .ul : .ol }
      var attributes = attributes(of: root, startLine: startLine)
      let indent = marker?.child(.text).map { Self.width($0.text) } ?? 0
      if indent > 1 { attributes.append(.class("in\(min(4, indent / 2))")) }
      if let value = number.flatMap({ Self.value($0.text) }) {
        attributes.append(.set(.value, value))
      }
      var inline = NoteInline(block: root.block, targets: targets)
      let text = inline.html(item.children.filter { $0.kind != .listDelimiter })
      list.append(HTML(.li, attributes + [.set(.dir, "auto")], text))
      work += inline.work
    }
  }

  private mutating func closeList() {
    guard let element = listElement else { return }
    body.append(HTML(element, [], list))
    (list, listElement) = (HTML(), nil)
  }

  private mutating func closeForeign() {
    guard !foreignText.isEmpty else { return }
    // Browsers drop a line break at the start of `pre`.
    body.append(HTML(.pre, [.set(.dir, "auto"), .set(.tabindex, 0)], HTML("\n" + foreignText)))
    foreignText = ""
  }

  /// Returns the attributes that mark the block if it contains `line`.
  private mutating func attributes(of root: Syntax, startLine: Int) -> [HTML.Attribute] {
    guard let line, !isMarked, root.kind != .blankLine else { return [] }
    let count = root.block.utf8.count { $0 == UInt8(ascii: "\n") }
    guard line < startLine + max(1, count) else { return [] }
    isMarked = true
    return [.set(.id, Self.markedFragment)]
  }

  /// Returns the columns of an indent; a tab counts as four.
  private static func width(_ indent: String) -> Int {
    indent.unicodeScalars.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
  }

  /// Returns the value of the first nine decimal digits, of any script; nil if one is not a digit.
  private static func value(_ digits: String) -> Int? {
    var value = 0
    for scalar in digits.unicodeScalars.prefix(9) {
      guard let digit = Character(scalar).wholeNumberValue, (0...9).contains(digit) else {
        return nil
      }
      value = value * 10 + digit
    }
    return value
  }
}

extension HTML {
  package static func + (one: HTML, other: HTML) -> HTML {
    var all = one
    all.append(other)
    return all
  }
}
