import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

@Suite struct NoteHTMLTests {
  @Test(arguments: [
    ("Some words", "<p dir=\"auto\">Some words</p>"),
    (
      "a *b* **c** `d` _e_",
      "<p dir=\"auto\">a <em>b</em> <strong>c</strong> <code>d</code> <em>e</em></p>"
    ),
    ("<b onclick=x>", "<p dir=\"auto\">&lt;b onclick=x&gt;</p>"),
    (
      "> quoted\n> twice",
      "<blockquote><p dir=\"auto\">quoted\n</p></blockquote>"
        + "<blockquote><p dir=\"auto\">twice</p></blockquote>"
    ),
    (
      "- one\n- two\n\n  - three",
      "<ul><li dir=\"auto\">one\n</li><li dir=\"auto\">two\n</li>"
        + "<li class=\"in1\" dir=\"auto\">three</li></ul>"
    ),
    (
      "3. one\n4) two",
      "<ol><li value=\"3\" dir=\"auto\">one\n</li><li value=\"4\" dir=\"auto\">two</li></ol>"
    ),
    (
      "Q: why?\nA: so",
      "<details class=\"pair\"><summary dir=\"auto\">why?</summary><p dir=\"auto\">so</p></details>"
    ),
    (
      "It is ?[a hint](the answer), ?[](bare).",
      "<p dir=\"auto\">It is <label class=\"cloze\"><input type=\"checkbox\">"
        + "<span class=\"hint\">a hint</span><span class=\"answer\">the answer</span></label>, "
        + "<label class=\"cloze\"><input type=\"checkbox\"><span class=\"hint\">blank</span>"
        + "<span class=\"answer\">bare</span></label>.</p>"
    ),
    ("see #a/b", "<p dir=\"auto\">see <a class=\"tag\" href=\"/tag/%23a%2Fb\">#a/b</a></p>"),
    (
      "![pond](assets/pond.jpeg)",
      "<p dir=\"auto\"><img src=\"/image/assets%2Fpond.jpeg\" alt=\"pond\" loading=\"lazy\"></p>"
    ),
    ("![x](javascript:alert)", "<p dir=\"auto\"><span class=\"missing\">x</span></p>"),
    (
      "![x](https://a.example/p.png)",
      "<p dir=\"auto\"><a href=\"https://a.example/p.png\" rel=\"noreferrer noopener\">x</a></p>"
    ),
    (
      "at https://a.example/b_c_d, and",
      "<p dir=\"auto\">at <a href=\"https://a.example/b_c_d\" rel=\"noreferrer noopener\">"
        + "https://a.example/b_c_d</a>, and</p>"
    ),
    (
      "at http://127.0.0.1:9/x or ![x](http://[::1]:9/y)",
      "<p dir=\"auto\">at http://127.0.0.1:9/x or <span class=\"missing\">x</span></p>"
    ),
    ("TL;DR: short", "<p dir=\"auto\"><b>TL;DR: </b>short</p>"),
    (
      "```\n# no heading\n```\n",
      "<pre dir=\"auto\" tabindex=\"0\">\n```\n# no heading\n```\n</pre>"
    ),
  ])
  func blocks(_ text: String, _ html: String) {
    let note = rendered("# Title\n\n" + text)
    #expect(String(decoding: note.body.bytes, as: UTF8.self) == html)
    #expect(note.title.map { String(decoding: $0.bytes, as: UTF8.self) } == "Title\n")
  }

  @Test func aHeadingHasInlineText() {
    let page = ReadPage(rendered("# T\n\n## a *b* ![c](d)").body.bytes)
    #expect(page.elements.map(\.name) == ["em", "span", "h2"])
  }

  @Test func headingsDeepenByOne() {
    let note = rendered("# T\n\n### a\n## b\n###### c\n# d\n")
    #expect(note.chapters.map(\.depth) == [0, 0, 1, 0])
    #expect(note.chapters.map(\.title) == ["a", "b", "c", "d"])
    let page = ReadPage(note.body.bytes)
    #expect(page.elements.map(\.name) == ["h2", "h2", "h3", "h2"])
    #expect(page.elements.compactMap { $0.attributes["id"] } == ["h-a", "h-b", "h-c", "h-d"])
  }

