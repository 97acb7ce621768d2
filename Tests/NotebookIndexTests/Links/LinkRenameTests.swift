import Base
import Foundation
import MiniMarkdown
import NotebookTestSupport
import PackratParsing
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookFile
@testable import NotebookIndex
@testable import NotebookSearch

/// A note gets another title, and every link leads to the note to which it led.
@Suite struct LinkRenameTests {
  /// The number of random renames; `COMMONPLACE_LINK_RENAMES`, if it is set.
  private static let renames =
    ProcessInfo.processInfo.environment["COMMONPLACE_LINK_RENAMES"].flatMap { Int($0) } ?? 80

  private struct Case {
    var notes: [String]
    var rename: (String, String)
    /// The last note after it. `ID` stands for an id.
    var text: String
  }

  private static let cases = [
    Case(
      notes: ["# DC\n", "# AC/DC\n", "[[AC/DC]] [[DC]] [x](dc.md)"], rename: ("DC", "Comics"),
      text: "[[AC/DC]] [[Comics]] [x](comics.md)"),
    Case(
      notes: ["# Walden\n", "[w](Walden.md) [w](<Walden.md>) [[Walden]]"],
      rename: ("Walden", "Walden: or, Life"),
      text: "[w](Walden%3A%20or,%20Life.md) [w](<Walden%3A%20or,%20Life.md>) [[Walden: or, Life]]"),
    Case(
      notes: ["# Habit\n", "[w](<Habit.md>) [[Habit]]"], rename: ("Habit", "Habit #3"),
      text: "[w](<Habit%20%233.md>) [[ID|Habit 3]]"),
    Case(
      notes: ["# Report\n", "[[Report]] [r](Report.md)"], rename: ("Report", "Report.pdf"),
      text: "[[ID|Report.pdf]] [r](Report.pdf.md)"),
    Case(
      notes: ["# Page\n", "[[Page|p]] [[Page#Top]]"], rename: ("Page", "index.html"),
      text: "[[ID|p]] [[ID#Top|index.html]]"),
    Case(
      notes: ["# Share\n", "[[Share]]"], rename: ("Share", #"\\server\share"#),
      text: #"[[ID|\\server\share]]"#),
    // No words of a link become a hashtag.
    Case(
      notes: ["# Habit\n", "See [[Habit]]"], rename: ("Habit", "Habit #3 2"),
      text: "See [[ID|Habit 3 2]]"),
    // A title that is a link to its own note does not grow by the title that it gives.
    Case(
      notes: ["# Emma\n", "# [[a]]\n\n[[a]]"], rename: ("Emma", "a"),
      text: "# [[ID|a]]\n\n[[ID|ID a]]"),
    // A title that another note has, too: a link to one of the two names its id.
    Case(
      notes: ["# Walden\n", "# Pond\n", "[[Walden]] [[Pond]] [[walden]]"],
      rename: ("Pond", "Walden"),
      text: "[[ID|Walden]] [[ID|Walden]] [[ID|walden]]"),
    // In a cloze, the answer ends at the first parenthesis.
    Case(
      notes: ["# Emma\n", "?[who](see [[Emma]] here)"], rename: ("Emma", "Emma (1815)"),
      text: "?[who](see [[ID|Emma 1815]] here)"),
    Case(
      notes: ["# Emma\n", "| [[Emma]] |"], rename: ("Emma", "E | F"), text: #"| [[ID\|E F]] |"#),
    Case(
      notes: ["# Emma\n", "*a [[Emma]] b*"], rename: ("Emma", "a* b"), text: "*a [[ID|a b]] b*"),
    Case(
      notes: ["# Emma\n", "`[[Emma]]`\n```\n[[Emma]]\n```\n<!-- [[Emma]] -->\n[[Emma]]"],
      rename: ("Emma", "Anna"),
      text: "`[[Emma]]`\n```\n[[Emma]]\n```\n<!-- [[Emma]] -->\n[[Anna]]"),
    Case(
      notes: ["# Emma\n", "# On [[Emma]]\n", "[[Emma]] [x](on-emma.md)"], rename: ("Emma", "Anna"),
      text: "[[Anna]] [x](on-anna.md)"),
    Case(
      notes: ["# Emma\n", "[[Emma]][[emma]] [[books/Emma.md#A|b]]"], rename: ("Emma", "Émile"),
      text: "[[Émile]][[Émile]] [[books/Émile.md#A|b]]"),
  ]

  @Test(arguments: cases.indices) func aRename(index: Int) throws {
    let test = Self.cases[index]
    let device = try Device(notes: test.notes)
    let notebook = try device.open()
    defer { try? notebook.close() }
    let note = try #require(try notebook.notes.all().first { $0.title == test.rename.0 })
    let last = try #require(test.notes.last)
    let linking = try #require(try LinkOracle(notebook).notes.first { $0.text == last })
    let before = try LinkOracle(notebook)
    _ = try notebook.links.make(notebook.links.changes(renaming: note.id, to: test.rename.1))
    #expect(try notebook.summary(of: note.id)?.storedTitle == test.rename.1)
    let text = try notebook.note(id: linking.id).text
    #expect(Self.shown(text, try notebook.notes.all().map(\.id)) == test.text)
    let after = try LinkOracle(notebook)
    try Self.compare(before, after, notebook, renamed: note.id, "\(test)")
  }

  private static func shown(_ text: String, _ ids: [String]) -> String {
    ids.reduce(text) { $0.replacingOccurrences(of: $1, with: "ID") }
  }

  /// Links to a note that is joined to another one lead to that.
  @Test func joinedNotes() throws {
    let device = try Device(notes: [
      "# Walden\n", "# Life in the Woods\n\n[[Walden]]\n",
      "# A\n\n[[Life in the Woods]] [x](life-in-the-woods.md) [[woods#a]]\n",
    ])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let ids = Dictionary(uniqueKeysWithValues: try notebook.notes.all().map { ($0.title, $0.id) })
    let (walden, woods) = (ids["Walden"] ?? "", ids["Life in the Woods"] ?? "")
    let a = ids["A"] ?? ""
    let links = "[[\(woods)]] [[\(woods)|w]] commonplace://n/\(woods)/life.md"
    _ = try notebook.save(
      text: "# A\n\n[[Life in the Woods|it]] [x](life-in-the-woods.md) \(links)\n", note: a)
    let names = try notebook.links.calledNames(of: [walden, woods])
    _ = try notebook.notes.join(walden, with: woods) { _, _ in }
    try notebook.links.addTitle("Life in the Woods", to: walden)
    _ = try notebook.links.make(notebook.links.changes(from: names, to: walden))
    #expect(try notebook.links.notes(pointingAt: walden) == [a])
    let byID = "[[\(walden)|Walden]] [[\(walden)|w]] commonplace://n/\(walden)/life.md"
    #expect(
      try notebook.note(id: a).text
        == "# A\n\n[[Life in the Woods|it]] [x](life-in-the-woods.md) \(byID)\n")
    // A second title is added to those that are kept.
    try notebook.links.addTitle("Pond: a life", to: walden)
    #expect(try notebook.links.notes(called: LinkName.inBrackets("pond: a life")) == [walden])
    #expect(try notebook.links.notes(called: LinkName.inBrackets("life in the woods")) == [walden])
  }

  /// Many links are written in a few tries, also where the best way will not do.
  @Test func manyLinks() throws {
    let text = "# A\n\n" + String(repeating: "see [[Walden]] and ", count: 300) + "\n"
    let device = try Device(notes: ["# Walden\n", text])
    let notebook = try device.open()
    defer { try? notebook.close() }
    let note = try #require(try notebook.notes.all().first { $0.title == "Walden" })
    _ = try notebook.links.make(notebook.links.changes(renaming: note.id, to: "Pond #3"))
    let id = try #require(try notebook.links.notes(pointingAt: note.id).first)
    let link = "[[\(note.id)|Pond 3]]"
    #expect(
      try notebook.note(id: id).text == text.replacingOccurrences(of: "[[Walden]]", with: link))
  }

  // MARK: At random

  private static let titles: [String] = {
    let plain = [
      "Walden", "walden", "WALDEN", "Walden Pond", "walden-pond", "Walden: or, Life", "Habit #3",
      "#3", "# 3", "C", "C++", "C#", "AC/DC", "DC", "a/b/c", "Report.pdf", "index.html", "a.md",
      "a", "a.md.md", #"C:\new"#, #"\\server"#, #"a\"#, ##"a\#b"##, #"\[a\]"#, "[a]", "a]]b",
      "[[a]]",
      "On [[Walden]]", "a|b", "|", "a#b", "%41", "A", "a%20b", "a b", "100%", "*Emma*", "Emma",
      "_Emma_", "a_b", "a * b", "`code`", "a ` b", "snake_case", "Émile", "Emile", "日本語", "日本語.md",
      "Is it?", "(a)", "a (b", "a) b", "a \"b\" c", "<a>", "a > b", "https://a.example",
      "commonplace://a/b", "Q: what", "A: that", "> a", "- a", "1. a", "tl;dr: a", "@a", "/a", "a/",
      "0E8A654B-0000-4000-8000-000000000001", "!a", "![x](y.png)", "?[a](b)", "a  b", "a\tb", "~a~",
      "--", "---", "...", "é", "e\u{301}", "ß", "SS", "İ", "x.MD", "a&b", "a^b", "a{b}", "a=b",
      "null", "true", "1984", "2021-03-04", ":", "a:b", ".", "🦆", "🦆 a", "a\u{A0}b", "\u{200D}a",
      "Walden.markdown", "books/Walden", "Walden#Ponds", "Walden|Pond", ##"Walden \#2"##,
    ]
    let more = plain.flatMap { ["\($0) 2", "The \($0)"] }
    return Array((plain + more).prefix(200))
  }()

  /// A link in some form to a note.
  private static func link(
    to note: (id: String, title: String), using random: inout SeededGenerator
  ) -> String {
    let title = note.title
    let escaped = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? title
    let slug = (LinkName(fileOfTitle: title)?.text.dropFirst()).map { String($0) } ?? "x"
    let forms = [
      "[[\(title)]]", "[[\(title)#Ponds]]", "[[\(title)|words]]", "[[ \(title) ]]",
      "[[books/\(title)]]", "[[\(title).md]]", "[[\(title)#A|*w*]]", "[[\(slug)]]",
      "[[\(escaped)]]",
      "[w](\(escaped).md)", "[w](\(escaped).md#a)", "[](\(escaped).md)",
      "[w](../\(escaped).md \"t\")",
      "[w](<\(title).md>)", "[a | b](\(slug).md)", "[a]b](\(slug).md)", "[[\(note.id)]]",
      "[[\(note.id)|w]]", "commonplace://n/\(note.id)/x.md", "[w](commonplace://n/\(note.id))",
      "`[[\(title)]]`", "<!-- [[\(title)]] -->", "[[Woods]]", "[[Nothing]]", "[[#Ponds]]",
    ]
    return forms.randomElement(using: &random) ?? ""
  }

  private static func text(
    title: String, _ notes: [(id: String, title: String)], using random: inout SeededGenerator
  ) -> String {
    func link() -> String {
      notes.randomElement(using: &random).map { Self.link(to: $0, using: &random) } ?? ""
    }
    let frames: [(String) -> String] = [
      { $0 }, { "See \($0), and more." }, { "*see \($0) so*" }, { "- a \($0)" }, { "> \($0) b" },
      { "Q: \($0)?\nA: \($0)" }, { "?[who](it is \($0))" }, { "| a | \($0) |" }, { "## \($0) b" },
      { "#tag \($0) #other" }, { "a_b \($0) c_d" }, { "\($0)\($0)" }, { "```\n\($0)\n```" },
      { "* x *y* \($0) *z" }, { "    \($0)" }, { "é **\($0)** `a` \($0) ` b" },
      { "Summary: \($0)" }, { "![a](b.png) \($0)" },
    ]
    var text = Int.random(in: 0..<5, using: &random) == 0 ? "---\naliases: [Woods]\n---\n" : ""
    text += "# \(title)\n\n"
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let frame = frames.randomElement(using: &random) ?? { $0 }
      text += frame(link()) + "\n\n"
    }
    return text
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func randomRenames(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let device = try Device(notes: (0..<12).map { "# \(Self.titles[$0 * 7])\n" })
    let notebook = try device.open()
    defer { try? notebook.close() }
    for step in 0..<Self.renames / 4 {
      let notes = try notebook.notes.all().map { ($0.id, $0.storedTitle.trimmed) }
      for _ in 0..<3 {
        let note = try #require(notes.randomElement(using: &random))
        let text = Self.text(title: note.1, notes, using: &random)
        _ = try notebook.save(text: text, note: note.0)
      }
      let note = try #require(notes.randomElement(using: &random))
      let title = try #require(Self.titles.randomElement(using: &random))
      let before = try LinkOracle(notebook)
      _ = try notebook.links.make(notebook.links.changes(renaming: note.0, to: title))
      let after = try LinkOracle(notebook)
      try Self.compare(
        before, after, notebook, renamed: note.0, "seed \(seed), step \(step), to \(title)")
    }
  }

  /// Every link to one note leads there after a rename, nothing else is changed, and the index says what the texts
  /// say.
  private static func compare(
    _ before: LinkOracle, _ after: LinkOracle, _ notebook: Notebook, renamed: String, _ name: String
  ) throws {
    let new = Dictionary(uniqueKeysWithValues: after.notes.map { ($0.id, $0) })
    for old in before.notes {
      let note = try #require(new[old.id])
      let (oldLinks, links) = (links(old, renamed), links(note, renamed))
      #expect(
        oldLinks.count == links.count,
        "\(name): \(old.text.debugDescription) \(note.text.debugDescription)")
      for (former, link) in zip(oldLinks, links) {
        let meant = before.notes(meantBy: former, in: old.id)
        guard meant.count == 1 else { continue }
        #expect(
          after.notes(meantBy: link, in: note.id) == meant,
          "\(name): \(old.text.debugDescription) \(note.text.debugDescription)")
        #expect((former.heading == nil) == (link.heading == nil), "\(name)")
      }
      guard old.id != renamed else { continue }
      let (content, newContent) = (NoteContent(text: old.text), NoteContent(text: note.text))
      #expect(content.hashtags == newContent.hashtags, "\(name): \(note.text.debugDescription)")
      // Links by a title that is a cloze were clozes, too.
      if old.text.replacing("?[who](", with: "").contains("?[") { continue }
      // None is lost; where the former title ended emphasis in a question, it is a question now.
      #expect(
        PromptRanges.all(in: old.text).count <= PromptRanges.all(in: note.text).count,
        "\(name): \(old.text.debugDescription) \(note.text.debugDescription)")
    }
    let pointing = after.pointing
    for note in after.notes {
      #expect(try Set(notebook.links.notes(pointingAt: note.id)) == pointing[note.id], "\(name)")
      #expect(
        try Set(notebook.links.notes(pointedAtBy: note.id)) == after.notes(pointedAtBy: note),
        "\(name)")
      let query = SearchQuery(parsing: "links-to:\(note.id)")
      #expect(
        try Set(notebook.searches.notes(matching: query).map(\.id)) == pointing[note.id], "\(name)")
    }
  }

  /// The links of a note; of the renamed one, those after its title.
  private static func links(_ note: LinkOracle.Note, _ renamed: String) -> [NoteLink] {
    guard note.id == renamed, let title = NoteContent.titleRange(in: note.text) else {
      return note.links
    }
    return note.links.filter { !$0.range.overlaps(title) }
  }
}
