import MiniMarkdown
import PackratParsing
import TestSupport
import Testing

/// Links as texts write them. Each is shown as `form title # heading | words`.
@Suite struct NoteLinkTests {
  @Test(arguments: [
    ("See [[Walden]].", ["[[Walden]]: brackets Walden"]),
    ("[[ Walden | the pond ]]", ["[[ Walden | the pond ]]: brackets Walden | the pond"]),
    ("[[Walden#The Ponds]]", ["[[Walden#The Ponds]]: brackets Walden # The Ponds"]),
    ("[[Walden#Ponds|here]]", ["[[Walden#Ponds|here]]: brackets Walden # Ponds | here"]),
    ("[[#Ponds]]", ["[[#Ponds]]: brackets  # Ponds"]),
    ("a | [[Walden\\|pond]] |", ["[[Walden\\|pond]]: brackets Walden | pond"]),
    ("[[Walden|]]", ["[[Walden|]]: brackets Walden"]),
    ("[[The *Great* Gatsby]]", ["[[The *Great* Gatsby]]: brackets The *Great* Gatsby"]),
    (
      "[[snake_case_title]] and [[a_b]]",
      [
        "[[snake_case_title]]: brackets snake_case_title", "[[a_b]]: brackets a_b",
      ]
    ),
    ("*see [[Walden]]*", ["[[Walden]]: brackets Walden"]),
    ("> - [[Walden]]", ["[[Walden]]: brackets Walden"]),
    ("?[where](at [[Walden]])", ["[[Walden]]: brackets Walden"]),
    ("really?[[Walden]]", ["[[Walden]]: brackets Walden"]),
    ("![[Walden]]", ["[[Walden]]: brackets Walden"]),
    ("[[[Walden]]]", ["[[Walden]]: brackets Walden"]),
    ("[[a [[Walden]]", ["[[Walden]]: brackets Walden"]),
    ("[the pond](Walden.md)", ["[the pond](Walden.md): path Walden | the pond"]),
    ("[](Walden.md)", ["[](Walden.md): path Walden"]),
    (
      "[x](../books/Walden%20Pond.md#the-ponds)",
      [
        "[x](../books/Walden%20Pond.md#the-ponds): path Walden Pond # the-ponds | x"
      ]
    ),
    ("[x](<Walden Pond.md>)", ["[x](<Walden Pond.md>): path Walden Pond | x"]),
    ("[x](Walden (1854).md)", ["[x](Walden (1854).md): path Walden (1854) | x"]),
    ("[x](Walden.md \"a title\")", ["[x](Walden.md \"a title\"): path Walden | x"]),
    ("[x](#ponds)", ["[x](#ponds): path  # ponds | x"]),
    (
      "commonplace://mine/0E8A/walden.md, see",
      [
        "commonplace://mine/0E8A/walden.md: address 0E8A"
      ]
    ),
    ("[x](commonplace://mine/0E8A)", ["[x](commonplace://mine/0E8A): address 0E8A | x"]),
    (
      "<commonplace://mine/0E8A#ponds>",
      [
        "commonplace://mine/0E8A#ponds: address 0E8A # ponds"
      ]
    ),
    ("# About [[Walden]]", ["[[Walden]]: brackets Walden"]),
    (
      "Q: [[Emma]]?\nA: [[Walden]]",
      [
        "[[Emma]]: brackets Emma", "[[Walden]]: brackets Walden",
      ]
    ),
    ("[[日本語 の 本]]", ["[[日本語 の 本]]: brackets 日本語 の 本"]),
    // No links.
    ("`[[Walden]]`", []), ("#tag[[Walden]]", []), ("![alt](Walden.md)", []),
    ("?[hint](Walden.md)", []), ("[[]] [[ ]] [[|x]]", []), ("[[over\na line]]", []),
    ("[x](https://example.org/a.md)", []), ("[x](picture.png)", []), ("![[pond.png]]", []),
    ("[x](mailto:a@b.md)", []), ("a[i](j)", []), ("[[Walden", []), ("[x](Walden.md", []),
    ("xcommonplace://mine/0E8A", []), ("commonplace:", []), ("[ ] to do", []),
  ])
  func links(text: String, expected: [String]) {
    #expect(Self.links(in: text) == expected)
    if !expected.isEmpty { #expect(NoteLink.mayBeIn(text)) }
  }

  static func links(in text: String) -> [String] {
    let snapshot = MiniMarkdownDocument(text).snapshot
    return snapshot.noteLinks.map { link in
      var line = "\(snapshot.text(in: link.range)): \(link.form) \(link.title)"
      if let heading = link.headingTitle { line += " # \(heading)" }
      if let words = link.words { line += " | \(snapshot.text(in: words))" }
      return line
    }
  }

  @Test(arguments: [
    ("[[Walden]]", "# walden"), ("[[The Great Gatsby]]", "The *Great*  Gatsby"),
    ("[[snake_case_title]]", "snake_case_title"), ("[[École]]", "e\u{301}cole"),
    ("[x](walden-or-life-in-the-woods.md)", "Walden; or, Life in the Woods"),
    ("[x](Walden%20Pond.md)", "Walden Pond"), ("[[notes/Walden]]", "Walden"),
    ("[[Either/Or]]", "Either/Or"), ("[[Walden.md]]", "Walden"), ("[x](../top.md)", "Top"),
    ("[x](/waters/pond.md)", "Pond"), ("[x](./pond.md)", "Pond"), ("[[the-pond]]", "The Pond"),
    ("[[The%20Pond]]", "The Pond"), ("[[100%25]]", "100%25"), ("[[C\\# in Depth]]", "C# in Depth"),
    ("[[pond.3.with.dots]]", "pond.3.with.dots"), ("[[pond.3.with.dots.md]]", "pond.3.with.dots"),
  ])
  func aLinkFindsATitle(text: String, title: String) throws {
    let title = title.hasPrefix("# ") ? String(title.dropFirst(2)) : title
    let link = try #require(MiniMarkdownDocument(text).snapshot.noteLinks.first)
    let names = LinkName.all(id: "ID", title: title, others: []).map(\.name)
    #expect(link.names.contains { names.contains($0) })
  }

  @Test(arguments: [
    ("[[Walden]]", "Walden Pond"), ("[x](walden.md)", "Emma"), ("[[@id]]", "id"), ("[[C]]", "C++"),
    ("[[Walden!]]", "Walden"), ("[[pond]]", "The Pond"), ("[[100%]]", "100"),
  ])
  func aLinkDoesNotFindAnotherTitle(text: String, title: String) throws {
    let link = try #require(MiniMarkdownDocument(text).snapshot.noteLinks.first)
    let names = LinkName.all(id: "id", title: title, others: []).filter { $0.rank < 3 }.map(\.name)
    #expect(!link.names.contains { names.contains($0) })
  }

  /// Even by a file's name: `C++` is written otherwise than the file of `C`.
  @Test(arguments: [
    ("[[C++]]", "C"), ("[[Walden!]]", "Walden"), ("[[Walden Pond]]", "Walden, Pond"),
  ])
  func aTitleIsNoFile(text: String, title: String) throws {
    let link = try #require(MiniMarkdownDocument(text).snapshot.noteLinks.first)
    let names = LinkName.all(id: "id", title: title, others: []).map(\.name)
    #expect(!link.names.contains { names.contains($0) })
  }

  @Test func aLinkIsFoundInItsRange() {
    let snapshot = MiniMarkdownDocument("a [[b]] c").snapshot
    let found = (0...9).filter { snapshot.noteLink(at: $0) != nil }
    #expect(found == [2, 3, 4, 5, 6, 7])
  }
}

@Suite struct WrittenLinkTests {
  /// A link to a title with a mark in it leads to the note: by the title, or by the id.
  @Test func aWrittenLinkLeadsThere() throws {
    let id = "0E8A654B-0000-4000-8000-000000000001"
    for title in HostileTexts.lines {
      let written = NoteLink.written(to: title, id: id)
      let links = MiniMarkdownDocument("See \(written).").snapshot.noteLinks
      let link = try #require(links.count == 1 ? links.first : nil, "\(title.debugDescription)")
      let isByID = link.names == [LinkName(id: id)]
      #expect(isByID || link.title.utf8.elementsEqual(title.utf8), "\(title.debugDescription)")
    }
  }
}