  /// The name of a heading is that of its words, so that links of other notes need not know the page.
  @Test func headingsAreNamedByTheirWords() {
    let note = rendered("# T\n\n## The *Ponds*\n## the ponds\n## ?\n## h-x\n## Économie\n")
    #expect(note.chapters.map(\.fragment) == ["h-the-ponds", "h2", "h3", "h-h-x", "h-economie"])
    #expect(NoteHTML.fragment(ofHeading: "The Ponds") == "h-the-ponds")
    #expect(NoteHTML.fragment(ofHeading: "the-ponds") == "h-the-ponds")
    #expect(NoteHTML.fragment(ofHeading: "Depth#The Ponds") == "h-the-ponds")
    #expect(NoteHTML.fragment(ofHeading: "?") == nil)
    let marked = NoteHTML(
      MiniMarkdownDocument("# T\n\n## The Ponds\n").snapshot, targets: .test, line: 2)
    #expect(
      ReadPage(marked.body.bytes).elements.map { $0.attributes["id"] } == ["h-the-ponds", "here"])
  }

  @Test func aLinkToAHeadingOfTheNoteLeadsToIt() {
    let text = "# T\n\n[[#Ponds]] [x](#ponds) [[#T]] [[#Lakes]]\n\n> [[#Ponds|y]]\n\n## Ponds\n"
    let page = ReadPage(NoteHTML(MiniMarkdownDocument(text).snapshot, targets: .test).body.bytes)
    #expect(page.all("a").map { $0.attributes["href"] } == ["#h-ponds", "#h-ponds", "#h-ponds"])
    #expect(
      page.elements.filter { $0.attributes["class"] == "nowhere" }.map(\.text) == ["T", "Lakes"])
  }

  @Test(arguments: [
    ("See [[Walden]].", "See <a class=\"note-link\" href=\"/note/walden\">Walden</a>."),
    ("[[Walden|the *pond*]]", "<a class=\"note-link\" href=\"/note/walden\">the *pond*</a>"),
    (
      "**[[Walden]]** and [[The *Great* Gatsby]]",
      "<strong><a class=\"note-link\" href=\"/note/walden\">Walden</a></strong> and "
        + "<span class=\"nowhere\" title=\"No note matches this link\">The *Great* Gatsby</span>"
    ),
    (
      "[[snake_case_title]] *a [[b*c]]",
      "<span class=\"nowhere\" title=\"No note matches this link\">snake_case_title</span> "
        + "<em>a [[b</em>c]]"
    ),
    (
      "[[Walden#The Ponds]]",
      "<a class=\"note-link\" href=\"/note/walden#h-the-ponds\">Walden › The Ponds</a>"
    ),
    (
      "[[#The Ponds]]",
      "<span class=\"nowhere\" title=\"No heading with this name\">The Ponds</span>"
    ),
    ("[[#?]]", "?"),
    ("[here](Walden.md)", "<a class=\"note-link\" href=\"/note/walden\">here</a>"),
    ("[](Walden.md)", "<a class=\"note-link\" href=\"/note/walden\">Walden</a>"),
    (
      "[http://a.example](Walden.md)",
      "<a class=\"note-link\" href=\"/note/walden\">http://a.example</a>"
    ),
    ("at commonplace://n/id/x.md!", "at <a class=\"note-link\" href=\"/note/id\">A title</a>!"),
    (
      "[[Emma]]",
      "<a class=\"note-link several\" href=\"/called\" title=\"Several notes match this link\">Emma</a>"
    ),
    ("[[Not yet]]", "<span class=\"note-link\">Not yet</span>"),
    (
      "[[<b onclick=\"x\">]]",
      "<span class=\"nowhere\" title=\"No note matches this link\">"
        + "&lt;b onclick=&quot;x&quot;&gt;</span>"
    ),
    ("`[[Walden]]`", "<code>[[Walden]]</code>"),
    ("[[photo.png]]", "[[photo.png]]"),
    (
      "?[who](of [[Walden]])",
      "<label class=\"cloze\"><input type=\"checkbox\"><span class=\"hint\">who</span>"
        + "<span class=\"answer\">of <a class=\"note-link\" href=\"/note/walden\">Walden</a>"
        + "</span></label>"
    ),
    (
      "https://a.example/[[Walden]]",
      "<a href=\"https://a.example/[[Walden]]\" rel=\"noreferrer noopener\">"
        + "https://a.example/[[Walden]]</a>"
    ),
  ])
  func linksToNotes(_ text: String, _ html: String) {
    let note = NoteHTML(MiniMarkdownDocument("# Title\n\n" + text).snapshot, targets: .linked)
    #expect(String(decoding: note.body.bytes, as: UTF8.self) == "<p dir=\"auto\">\(html)</p>")
  }

  @Test func marksTheBlockOfALine() {
    let text = "# T\n\none\ntwo\n\n- a\n- b\n"
    for (line, words) in [(2, "one\ntwo\n"), (3, "one\ntwo\n"), (6, "b\n")] {
      let note = NoteHTML(MiniMarkdownDocument(text).snapshot, targets: .test, line: line)
      let marked = ReadPage(note.body.bytes).elements.filter { $0.attributes["id"] == "here" }
      #expect(marked.map(\.text) == [words])
    }
  }

  @Test func everyTextIsWellFormedAndWhole() {
    var random = RandomEdits(seed: 20)
    for number in 0..<3000 {
      let text = number % 50 == 0 ? random.longParagraph() : random.text(0...40)
      check(text, number)
    }
    for text in Self.awkward { check(text, -1) }
  }

  static let awkward = [
    "<script>alert(1)</script>", "\"><img src=x onerror=y>", "]]>", "<!--", "&amp;&lt;",
    "\u{0}\u{8}\r",
    "*https://a.example/b*c*", "https://a.example/*x*y*z*", "#<b>", "![\"><](\"><)", "?[<](>)",
    "a https://a.example/?[b](c) d", "https://a.example/ #t", "_https://a.example/_x_",
    "[[*a]] b*", "*a [[b]]*", "[[a|*b]]*", "[[a *b* c]] d", "[[`a]]`", "[x](y.md) [[z#h|w]]",
    "?[a](b [[c]])", "> [[a]]\n\nQ: [[a|b]]\nA: [c](d.md)", "[[https://a.example/b]] c",
    "[[a]][[b]]",
    "commonplace://n/i/x.md", "[[<script>]]", "[<b>](\">.md)", "# [[a]]", "[[a\u{0}]]", "[[#h]]",
  ]

  private func check(_ text: String, _ number: Int) {
    let document = MiniMarkdownDocument(text).snapshot
    let note = NoteHTML(document, targets: .none)
    let page = ReadPage((note.title ?? HTML()).bytes + note.body.bytes)
    #expect(page.fault == nil, "text \(number): \(text.debugDescription)")
    #expect(page.text == expected(document), "text \(number): \(text.debugDescription)")
    let names = Set(page.elements.flatMap { $0.attributes.keys })
    #expect(names.isDisjoint(with: ["style", "srcdoc"]) && !names.contains { $0.hasPrefix("on") })
  }

  @Test func costIsLinear() {
    let pieces = [
      "*a* ", "?[h](a) ", "https://a.example/b_c ", "_ ", "> q\n", "- i\n", "![a](b) ",
      "[[a]] ", "*[[a|b]]* ",
    ]
    for piece in pieces {
      func work(_ bytes: Int) -> (Int, Int) {
        let text = String(repeating: piece, count: bytes / piece.utf8.count)
        let note = rendered(text)
        return (note.work, note.body.bytes.count)
      }
      let (small, large) = (work(30_000), work(300_000))
      #expect(large.0 < small.0 * 11, "work on \(piece)")
      #expect(large.1 < small.1 * 11, "length of \(piece)")
    }
    #expect(rendered(String(repeating: "a *b* #c ", count: 120_000)).body.bytes.count > 1 << 20)
  }

  private func rendered(_ text: String) -> NoteHTML {
    NoteHTML(MiniMarkdownDocument(text).snapshot, targets: .test)
  }
}

