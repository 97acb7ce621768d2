import Foundation
import JSON
import MiniMarkdown
import Testing

@testable import KeyValueStore
@testable import Notebook

/// The changes that saving, trashing and restoring a note make.
@Suite struct NoteSavingTests {
  private static let prompt = freshKey(.quote, "> Quote\n")

  @Test func aNewNoteHasWhatItsTextSays() throws {
    var note = TestNote()
    let text = "# Title\n#b #a\n\ntl;dr: short\n\n> Quote\n\n"
    #expect(note.save(text) == [".metadata", ".noteText", ".bookIndex", Self.prompt])
    #expect(
      note.metadata.stored == """
        {"title":"Title","creationTimestamp":"2023-11-14T22:14:20Z",\
        "modifiedTimestamp":"2023-11-14T22:14:20Z","tags":["#b","#a"],"summary":"short",\
        "bookSection":"wantToRead"}
        """)
    #expect(note.values.text == text && note.values[".bookIndex"] == .null)
    #expect(note.save(text).isEmpty)
    #expect(note.save(text.replacing("\n", with: "\r\n")).isEmpty)
  }

  /// An edit and the keys it changes.
  @Test(arguments: [
    ("# Title\n\n> Quote\n\nmore", [".metadata", ".noteText"]),
    ("# Title\n\n> Quoted\n", [".metadata", ".noteText", "quote"]),
    ("# Other\n\n> Quote\n", [".metadata", ".noteText"]), ("# Title\r\n\r\n> Quote\r\n", []),
    ("# Title\n\n> Quote\n#tag", [".metadata", ".noteText"]),
    ("", [".metadata", ".noteText", "quote"]),
    ("# Title\n\n> Quote", [".metadata", ".noteText", "quote"]),
  ])
  func onlyWhatChangedIsWritten(text: String, keys: [String]) {
    var note = TestNote("# Title\n\n> Quote\n")
    let quote = freshKey(.quote, "> Quote\n")
    #expect(note.prompts.keys.first == freshKey(.quote, "> Quote\n"))
    #expect(note.save(text) == Set(keys.map { $0 == "quote" ? quote : $0 }))
  }

  /// Unknown fields, explicit nulls and the order of fields stay.
  @Test func metadataIsModifiedInPlace() throws {
    var note = TestNote("# Title\n#b #a\n")
    try note.put(
      ".metadata",
      json: #"""
        {"zeal":1.5,"tags":["#a","#b"],"summary":null,"modifiedTimestamp":"2020-01-01T00:00:00Z",
        "creationTimestamp":"2019-01-01T00:00:00Z","folder":"inbox","title":"Title",
        "book":{"title":"Emma","authors":["Jane Austen","N. N."],"rating":null,"review":null,
        "dateAdded":null,"readingHistory":null,"color":{"r":0.1}}}
        """#)
    note.values.values[EntryKey(scope: "NOTE", key: ".bookIndex")] = .text("Emma Jane Austen N. N.")
    #expect(note.save("# Title\n#b #a\n").isEmpty)
    #expect(note.save("# Titel\n#b #a\n") == [".metadata", ".noteText"])
    #expect(
      note.metadata.stored == """
        {"zeal":1.5,"tags":["#a","#b"],"summary":null,"modifiedTimestamp":"2023-11-14T22:16:20Z",\
        "creationTimestamp":"2019-01-01T00:00:00Z","folder":"inbox","title":"Titel",\
        "book":{"title":"Emma","authors":["Jane Austen","N. N."],"rating":null,"review":null,\
        "dateAdded":null,"readingHistory":null,"color":{"r":0.1}},\
        "bookSection":"wantToRead","authorLastFirst":"Austen Jane"}
        """)
    #expect(note.save("#a\n\ntl;dr: short\n") == [".metadata", ".noteText"])
    #expect(note.metadata["summary"] == "short" && note.metadata["tags"] == ["#a"])
    note.save("#a\n")
    #expect(note.metadata["summary"] == nil && note.metadata["title"] == "#a")
  }

  @Test(arguments: [
    (nil, "wantToRead"), ("null", "wantToRead"),
    (#"{"hasRead":false,"multipleReadings":false}"#, "read"),
    (#"{"hasRead":true,"multipleReadings":false,"entries":[{"finish":{"year":2020}}]}"#, "read"),
    (
      #"{"hasRead":true,"multipleReadings":false,"entries":[{"finish":{"year":2020}},{"start":{}}]}"#,
      "currentlyReading"
    ),
  ])
  func bookSectionIsTheApps(history: String?, section: String) throws {
    var note = TestNote("text")
    let member = history.map { ",\"readingHistory\":\($0)" } ?? ""
    try note.put(
      ".metadata",
      json: """
        {"title":"t","tags":[],"creationTimestamp":"2019-01-01T00:00:00Z",
        "modifiedTimestamp":"2019-01-01T00:00:00Z","bookSection":"other",
        "authorLastFirst":"Marquez Gabriel García",
        "book":{"title":"Solitude","authors":["Gabriel García Marquez"]\(member)}}
        """)
    #expect(note.save("other text") == [".metadata", ".noteText", ".bookIndex"])
    #expect(note.metadata["bookSection"]?.string == section)
    // The same words in another order: the app knows better.
    #expect(note.metadata["authorLastFirst"] == "Marquez Gabriel García")
    #expect(note.values[".bookIndex"].text == "Solitude Gabriel García Marquez")
  }

  /// `é` in one scalar or two is one to Swift, and two to SQLite.
  @Test func bytesCount() {
    var note = TestNote("# é\n #é\n\n> é")
    #expect(
      note.save("# e\u{301}\n #e\u{301}\n\n> e\u{301}")
        == [".metadata", ".noteText", freshKey(.quote, "> é")])
    #expect(note.values.text?.utf8.count == 18)
    #expect(note.metadata["title"]?.string?.utf8.count == 3)
    #expect(note.metadata["tags"]?.array?.first?.string?.utf8.count == 4)
  }

  /// A book that was imported has neither text nor prompts until it is edited.
  @Test func aNoteWithoutTextStaysWithout() throws {
    var note = TestNote()
    try note.put(
      ".metadata",
      json: """
        {"title":"","tags":[],"creationTimestamp":"2019-01-01T00:00:00Z",
        "modifiedTimestamp":"2019-01-01T00:00:00Z"}
        """)
    #expect(note.save("").isEmpty)
    #expect(note.save("text") == [".metadata", ".noteText"])
  }

  @Test func metadataThatCannotBeReadIsMadeAnew() throws {
    var note = TestNote("text")
    for json in ["null", "[]", #"{"creationTimestamp":"2020-01-01T00:00:00.5Z"}"#] {
      try note.put(".metadata", json: json)
      #expect(note.save("text").contains(".metadata"))
      #expect(NoteMetadata(json: note.metadata.stored)?.title == "text")
    }
  }

  @Test func theTrashIsAFolder() {
    var note = TestNote("> Quote\n\n")
    let before = note.metadata
    #expect(note.apply(.trashing(note.values)) == [".metadata"])
    #expect(note.metadata["folder"] == "recentlyDeleted")
    #expect(note.metadata["modifiedTimestamp"] == before["modifiedTimestamp"])
    #expect(note.apply(.trashing(note.values)).isEmpty)
    note.save("> Quote\n\nedited in the trash")
    #expect(note.metadata["folder"] == "recentlyDeleted")
    #expect(note.apply(.restoring(note.values)) == [".metadata"])
    #expect(note.metadata["folder"] == nil)
    #expect(note.apply(.restoring(note.values)).isEmpty)
  }
}
