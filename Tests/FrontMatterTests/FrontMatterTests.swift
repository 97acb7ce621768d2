import Foundation
import JSON
import TestSupport
import Testing

@testable import FrontMatter

@Suite struct FrontMatterTests {
  /// The text between the marks, its fields, and the lines without a meaning.
  static let examples: [(String, String, [String])] = [
    ("title: Walden", #"{"title":"Walden"}"#, []),
    (
      "title: Emma: a novel # in three volumes", #"{"title":"Emma: a novel"}"#, []
    ),
    ("title: C# in depth # a comment", #"{"title":"C# in depth"}"#, []),
    ("tags: [a, 'b c'] # two", #"{"tags":["a","b c"]}"#, []),
    ("tags: ['a', 'it''s']", #"{"tags":["a","it's"]}"#, []),
    ("tags: # some\n  - a # one\n# between\n  - 'b' # two\nx: 1", #"{"tags":["a","b"],"x":1}"#, []),
    ("tags: [\n  a, b\n]\nx: 1", #"{"tags":["a","b"],"x":1}"#, []),
    ("tags:\t[a, b]\ntitle:\tWalden", #"{"tags":["a","b"],"title":"Walden"}"#, []),
    ("title : Walden\ntags : [a]", #"{"title":"Walden","tags":["a"]}"#, []),
    ("'title': \"Walden\" # x", #"{"title":"Walden"}"#, []),
    (
      "a: [no, on, 1e3, 2021-09-21, 0x10, 1_000, .5, y, 12:30]",
      #"{"a":["no","on","1e3","2021-09-21","0x10","1_000",".5","y","12:30"]}"#, []
    ),
    ("a: !!str 2021\nb: !!int 1", #"{"a":"2021"}"#, ["b: !!int 1"]),
    ("a: Q &A\nb: 5 * 3", #"{"a":"Q &A","b":"5 * 3"}"#, []),
    ("a: >-\n  one\n  two", #"{"a":"one two"}"#, []),
    ("title: \"a \\\"b\\\" \\u00e9\"", #"{"title":"a \"b\" é"}"#, []),
    ("title: 'it''s'", #"{"title":"it's"}"#, []),
    ("a: 1984\nb: 007\nc: 1.5\nd: 1.50", #"{"a":1984,"b":"007","c":1.5,"d":"1.50"}"#, []),
    ("a: true\nb: null\nc: ~\nd:\ne: yes", #"{"a":true,"b":null,"c":null,"d":null,"e":"yes"}"#, []),
    ("a: [x, y z, 3]", #"{"a":["x","y z",3]}"#, []),
    ("a: [\"x, y\", z w, 3,]", #"{"a":["x, y","z w",3]}"#, []),
    ("a: [\"x, y\", 3]", #"{"a":["x, y",3]}"#, []),
    ("a: {\"b\": [1]}", #"{"a":{"b":[1]}}"#, []),
    ("a:\n  - x\n  - y: z\n    w: 1", #"{"a":["x",{"y":"z","w":1}]}"#, []),
    ("a:\n- x\n- Emma: a novel by me: 1", #"{"a":["x",{"Emma":"a novel by me: 1"}]}"#, []),
    ("a:\n- A long title: yes", #"{"a":["A long title: yes"]}"#, []),
    ("a:\n  b:\n    c: 1\n  d: 2", #"{"a":{"b":{"c":1},"d":2}}"#, []),
    ("\"a b\": 1", #"{"a b":1}"#, []),
    ("a: 1\r\nb: 2\r", #"{"a":1,"b":2}"#, []),
    ("a: 1\n\nb: 2", #"{"a":1,"b":2}"#, []),
    // Fields that are not understood stay.
    ("a: 1\na: 2", #"{"a":1}"#, ["a: 2"]),
    ("# comment\na: 1", #"{"a":1}"#, ["# comment"]),
    ("a: |\n  text\n\n  more\nb: 1", #"{"a":"text\n\nmore\n","b":1}"#, []),
    ("a: [*x, *x]\nb: &x [1]", "{}", ["a: [*x, *x]", "b: &x [1]"]),
    ("a: {b: &x 1, c: *x}\nd: 1", #"{"d":1}"#, ["a: {b: &x 1, c: *x}"]),
    ("a: &x 1\nb: *x\nc: !t 1", "{}", ["a: &x 1", "b: *x", "c: !t 1"]),
    ("a: \"open\nb: 1", #"{"b":1}"#, ["a: \"open"]),
    ("a: [x, \"y]", "{}", ["a: [x, \"y]"]),
    ("a: x\n  y", #"{"a":"x y"}"#, []),
    ("a:\n\t- x\n\t- y: z: w", #"{"a":["x",{"y":"z: w"}]}"#, []),
    ("a:\n  - x\n y", "{}", ["a:", "  - x", " y"]),
    ("a: 1\njust words", #"{"a":1}"#, ["just words"]),
    ("a:\n  - - x", #"{"a":[["x"]]}"#, []),
    ("a:\n  b: 1\n  b: 2", "{}", ["a:", "  b: 1", "  b: 2"]),
    ("constructor: 1\n<<: 2", #"{"constructor":1}"#, ["<<: 2"]),
  ]

  @Test(arguments: examples)
  func reads(_ lines: String, _ json: String, _ rest: [String]) throws {
    let (frontMatter, text) = FrontMatter.split("---\n\(lines)\n---\nthe text\n")
    let fields = try #require(try JSONValue(parsing: Array(json.utf8)).object)
    #expect(frontMatter == FrontMatter(fields: fields, rest: rest))
    #expect(text == "the text\n")
  }

  /// Texts that have none.
  @Test(
    arguments: [
      "", "---", "---\n", "---\na: 1", "---\na: 1\n", "text\n---\na: 1\n---\n",
      "---\nA rule, and then prose.\n\n---\nmore", " ---\na: 1\n---\n", "----\na: 1\n---\n",
      "---\n- a: 1\n---\n", "---\n\u{0}: 1\n---\n",
    ])
  func findsNone(_ text: String) {
    let (frontMatter, rest) = FrontMatter.split(text)
    #expect(frontMatter == nil)
    #expect(rest == text)
  }

  @Test(arguments: [
    ("---\n---\ntext", "text"), ("---\n# only this\n---", ""), ("---\na: 1\n...\nx", "x"),
  ])
  func findsIts(_ end: String, _ text: String) {
    let (frontMatter, rest) = FrontMatter.split(end)
    #expect(frontMatter != nil)
    #expect(rest == text)
  }

  /// Texts that would mean something else without quotation marks.
  @Test(
    arguments: [
      "", " ", "a ", " a", "1984", "007", "-", "- a", "a: b", "a #b", "# a", "true", "No", "null",
      "~", "'a'", "\"", "\\", "[a]", "{", "|", ">", "*a", "&a", "!a", "%a", "@a", "`a", "a\nb",
      "a\r\nb", "\t", "\u{0}", "\u{85}", "\u{2028}", "\u{FEFF}", "é", "e\u{301}", "😀", "---", "...",
      "2021-09-21", "2021-09-21T04:58:51Z", "1e3", "0x10", "1_000", "12:30:45", "=", "<<", "?", ":",
      "a,b", "\u{301}", "?[x](y)", "Ends with colon:",
    ])
  func writesTexts(_ text: String) throws {
    let value = JSONValue.string(text)
    let fields: JSONObject = [
      "a": value, "b": [value, 1], "c": ["d": value, "e": ["f": value]],
      "g": [["h": value, "i": [value]], ["j": value]],
    ]
    let lines = FrontMatter(fields: fields).lines
    let (frontMatter, rest) = FrontMatter.split(lines.joined(separator: "\n") + "\ntext")
    #expect(frontMatter?.fields == fields)
    #expect(frontMatter?.rest == [])
    #expect(rest == "text")
    // And byte for byte, which Swift's strings do not compare.
    let read = frontMatter?.fields["a"]?.string ?? "-"
    #expect(Array(read.utf8) == Array(text.utf8))
  }

  @Test func writesWhatItReads() throws {
    for seed in UInt64(0)..<300 {
      var random = RandomEdits(seed: seed)
      var fields = JSONObject()
      for _ in 0..<random.number(0...5) {
        fields["k\(random.number(0...9))"] = Self.value(&random, depth: 0)
      }
      let lines = FrontMatter(fields: fields).lines
      let (frontMatter, text) = FrontMatter.split(lines.joined(separator: "\n") + "\n")
      #expect(frontMatter?.fields == fields, "seed \(seed): \(lines)")
      #expect(frontMatter?.rest == [] && text == "", "seed \(seed)")
    }
  }

  /// Any bytes between the marks give something, and nothing of them is lost: writing it and reading
  /// that again gives the same.
  @Test func readsAnything() {
    let pieces = [
      "a", ":", " ", "\n", "- ", "  ", "\"", "'", "[", "]", "{", "}", ",", "#", "|", "x: y\n",
      "b:\n",
      "  - c: d\n", "\t", "é", "\u{301}", "\0", "1", "null", "\\", "---", "...\n", "\r\n", "&", "*",
    ]
    for seed in UInt64(0)..<2_000 {
      var random = RandomEdits(seed: seed)
      let count = random.number(0...30)
      let lines = (0..<count).map { _ in pieces[random.number(0...(pieces.count - 1))] }.joined()
      let file = "---\nk: v\n" + lines + "\n---\nrest"
      let (first, text) = FrontMatter.split(file)
      guard let first else { continue }
      let (second, again) = FrontMatter.split(first.lines.joined(separator: "\n") + "\n" + text)
      #expect(second == first, "seed \(seed): \(file.debugDescription)")
      #expect(again == text, "seed \(seed)")
    }
  }

  /// The remarks about lines that are not understood.
  @Test(arguments: [
    ("a: &x 1", "a: it has a YAML anchor (“&”)"), ("a: *x", "a: found undefined alias"),
    ("a: 1\na: 2", "a: it occurs twice"), ("a: !t 1", "a: it has a YAML type tag (“!”)"),
    ("a: {b: &x 1, c: *x}", "a: it has YAML anchors (“&”) and aliases (“*”)"),
    ("a:\n  b: 1\n  b: 2", "a: a key occurs twice"),
    ("a: \"open", "a: found unexpected end of stream"), ("# x\na: 1", ""),
    ("a: 1\nwords", "-: it is not a field"),
    ("a: " + String(repeating: "[", count: 100_000), "a: it is nested too deeply"),
    ("a:\n  " + String(repeating: "- ", count: 10_000), "a: it is nested too deeply"),
  ])
  func saysWhatIsNotUnderstood(_ lines: String, _ remark: String) {
    let remarks = FrontMatter(lines: lines.components(separatedBy: "\n")).remarks
    #expect(remarks.map { "\($0.field ?? "-"): \($0.reason)" }.joined(separator: "; ") == remark)
  }

  /// Values that name each other are refused before they are put together.
  @Test func namesAreNoBombs() {
    let bombs = [
      (0..<40).map { "x\($0): &a\($0) [*a\(max(0, $0 - 1)),*a\(max(0, $0 - 1))]" }
        .joined(separator: "\n  "),
      "? &a0 [1]\n  : 2\n  ? &a1 [*a0,*a0]\n  : 3",
    ]
    for bomb in bombs {
      let read = FrontMatter(lines: ("a:\n  " + bomb).components(separatedBy: "\n"))
      #expect(read.fields.keys.isEmpty && read.remarks.count == 1)
    }
  }

  /// Fields that no note has stay byte for byte, in their order and among what is not understood.
  @Test func unknownFieldsStayAsTheyAre() {
    let lines = [
      "# of mine", "aliases:   ['a',  \"b\"] # two", "id: x", "cssclass : wide", "&what",
      "list:", "    - 'one'", "# between", "    - two",
    ]
    var read = FrontMatter(lines: lines)
    read.keepAsLines { $0 != "id" }
    #expect(read.rest == lines.filter { $0 != "id: x" } && read.fields == ["id": "x"])
    var again = FrontMatter(lines: Array(read.lines.dropFirst().dropLast()))
    again.keepAsLines { $0 != "id" }
    #expect(again == read)
  }

  @Test(arguments: [
    ("2021-02-28", true), ("2021-02-29", false), ("2024-02-29", true), ("2021-02-30", false),
    ("2021-04-31", false), ("2000-02-29", true), ("1900-02-29", false), ("2021-13-01", false),
    ("2021-02-30T10:00:00Z", false), ("2021-12-31 23:59", true),
  ])
  func thereIsSuchADay(_ text: String, _ isDay: Bool) {
    #expect((ExchangeDates.json(text) != nil) == isDay)
    #expect((ExchangeDates.components(.string(String(text.prefix(10)))) != nil) == isDay)
  }

  @Test func fieldsBecomeComments() {
    var read = FrontMatter(rest: [
      "created: {{date}}", "folder:", "  - a", "# b", "  - c", "mood: calm", "created: x",
    ])
    read.commentOut(["created", "folder"])
    #expect(
      read.rest == [
        "# created: {{date}}", "# folder:", "#   - a", "# b", "#   - c", "mood: calm",
        "# created: x",
      ])
  }

  /// Very many fields that no note has, and very many items of one, are read once each.
  @Test func veryManyLines() {
    let count = 10_000
    var unknown = FrontMatter(lines: (0..<count).map { "x\($0): 1" })
    #expect(unknown.fields.keys.count == count)
    unknown.keepAsLines { $0 != "id" }
    #expect(unknown.fields.keys.isEmpty && unknown.rest.count == count)
    let list = FrontMatter(lines: ["tags:"] + (0..<count).map { "- x\($0)" })
    #expect(list.fields["tags"]?.array?.count == count && list.rest.isEmpty)
  }

  private static func value(_ random: inout RandomEdits, depth: Int) -> JSONValue {
    switch random.number(0...(depth > 4 ? 5 : 8)) {
    case 0: return .null
    case 1: return .bool(random.number(0...1) == 0)
    case 2: return .integer(Int64(random.number(-1000...1000)))
    case 3: return .double(Double(random.number(-1000...1000)) / 8 + 0.0625)
    case 4, 5: return .string(random.text(0...4))
    case 6: return .array((0..<random.number(0...3)).map { _ in value(&random, depth: depth + 1) })
    default:
      var object = JSONObject()
      for _ in 0..<random.number(0...3) {
        let key = random.number(0...3) == 0 ? random.text(1...2) : "m\(random.number(0...9))"
        object[key] = value(&random, depth: depth + 1)
      }
      return .object(object)
    }
  }
}