extension NoteHTML.Targets {
  fileprivate static let test = Self(
    hashtag: { HTML.Address("tag", $0) },
    image: { $0.hasPrefix("assets/") ? HTML.Path("image", $0) : nil })
  fileprivate static let linked = Self(
    hashtag: { HTML.Address("tag", $0) }, image: { _ in nil },
    note: { link in
      switch link.title {
      case "Walden":
        .page(
          HTML.Address(
            "note", "walden",
            fragment: link.headingTitle.flatMap(NoteHTML.fragment(ofHeading:))), title: nil)
      case "id": .page(HTML.Address("note", "id"), title: "A title")
      case "Emma": .choice(HTML.Address("called"))
      case "Not yet": .unknown
      default: .nowhere
      }
    })
  fileprivate static let none = Self(hashtag: { HTML.Address("tag", $0) }, image: { _ in nil })
}

/// The visible text of a note, by its leaves.
private func expected(_ document: DocumentSnapshot) -> String {
  let foreign = ForeignText(document).parts.filter { $0.kind == .fence || $0.kind == .frontMatter }
  var text = ""
  for block in document.blocks {
    let links = shownLinks(of: block, in: document)
    for root in document.roots(of: block) {
      if foreign.contains(where: { $0.range.contains(root.range.lowerBound) }) {
        // A page drops the first line break of a `pre`; the test's reader does not.
        if !text.hasSuffix("\u{1}") { text += "\u{1}\n" }
        text += root.text + "\u{1}"
      } else if root.kind == .list {
        for item in root.children where item.kind == .listItem { text += visible(item, links) }
      } else if root.kind != .blankLine {
        text += visible(root, links)
      }
    }
  }
  return cleaned(text.replacing("\u{1}", with: ""))
}

