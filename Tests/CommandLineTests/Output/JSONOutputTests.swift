import ArgumentParser
import Foundation
import JSON
import TestSupport
import Testing

@testable import commonplace

/// `--json` of every command against `docs/json.schema.json`, and the page that shows it.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the examples of `docs/json.md` are written again.
@Suite struct JSONOutputTests {
  /// Commands that have no `--json`: the server speaks JSON-RPC all the time, and `web` speaks to a browser.
  private static let others: Set = ["lsp", "web"]

  /// For each command, lines of the shell that print its JSON: the first is the example of the page.
  /// Each command begins with a new notebook.
  private static let lines: [String: [String]] = [
    "init": ["commonplace init --notebook new.libnotes --empty --json"],
    "status": ["commonplace status --json"],
    "config list": ["commonplace config --json", "commonplace config --path --json"],
    "config edit": ["EDITOR=true commonplace config edit --json"],
    "notes": [
      "commonplace notes --json", "commonplace notes --tag nothing --json",
      "commonplace notes --sort title --reverse --limit 1 --since 7d --section other --json",
    ],
    "show": [
      "commonplace show Meditations --json",
      "commonplace append Meditations more >&2; commonplace show Meditations --at 0s --json",
    ],
    "search": [
      "commonplace search simplify --json", "commonplace search is:quote OR is:cloze --json",
      "commonplace search '#stoic' --json", "commonplace search xyzzy --json",
    ],
    "quotes": ["commonplace quotes --json", "commonplace quotes xyzzy --json"],
    "links": [
      "printf '# Rome\\n\\nSee [[Meditations]]. Ad [[Nowhere]].\\n' | commonplace new - >&2; "
        + "commonplace links Rome --json",
      "commonplace links Meditations --json",
    ],
    "tags list": ["commonplace tags --json"],
    "tags rename": [
      "commonplace tags rename stoic stoa --json",
      "commonplace tags rename stoa stoics --dry-run --json",
    ],
    "parse": ["echo '# A #tag' | commonplace parse --json"],
    "lint": [
      "echo '>no space' | commonplace lint - --json",
      "commonplace lint --json --card-quality",
    ],
    "new": ["commonplace new --title 'On ponds' --tag ponds --json"],
    "today": ["commonplace today --json", "commonplace today --json"],
    "edit": [
      "EDITOR='f() { echo More. >> \"$1\"; }; f' commonplace edit Meditations --json",
      "EDITOR=true commonplace edit Meditations --json",
    ],
    "append": ["commonplace append Meditations 'Another thought.' --json"],
    "tag": ["commonplace tag Meditations +rome -stoic --json"],
    "rename": [
      "commonplace rename Meditations 'To himself' --json",
      "commonplace rename 'To himself' 'To himself' --json",
    ],
    "trash": [
      "commonplace trash Meditations --json", "commonplace trash --list --json",
      "commonplace trash --empty --yes --json", "commonplace trash --empty --json",
      "commonplace trash --list --json",
    ],
    "restore": [
      "commonplace trash Meditations >&2; commonplace restore Meditations --json",
      "commonplace restore Meditations --at 0s --json",
      "mkdir old && cp notes.libnotes old/; commonplace restore --from old/notes.libnotes --json",
      "commonplace append Meditations x >&2; "
        + "commonplace restore --from old/notes.libnotes Meditations --json",
    ],
    "delete": ["commonplace delete Meditations --force --json"],
    "history": [
      "commonplace append Meditations more >&2; commonplace history Meditations --json",
      "commonplace book add Emma >&2; commonplace book start Emma >&2; commonplace history Emma --json",
    ],
    "review cards": [
      "printf '\\n1\\n\\n\\n' | commonplace review --limit 1 --json",
      "commonplace review --tag stoic --limit 1 --json", "commonplace review --note tab --json",
    ],
    "review log": [
      "commonplace review log --json",
      "printf '\\n1\\n\\n\\n' | commonplace review --limit 1 >&2; commonplace review log --json",
    ],
    "review stats": ["commonplace review stats --json"],
    "review resume": ["commonplace review resume --json"],
    "merge": [
      "mkdir phone && cp notes.libnotes phone/ && "
        + "commonplace append Meditations one --notebook phone/notes.libnotes >&2; "
        + "commonplace append Meditations two --notebook notes.libnotes >&2; "
        + "commonplace merge phone/notes.libnotes --notebook notes.libnotes --json",
      "commonplace merge phone/notes.libnotes --dry-run --json",
    ],
    "conflicts list": [
      "mkdir phone && cp notes.libnotes phone/ && "
        + "commonplace append Meditations one --notebook phone/notes.libnotes >&2; "
        + "commonplace append Meditations two --notebook notes.libnotes >&2; "
        + "commonplace merge phone/notes.libnotes --notebook notes.libnotes >&2; "
        + "commonplace conflicts --json"
    ],
    "conflicts resolve": [
      "mkdir phone && cp notes.libnotes phone/ && "
        + "commonplace append Meditations one --notebook phone/notes.libnotes >&2; "
        + "commonplace append Meditations two --notebook notes.libnotes >&2; "
        + "commonplace merge phone/notes.libnotes --notebook notes.libnotes >&2; "
        + "commonplace conflicts resolve Meditations --keep both --json"
    ],
    "check": ["commonplace check --json", "commonplace check --repair --json"],
    "stats": ["commonplace stats --json"],
    "book add": [
      "commonplace book add Emma --author 'Jane Austen' --year 1815 --isbn 9999900011 --json",
      emma + "commonplace book add emma --author 'J. Austen' --json",
    ],
    "book look-up": [
      "commonplace book add Pond --isbn 9789999900010 >&2; commonplace book look-up Pond --json",
      "commonplace book look-up Pond --words 'the pond' --list --json",
      "commonplace book look-up Pond --words xyzzy --list 2>/dev/null || echo '[]'",
    ],
    "book show": [
      emma + "commonplace book start Emma 2026-01 >&2; commonplace book show Emma --json"
    ],
    "book edit": [
      emma + "EDITOR='f() { sed -i \"s/^series:/series: Novels/\" \"$1\"; }; f' "
        + "commonplace book edit Emma --json"
    ],
    "book start": [emma + "commonplace book start Emma 2026-01-05 --json"],
    "book finish": [emma + "commonplace book finish Emma 2026-02 --json"],
    "book stop": [emma + "commonplace book stop Emma 2026 --json"],
    "book want": [
      emma + "commonplace book start Emma >&2; commonplace book want Emma --json",
      emma + "commonplace book want Emma --json",
    ],
    "book page": [
      emma + "commonplace book start Emma 2026 >&2; commonplace book page Emma 120 --json"
    ],
    "book rate": [emma + "commonplace book rate Emma 4.5 --json"],
    "book cover": [
      emma + "printf '\\377\\330\\377\\340' > emma.jpeg; "
        + "commonplace book cover Emma emma.jpeg --json",
      "commonplace book cover Emma --save again.jpeg --json",
    ],
    "book join": [
      emma + "commonplace book add 'Emma: A Novel' --again >&2; "
        + "commonplace book join Emma 'Emma: A Novel' --json"
    ],
    "book remove": [emma + "commonplace book remove Emma --json"],
    "books list": [
      emma + "commonplace book finish Emma 2026-02 >&2; commonplace books --json",
      "commonplace books --section want --json", "commonplace books --same --json",
    ],
    "books stats": [
      emma + "commonplace book finish Emma 2026-02 >&2; commonplace books stats --json"
    ],
    "salvage": ["commonplace salvage notes.libnotes --to whole.libnotes --json"],
    "export": [
      "commonplace export out --json", "commonplace export out --json",
      "commonplace export notes.zip --format zip --json",
      emma + "commonplace book rate Emma 4.5 >&2; "
        + "commonplace export books.csv --format goodreads --json",
    ],
    "import": [
      "echo 'A thought.' > thought.md; commonplace import thought.md --json",
      "commonplace import thought.md missing.md --dry-run --json",
      "printf 'Title,Author,Exclusive Shelf\\nReeds,Ann,read\\n,,read\\n' > list.csv; "
        + "commonplace import list.csv --json",
      clipping + "commonplace import 'My Clippings.txt' --json",
    ],
    "mirror": [
      "commonplace mirror folder --json", "commonplace mirror folder --dry-run --json",
      "commonplace mirror folder --forget --json",
    ],
  ]

