import Base
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import KeyValueStore
@testable import Notebook

/// JSON as a notebook's `json` columns hold it.
@Suite struct StoredJSONTests {
  /// Damaged texts are JSON for us exactly when they are for SQLite, by which the app checks them.
  @Test func agreesWithSQLite() throws {
    let database = try DatabaseQueue()
    let good = Array(
      #"{"title":"a\"b\u00e9","n":[-1.5e3,0,true,null],"o":{"x":[{}],"y":""}}"#.utf8)
    let alphabet = Array(#"{}[]",:\0129.eE+-tfnu x"#.utf8)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes[index] = alphabet.randomElement(using: &random) ?? 0
        default: bytes.insert(alphabet.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let isJSON = try database.read { db in
        try Bool.fetchOne(db, sql: "SELECT json_valid(?)", arguments: [text])
      }
      #expect(((try? JSONValue(stored: text)) != nil) == isJSON, "\(text)")
    }
  }

  @Test func refusesWhatWouldFillTheMemory() {
    let text = "\"" + String(repeating: "x", count: JSONValue.largestStored - 2) + "\""
    #expect((try? JSONValue(stored: text)) != nil)
    #expect(throws: JSONError(.tooLong, at: 0)) { try JSONValue(stored: text + " ") }
  }

  /// Members that are not asked for, their order and their numbers survive reading and writing.
  @Test func losesNothing() throws {
    let text = #"{"z":[2.5,345600.123,-0.1],"a":{"n":9007199254740993,"s":"é\"\u0001"},"b":null}"#
    #expect(try JSONValue(stored: text).stored == text)
    let numbers = "[12345678901234567890,-0.12345678901234567890123,1e999,1.50E-999]"
    #expect(try JSONValue(stored: numbers).stored == numbers)
    #expect(try JSONValue(stored: "1E21") == .double(1e21))
    #expect(try JSONValue(stored: JSONValue(stored: "1E21").stored) == .double(1e21))
  }

  private func metadata(title: String) -> NoteMetadata? {
    NoteMetadata(
      json: """
        {"title":"first","tags":[],"creationTimestamp":"2024-01-01T00:00:00Z",
        "modifiedTimestamp":"2024-01-01T00:00:00Z","title":\(title)}
        """)
  }

  @Test func ofTwoMembersWithOneNameTheLastCounts() {
    #expect(metadata(title: #""last""#)?.title == "last")
  }

  @Test(arguments: [
    "1", "null", #""last"#, #""\x""#, #""\ud800""#, #""\ud800\u0041""#, "\"a\nb\"", #""last",}"#,
    String(repeating: "[", count: 100_000),
  ])
  func unreadableTitlesAreNoMetadata(title: String) { #expect(metadata(title: title) == nil) }

  @Test func listsOfStringsHoldStringsOnly() {
    #expect((["a", "b"] as JSONValue).strings == ["a", "b"])
    #expect(([] as JSONValue).strings == [])
    #expect((["a", 1] as JSONValue).strings == nil)
    #expect(("a" as JSONValue).strings == nil)
  }

  @Test func optionalMembersMayBeAbsentOrNullButNotOfAnotherType() throws {
    let value: JSONValue = ["n": 2021.0, "null": .null, "s": "x"]
    #expect(try value.required("n", \.int) == 2021)
    #expect(try value.optional("s", \.string) == "x")
    #expect(try value.optional("null", \.string) == nil)
    #expect(try value.optional("absent", \.string) == nil)
    #expect(throws: JSONMismatch.self) { try value.optional("s", \.int) }
    #expect(throws: JSONMismatch.self) { try value.required("null", \.int) }
    #expect(throws: JSONMismatch.self) { try value.required("absent", \.int) }
    #expect(throws: JSONMismatch.self) { try JSONValue.null.required("n", \.int) }
  }
}
