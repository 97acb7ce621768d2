import Foundation
import JSON
import LanguageClient
import Notebook
import NotebookIndex
import TestSupport
import Testing

@testable import LanguageServer

/// A document is the same however it is spelled: its name in the client, and its file on the disk.
@Suite struct DocumentURITests {
  // MARK: Names

  /// Spellings of one name each.
  @Test(arguments: [
    [
      "file:///a%20b.md", "file:///a b.md", "file://localhost/a%20b.md", "FILE:///a%20b.md",
      "file:/a b.md",
    ],
    [
      "file:///c%3A/x", "file:///c%3a/x", "file:///C:/x", "file:///c:/x", "file://LOCALHOST/C%3A/x",
    ],
    ["file:///%ff", "file:///%FF", "file://localhost/%fF"], ["file:///%c3%a9", "file:///\u{E9}"],
    ["file:///x%2Fy", "file:///x%2fy", "file:///%78%2Fy"], ["file:///%25", "file:///%"],
    ["file:///%2541", "file:///%25%34%31"], ["fugitive:///x%20y%3a", "FUGITIVE:///x y%3A"],
    ["untitled:Untitled-1", "untitled:Untitled%2D1"],
    ["commonplace://n/ID/s.md", "commonplace://n/%49D/s.md", "commonPlace://n/ID/s.md"],
  ])
  func oneName(spellings: [String]) {
    #expect(Set(spellings.map { DocumentURI($0) }).count == 1)
    for spelling in spellings { #expect(DocumentURI(spelling).spelling == spelling) }
  }

  /// Names that are not one another's spellings.
  @Test(arguments: [
    ["file:///x%2Fy", "file:///x/y", "file:///x%252Fy", "file:///x%25252Fy"],
    ["file:///%ff", "file:///%fe", "file:///%25FF", "file:///%C3%BF"],
    ["file:///e%CC%81", "file:///%C3%A9"], ["file:///A.md", "file:///a.md"],
    ["file:///x", "file://host/x", "other:///x", "file://x"],
    ["commonplace://n/x%2Fy/s.md", "commonplace://n/x/y/s.md"], ["", "a", "%", "A:"],
  ])
  func severalNames(spellings: [String]) {
    #expect(Set(spellings.map { DocumentURI($0) }).count == spellings.count)
  }

  @Test(arguments: [
    ("file:///a%20b%25.md", "/a b%.md"), ("file:///100%.md", "/100%.md"),
    ("file://localhost/a", "/a"), ("file:/a", "/a"), ("file:///c%3A/a", "/c:/a"),
    ("file:///a#b?c", "/a#b?c"), ("file:///x%2Fy", nil), ("file:///%00", nil), ("file:///%ff", nil),
    ("file://host/a", nil), ("file:a", nil), ("untitled:a", nil), ("", nil), ("file:", nil),
  ])
  func paths(spelling: String, path: String?) {
    #expect(DocumentURI(spelling).filePath == path)
  }

  /// A slash that is encoded belongs to the id of a note.
  @Test func encodedSlashesAreNoSeparators() throws {
    #expect(NoteURI("commonplace://n/x%2Fy/s.md")?.id == "x/y")
    #expect(NoteURI("commonplace://n/x/y/s.md")?.id == "x")
    let server = try ServerFixture()
    server.client.open("file:///x%2Fy", "# encoded")
    server.client.open("file:///x/y", "# not")
    #expect(try server.outline(of: "file:///x%2fy") == ["encoded"])
  }

  // MARK: Files

  static let spellingCount = 16

  /// A mirror of many notes, to which links lead.
  private struct Folder {
    let fixture: MirrorServerFixture
    let links: String
    /// One that is not UTF-8, as it is encoded.
    let odd: String

    init(notes: Int) throws {
      fixture = try MirrorServerFixture(
        notes: (0..<notes).map { "# N\u{E9} 50% \($0)\n\nfirst\n" })
      links = fixture.server.folder.path("links")
      let manager = FileManager.default
      try manager.createDirectory(atPath: links, withIntermediateDirectories: false)
      for (name, target) in [("one", fixture.folder), ("two", "one")] {
        try manager.createSymbolicLink(
          atPath: links + "/" + name, withDestinationPath: target)
      }
      // Where names must be UTF-8 there is no such link, and another one stands in for it.
      let bytes = Array((links + "/odd").utf8) + [0xFF, 0]
      let target = fixture.folder
      let isMade = bytes.withUnsafeBufferPointer { bytes in
        bytes.withMemoryRebound(to: CChar.self) { name in
          name.baseAddress.map { symlink(target, $0) == 0 } ?? false
        }
      }
      odd = isMade ? "odd%ff" : "one"
    }

    func name(_ number: Int) -> String { "N\u{E9} 50% \(number).md" }

    /// The ways in which clients may spell one file.
    func spellings(_ number: Int) throws -> [String] {
      let name = name(number)
      let path = fixture.folder + "/" + name
      let plain = { (path: String) in URL(filePath: path).absoluteString }
      func encoded(_ path: String, _ isUpper: Bool) -> String {
        path.utf8.map { byte in
          if byte == UInt8(ascii: "/") { return "/" }
          let digits = String(byte, radix: 16, uppercase: isUpper)
          return digits.count < 2 ? "%0\(digits)" : "%\(digits)"
        }.joined()
      }
      let end = encoded("/" + name, false)
      let link = links + "/\(number).md"
      if !FileManager.default.fileExists(atPath: link) {
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      }
      return [
        plain(path), "file://" + path.replacing("%", with: "%25"), "file://" + encoded(path, false),
        "file://localhost" + encoded(path, true), "file:" + encoded(path, true),
        "FILE://" + encoded(path, false), plain(links + "/one/" + name),
        "file://" + encoded(links + "/two/" + name, true), "file://" + links + "/" + odd + end,
        "file://localhost" + links + "/"
          + odd.uppercased().replacing("ODD", with: "odd")
          .replacing("ONE", with: "one") + end,
        "file://" + fixture.folder + "/." + end, "file://" + fixture.folder + "/../mirror" + end,
        "file://" + fixture.folder + "/" + end, plain(link),
        "file://" + links + "/two/../mirror" + end, "file://" + encoded(link, false),
      ]
    }
  }

  /// The other texts of a note in conflict, and its own.
  private func texts(_ notebook: Notebook, titled title: String) throws -> Set<String> {
    guard case .one(let note) = try notebook.titles.find(title) else { return [] }
    let sides = try notebook.conflicts.of(note.id)?.sides.compactMap(\.text) ?? []
    return Set(sides + [try notebook.note(id: note.id).text])
  }

  /// Two documents of a client that are one file, each with a separate text: of what both save nothing
  /// is lost in silence. All pairs of 16 spellings, in both orders.
  @Test(arguments: 0..<spellingCount) func savesFromTwoSpellings(first: Int) throws {
    let others = (0..<Self.spellingCount).filter { $0 != first }
    let folder = try Folder(notes: others.count)
    let client = folder.fixture.client
    let ready = folder.fixture.uri(folder.name(0))
    #expect(client.eventually { (try? client.read(ready)) != nil })
    var isOne: [Bool] = []
    for (number, other) in others.enumerated() {
      let spellings = try folder.spellings(number)
      let (first, second) = (spellings[first], spellings[other])
      isOne.append(DocumentURI(first) == DocumentURI(second))
      let text = folder.fixture.text(folder.name(number)) ?? ""
      client.open(first, text)
      if !isOne[number] { client.open(second, text) }
      for (version, (uri, mine)) in [(first, "one\n"), (second, "two\n")].enumerated() {
        client.change(uri, version: version + 2, text + mine)
        try folder.fixture.write(text + mine, folder.name(number))
        client.save(uri, text + mine)
      }
    }
    _ = try client.read(ready)
    let notebook = try folder.fixture.notebook()
    for (number, other) in others.enumerated() {
      let text = "# N\u{E9} 50% \(number)\n\nfirst\n"
      let expected = isOne[number] ? [text + "two\n"] : [text + "one\n", text + "two\n"]
      let found = try texts(notebook, titled: "N\u{E9} 50% \(number)")
      #expect(found == Set(expected), "with \(other)")
    }
    #expect(isOne.contains(false))
  }

  /// Another device wrote while the editor had a file open under any of its names; the editor saves
  /// without a word to the server. Both texts are kept.
  @Test func savesThatOnlyTheFileTells() throws {
    let count = Self.spellingCount
    let folder = try Folder(notes: count)
    let client = folder.fixture.client
    let ready = folder.fixture.uri(folder.name(0))
    #expect(client.eventually { (try? client.read(ready)) != nil })
    let others = try folder.fixture.notebook()
    for number in 0..<count {
      let uri = try folder.spellings(number)[number]
      let text = folder.fixture.text(folder.name(number)) ?? ""
      client.open(uri, text)
      client.change(uri, version: 2, text + "mine\n")
      // A document of this name is the note, and keeps the name that the client gives it.
      #expect(try client.read(uri).text == text)
      guard case .one(let note) = try others.titles.find("N\u{E9} 50% \(number)") else { continue }
      _ = try others.save(text: text + "theirs\n", note: note.id)
    }
    for number in 0..<count {
      let name = folder.name(number)
      #expect(client.eventually { folder.fixture.text(name)?.hasSuffix("theirs\n") == true })
      try folder.fixture.write("# N\u{E9} 50% \(number)\n\nfirst\nmine\n", name)
    }
    for number in 0..<count {
      let text = "# N\u{E9} 50% \(number)\n\nfirst\n"
      let isKept = try client.eventually {
        _ = try others.refresh()
        return try texts(others, titled: "N\u{E9} 50% \(number)") == [
          text + "mine\n", text + "theirs\n",
        ]
      }
      #expect(isKept, "\(number)")
    }
  }

  /// Other names are the same file's if neither case nor the encoding of letters counts, as on
  /// macOS.
  @Test func spellingsThatOnlyTheSystemKnows() throws {
    let folder = try Folder(notes: 1)
    let client = folder.fixture.client
    #expect(client.eventually { (try? client.read(folder.fixture.uri(folder.name(0)))) != nil })
    for name in ["n\u{E9} 50% 0.md", "Ne\u{301} 50% 0.MD"]
    where FileManager.default.fileExists(atPath: folder.fixture.path(name)) {
      #expect(try client.read(folder.fixture.uri(name)).text.hasSuffix("first\n"))
    }
    // For a mirror their encoding does not count in any case.
    let decomposed = folder.fixture.uri("Ne\u{301} 50% 0.md")
    #expect(try client.read(decomposed).text.hasSuffix("first\n"))
  }
}