  /// Writes a file of highlights: one with a note, and a bookmark.
  private static let clipping =
    "for kind in 'Highlight on page 9 | Location 10-12' 'Note on page 9 | Location 12' "
    + "'Bookmark on page 9 | Location 12'; do "
    + "printf 'Reeds (Ann Example)\\n- Your %s | Added on Thursday, August 22, 2024 7:01:04 PM\\n\\n' "
    + "\"$kind\"; [ \"${kind%% *}\" = Bookmark ] || echo \"A ${kind%% *}\"; echo ==========; done "
    + "> 'My Clippings.txt'; "

  /// Adds a book.
  private static let emma = "commonplace book add Emma --author 'Jane Austen' --year 1815 >&2; "

  private static let schema = Repository.root.appending(path: "docs/json.schema.json")
  private static let page = Repository.root.appending(path: "docs/json.md")

  /// The commands that do something, by their words.
  private static let commands: [String] = {
    func leaves(_ command: any ParsableCommand.Type, _ path: [String]) -> [String] {
      let inner = command.configuration.subcommands
      return inner.isEmpty
        ? [path.joined(separator: " ")]
        : inner.flatMap { leaves($0, path + [$0._commandName]) }
    }
    return leaves(Commonplace.self, []).filter { !others.contains($0) }
  }()

