import Foundation
import JSON
import SpacedRepetition
import TestSupport
import Testing

@testable import UserSettings

/// The table of settings: what is read with it, and what is written of it.
@Suite struct SettingTests {
  private static let isRewriting =
    ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil

  private static let own = FSRSParameters.published.numbers.map { "\($0)" }.joined(separator: ",")

  /// A client's section, and what differs from the defaults then.
  @Test(
    arguments: [
      ("null", [:]),
      ("[1]", [:]),
      ("{}", [:]),
      (#"{"codeLens":{"book":false},"surprise":{}}"#, ["codeLens.book": false]),
      (#"{"codeLens.book":false}"#, ["codeLens.book": false]),
      (#"{"codeLens":{"book":null}}"#, [:]),
      (#"{"codeLens":{"book":1,"duePrompts":false}}"#, ["codeLens.duePrompts": false]),
      (#"{"notebook":""}"#, [:]),
      (#"{"notebook":"~/a.libnotes"}"#, ["notebook": "~/a.libnotes"]),
      (#"{"notebook":"a","completion":[]}"#, ["notebook": "a"]),
      (
        #"{"diagnostics":{"disabled":["b","a","b"]}}"#, ["diagnostics.disabled": ["a", "b"]]
      ),
      (#"{"diagnostics":{"disabled":["b",1]}}"#, [:]),
      (#"{"inlayHint":{"dueDates":true}}"#, ["inlayHint.dueDates": true]),
      (#"{"newNote":{"template":""}}"#, ["newNote.template": ""]),
      (#"{"review":{"answers":4,"limit":5}}"#, ["review.answers": 4, "review.limit": 5]),
      (#"{"review":{"answers":4.0,"newPerDay":0}}"#, ["review.answers": 4, "review.newPerDay": 0]),
      (#"{"review":{"answers":3,"limit":0,"newPerDay":-1,"order":"x","scheduler":1}}"#, [:]),
      (#"{"review":{"limit":1e99,"newPerDay":0.5,"order":[],"scheduler":""}}"#, [:]),
      (
        #"{"review.order":"newFirst","review.scheduler":"fsrs","codeLens.dueCount":false}"#,
        [
          "codeLens.dueCount": false, "review.order": "newFirst", "review.scheduler": "fsrs",
        ]
      ),
      (#"{"diagnostics.cardQuality":true}"#, ["diagnostics.cardQuality": true]),
      (
        #"{"review":{"desiredRetention":0.85,"maximumInterval":365}}"#,
        ["review.desiredRetention": 0.85, "review.maximumInterval": 365]
      ),
      (#"{"review":{"desiredRetention":1,"maximumInterval":0,"fsrsParameters":[1]}}"#, [:]),
      (#"{"review":{"desiredRetention":"0.8","fsrsParameters":[]}}"#, [:]),
      (
        #"{"review":{"fsrsParameters":[\#(own)]}}"#,
        ["review.fsrsParameters": .array(FSRSParameters.published.numbers.map { .double($0) })]
      ),
    ] as [(String, JSONValue)])
  func reads(_ section: String, _ expected: JSONValue) throws {
    let settings = Settings().updated(with: try JSONValue(parsing: Array(section.utf8)))
    let changed = Setting.all.filter { $0.value(in: settings) != $0.value(in: Settings()) }
    let values = changed.map { ($0.name, $0.value(in: settings) as JSONValue?) }
    #expect(JSONValue.object(JSONObject(values)) == expected)
    #expect(Settings().uses(changedIn: settings) == Set(changed.map(\.use)))
  }

  @Test func wrongTypesAreReportedByName() throws {
    var reported: [String] = []
    let section: JSONValue = [
      "diagnostics": ["disabled": ["a", 1]], "completion": ["emoji": "x"],
      "review": [
        "answers": "2", "limit": 0, "order": "x", "desiredRetention": 0.5,
        "fsrsParameters": [0.2, 1.3],
      ],
    ]
    _ = Settings().updated(with: section) { reported.append("\($0): \($1)") }
    #expect(
      reported == [
        "completion.emoji: expected true or false",
        "diagnostics.disabled: [1]: expected a string",
        "review.answers: expected 2 or 4",
        "review.desiredRetention: expected a number from 0.7 to 0.99",
        "review.fsrsParameters: expected the 21 numbers of FSRS-6, not 2",
        "review.limit: expected a whole number from 1 to 1000",
        #"review.order: expected "mixed" or "dueFirst" or "newFirst""#,
      ])
  }

  /// A name that is not in the table cannot be set.
  @Test func everyFieldIsInTheTable() {
    #expect(Mirror(reflecting: Settings()).children.count == Setting.all.count)
    #expect(Set(Setting.all.map(\.name)).count == Setting.all.count)
  }

  // MARK: Documents

  private static var table: String {
    let rows = Setting.all.map { setting in
      "| `\(setting.name)` | \(setting.typeName) | \(setting.defaultText) | "
        + "\(setting.use.rawValue) | \(setting.description) |"
    }
    return
      (["| setting | type | default | for | meaning |", "| --- | --- | --- | --- | --- |"] + rows)
      .joined(separator: "\n") + "\n"
  }

  @Test func thePageHasTheTable() throws {
    let file = "docs/settings.md"
    let text = Repository.text(of: file)
    if Self.isRewriting, let old = text.firstRange(of: /\| setting \| type(.*\n)(\|.*\n)*/) {
      try text.replacingCharacters(in: old, with: Self.table).write(
        to: Repository.root.appending(path: file), atomically: true, encoding: .utf8)
    }
    #expect(Repository.text(of: file).contains("\n" + Self.table + "\n"))
  }

  /// `docs/settings.schema.json`, whose properties are those of a Visual Studio Code package, too.
  @Test func theSchemaIsWritten() throws {
    let file = "docs/settings.schema.json"
    let schema: JSONValue = [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "Settings of commonplace", "type": "object",
      "properties": .object(
        JSONObject(Setting.all.map { ("\(Setting.section).\($0.name)", $0.schema) })),
    ]
    if Self.isRewriting {
      let value = try JSONSerialization.jsonObject(with: Data(schema.serialized()))
      var data = try JSONSerialization.data(
        withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
      data.append(contentsOf: "\n".utf8)
      try data.write(to: Repository.root.appending(path: file))
    }
    #expect(try JSONValue(parsing: Array(Repository.text(of: file).utf8)) == schema)
  }
}

extension Setting {
  fileprivate var typeName: String {
    switch member {
    case .flag: "true or false"
    case .text, .optionalText: "text"
    case .texts: "list of texts"
    case .number(_, let limits), .optionalNumber(_, let limits):
      "\(limits.lowerBound) to \(limits.upperBound)"
    case .decimal(_, let limits): "\(limits.lowerBound) to \(limits.upperBound)"
    case .parameters: "list of \(FSRSParameters.limits.count) numbers"
    case .choice(let choice):
      choice.values.map { "`\(String(decoding: $0.serialized(), as: UTF8.self))`" }
        .joined(separator: ", ")
    }
  }

  fileprivate var defaultText: String {
    let value = value(in: Settings())
    return value == .null || value == []
      ? "" : "`\(String(decoding: value.serialized(), as: UTF8.self))`"
  }

  /// Draft 7 of JSON Schema. `scope` is Visual Studio Code's: what a folder brings along must not say
  /// which file of the user's is opened.
  fileprivate var schema: JSONValue {
    let type: JSONValue =
      switch member {
      case .flag: "boolean"
      case .text: "string"
      case .optionalText: ["string", "null"]
      case .texts: "array"
      case .number: "integer"
      case .optionalNumber: ["integer", "null"]
      case .decimal: "number"
      case .parameters: ["array", "null"]
      case .choice(let choice): choice.values.first?.int == nil ? "string" : "integer"
      }
    let limits: (least: JSONValue, most: JSONValue)? =
      switch member {
      case .number(_, let limits), .optionalNumber(_, let limits):
        (limits.lowerBound.json, limits.upperBound.json)
      case .decimal(_, let limits): (limits.lowerBound.json, limits.upperBound.json)
      default: nil
      }
    var values: [JSONValue]?
    if case .choice(let choice) = member { values = choice.values }
    var (items, count): (JSONValue?, JSONValue?)
    var isSet = false
    if case .texts = member { (items, isSet) = ("string", true) }
    if case .parameters = member { (items, count) = ("number", FSRSParameters.limits.count.json) }
    return [
      "type": type, "items": items.map { ["type": $0] }, "minItems": count, "maxItems": count,
      "uniqueItems": isSet ? true : nil, "enum": values.map { .array($0) },
      "minimum": limits?.least, "maximum": limits?.most, "default": value(in: Settings()),
      "description": description.json,
      "scope": [.notebook, .books, .readingRoom].contains(use) ? "machine" : "window",
    ]
  }
}
