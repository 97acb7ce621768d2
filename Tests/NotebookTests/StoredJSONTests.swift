import Foundation
import GRDB
import TestSupport
import Testing

@testable import Notebook

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)),
      ("-0.50e+2", .number("-0.50e+2")),
      (#""a\/b\n\u00e9\ud83d\ude00""#, .string("a/b\né😀")), ("[]", .array([])),
      ("[1, [2]]", .array([.number("1"), .array([.number("2")])])),
      (
        #"{"b":1,"a":{}}"#,
        .object([.init(name: "b", value: .number("1")), .init(name: "a", value: .object([]))])
      ),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) {
    #expect(JSONValue(parsing: text) == value)
    #expect(JSONValue(parsing: value.description) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "truee", "01", "-", "1.", ".5", "1e", "+1", "[1,]", "[1 2]", "{\"a\"}", "{a:1}",
    "{\"a\":1,}", "[", "{", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"",
    "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "1 2", "\u{FEFF}1",
    String(repeating: "[", count: 100_000),
  ])
  func refuses(text: String) { #expect(JSONValue(parsing: text) == nil) }

  @Test func writesWhatTheAppReads() throws {
    let value = JSONValue.object([
      .init(name: "t\"\\", value: .string("a\u{0}\u{1F}\"\\/\n\r\té😀\u{2028}")),
      .init(name: "n", value: .array([.number("2.5"), .null, .bool(false)])),
    ])
    let read = try #require(
      try JSONSerialization.jsonObject(with: Data(value.description.utf8)) as? [String: Any])
    #expect(read["t\"\\"] as? String == "a\u{0}\u{1F}\"\\/\n\r\té😀\u{2028}")
    let list = try #require(read["n"] as? [Any])
    #expect(list[0] as? Double == 2.5 && list[1] is NSNull && list[2] as? Bool == false)
    #expect(!value.description.contains("\n"))
  }

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
      #expect((JSONValue(parsing: text) != nil) == isJSON, "\(text)")
    }
  }

  @Test func numbersAndLists() {
    #expect(JSONValue.number("2021").int == 2021)
    #expect(JSONValue.number("2021.0").int == 2021)
    #expect(JSONValue.number("1e400").int == nil)
    #expect(JSONValue.number("0.5").int == nil)
    #expect(JSONValue(parsing: #"["a",1]"#)?.strings == nil)
    #expect(JSONValue(parsing: #"{"a":1,"a":2}"#)?["a"] == .number("1"))
  }
}