  private func validator() throws -> SchemaValidator {
    SchemaValidator(root: try JSONValue(parsing: Array(Data(contentsOf: Self.schema))))
  }

  @Test func everyCommandHasASchemaAndAnExample() throws {
    let definitions = try #require(try validator().root["$defs"]?.object)
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    for command in Self.commands {
      #expect(Self.lines[command]?.isEmpty == false, "no line for \(command)")
      #expect(definitions[command] != nil, "docs/json.schema.json has no \(command)")
      #expect(page.contains("\n### \(command)\n"), "docs/json.md has no \(command)")
    }
    #expect(Set(Self.lines.keys) == Set(Self.commands))
  }

  /// Objects name all their members: nothing else may be in them.
  @Test func schemasAreStrict() throws {
    func check(_ schema: JSONValue, _ path: String) {
      if schema["properties"] != nil {
        #expect(schema["additionalProperties"] == false, "\(path)")
        for name in schema["properties"]?.object?.keys ?? [] {
          #expect(name.wholeMatch(of: /[a-z][a-zA-Z]*/) != nil, "\(path).\(name)")
        }
      }
      for member in schema.object?.members ?? [] { check(member.value, "\(path).\(member.key)") }
      for member in schema.array ?? [] { check(member, path) }
    }
    check(try validator().root, "schema")
  }

  @Test(arguments: lines.keys.sorted())
  func isAsTheSchemaSays(command: String) throws {
    let session = try CommandSession()
    let validator = try validator()
    for line in Self.lines[command] ?? [] {
      let outcome = try #require(session.outcome(of: "{ \(line); } 2>errors"))
      let errors = (try? String(contentsOfFile: session.path + "/errors", encoding: .utf8)) ?? ""
      #expect([0, 1, 65].contains(outcome.status), "\(line): \(errors)")
      let answers = outcome.output.split(separator: "\n")
      #expect(answers.count == 1, "\(line): \(outcome.output)\(errors)")
      for answer in answers {
        let value = try JSONValue(parsing: Array(answer.utf8))
        #expect(validator.faults(of: value, as: command) == [], "\(line)\n\(answer)")
        #expect(!answer.contains(/"\d{4}-\d\d-\d\dT[0-9:.]*"/), "not UTC: \(answer)")
      }
    }
  }