/// A link with the text that stands for it.
private struct ShownLink {
  var range: Range<Int>
  var text: String
}

/// The links of a block, the outer one where one lies in another.
private func shownLinks(of block: Block, in document: DocumentSnapshot) -> [ShownLink] {
  let all =
    block.webLinks.map { ShownLink(range: $0.range, text: $0.address) }
    + block.noteLinks.map { ShownLink(range: $0.range, text: document.shownText(of: $0)) }
  return all.sorted { $0.range.lowerBound < $1.range.lowerBound }
}

private func visible(_ node: Syntax, _ links: [ShownLink]) -> String {
  switch node.kind {
  case .delimiter, .qnaDelimiter, .listDelimiter: return ""
  case .tab: return ""
  case .image:
    let words = node.child(.linkAltText)?.text ?? ""
    return words.isEmpty ? "image" : words
  case .cloze:
    let shown = trimmed(Cloze(node)?.hint ?? "")
    let answer = node.child(.clozeAnswer).map { visible($0.range, $0, in: $0.range, links).text }
    return (shown.isEmpty ? "blank" : shown) + (answer ?? "")
  case .questionAndAnswer:
    return node.children.filter { $0.kind != .text }.map { visible($0, links) }.joined()
  default:
    if node.isLeaf { return visible(node.range, node, in: node.range, links).text }
    let isInParagraph = [.paragraph, .qnaQuestion, .qnaAnswer, .summary].contains(node.kind)
    var text = ""
    var shown = node.range.lowerBound
    for child in node.children where child.range.upperBound > shown {
      let rest = shown..<child.range.upperBound
      if child.range.lowerBound < shown, !child.isLeaf {
        text += node.block.text(in: rest)
        shown = rest.upperBound
      } else if isInParagraph && child.kind == .text || child.range.lowerBound < shown {
        let part = visible(
          max(shown, child.range.lowerBound)..<rest.upperBound, node, in: node.range, links)
        text += part.text
        shown = part.end
      } else {
        text += visible(child, links)
        shown = child.range.upperBound
      }
    }
    return text
  }
}

/// The visible text of a range with the links that begin in it and end in `limit`.
private func visible(
  _ range: Range<Int>, _ node: Syntax, in limit: Range<Int>, _ links: [ShownLink]
) -> (text: String, end: Int) {
  var text = ""
  var shown = range.lowerBound
  for link in links
  where range.contains(link.range.lowerBound) && link.range.lowerBound >= shown
    && link.range.upperBound <= limit.upperBound
  {
    text += node.block.text(in: shown..<link.range.lowerBound) + link.text
    shown = link.range.upperBound
  }
  if shown < range.upperBound { text += node.block.text(in: shown..<range.upperBound) }
  return (text, max(shown, range.upperBound))
}

private func trimmed(_ text: String) -> String {
  var text = text[...]
  while text.first?.isWhitespace == true { text.removeFirst() }
  while text.last?.isWhitespace == true { text.removeLast() }
  return String(text)
}

/// As a page has it: line ends are `\n`, and control characters a replacement.
private func cleaned(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var last: Unicode.Scalar?
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": if last != "\r" { result.append(scalar) }
    case "\r": result.append("\n")
    case "\t": result.append(scalar)
    default:
      result.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
    }
    last = scalar
  }
  return String(result)
}