  /// A schema that says nothing would be met by all.
  @Test func theValidatorFindsFaults() throws {
    let schema = try JSONValue(
      parsing: Array(
        #"""
        {"$defs": {"a": {"type": "object", "required": ["n"], "additionalProperties": false,
          "properties": {"n": {"type": ["integer", "null"]}, "w": {"enum": ["x", "y"]},
          "l": {"type": "array", "items": {"$ref": "#/$defs/b"}}, "o": {"anyOf": [{"type": "string"},
          {"const": 1}]}}}, "b": {"type": "boolean"}, "c": {"minimum": 3}}}
        """#.utf8))
    let validator = SchemaValidator(root: schema)
    func count(_ text: String, _ name: String = "a") throws -> Int {
      validator.faults(of: try JSONValue(parsing: Array(text.utf8)), as: name).count
    }
    #expect(try count(#"{"n": 1, "w": "x", "l": [true], "o": 1}"#) == 0)
    #expect(try count(#"{"n": null, "l": [], "o": "s"}"#) == 0)
    #expect(try count("[]") == 1)
    #expect(try count("{}") == 1)
    #expect(try count(#"{"n": 1.5}"#) == 1)
    #expect(try count(#"{"n": 1, "m": 1}"#) == 1)
    #expect(try count(#"{"n": 1, "w": "z"}"#) == 1)
    #expect(try count(#"{"n": 1, "l": [true, 1]}"#) == 1)
    #expect(try count(#"{"n": 1, "o": 2}"#) == 2)
    #expect(try count("1", "c") == 1 && count("1", "d") == 1)
  }

  /// The examples of the page are the first lines above, with names for what differs between runs.
  @Test func theExamplesArePrinted() throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(page.range(of: "\n## Commands\n")).upperBound
    var written = String(page[..<start])
    for command in Self.commands {
      let line = Self.lines[command]?.first ?? ""
      let session = try CommandSession()
      let output = session.outcome(of: "{ \(line); } 2>errors")?.output ?? ""
      let value = try JSONValue(parsing: Array(output.utf8))
      written += "\n### \(command)\n\n```console\n$ \(line)\n```\n\n"
      written += "```json\n\(Self.masked(session.named(value.indented)))\n```\n"
    }
    if ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil {
      try written.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(written == page)
    }
  }

  /// With names for sizes and days too.
  private static func masked(_ text: String) -> String {
    text.replacing(#/"byteCount": \d{4,}/#, with: "\"byteCount\": 147456")
      .replacing(#/\d{4}-\d\d-\d\d(?!\d)/#, with: "DAY")
  }
}

extension JSONValue {
  /// On several lines, for people; short values stay on one.
  fileprivate var indented: String { indented(by: 0) }

  private func indented(by depth: Int) -> String {
    let line = String(decoding: serialized(), as: UTF8.self)
    guard line.count + 2 * depth > 90 else { return spaced }
    let margin = String(repeating: "  ", count: depth + 1)
    let end = "\n" + String(repeating: "  ", count: depth)
    if let array, !array.isEmpty {
      let items = array.map { margin + $0.indented(by: depth + 1) }
      return "[\n" + items.joined(separator: ",\n") + end + "]"
    }
    if let members = object?.members, !members.isEmpty {
      let members = members.map { "\(margin)\"\($0.key)\": \($0.value.indented(by: depth + 1))" }
      return "{\n" + members.joined(separator: ",\n") + end + "}"
    }
    return line
  }

  /// On one line, with spaces after colons and commas.
  private var spaced: String {
    if let array { return "[" + array.map(\.spaced).joined(separator: ", ") + "]" }
    if let object {
      return "{"
        + object.members.map { "\"\($0.key)\": \($0.value.spaced)" }.joined(separator: ", ") + "}"
    }
    return String(decoding: serialized(), as: UTF8.self)
  }
}
