import Foundation
import Quoting
import TestSupport
import Testing

/// What is quoted for another program is read back by that program, byte for byte.
@Suite struct QuotingTests {
  /// The output of a program for `input`; nil if it is not installed.
  private func output(
    of program: String, _ arguments: [String], _ input: String, in folder: TemporaryFolder
  ) throws -> [UInt8]? {
    let paths = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(program)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
    try Data(input.utf8).write(to: folder.url.appending(path: "input"))
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments + ["input"]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(program) fails")
    return Array(data)
  }

  /// Each text between two U+0001 in the output.
  private func parts(_ bytes: [UInt8]?) -> [[UInt8]]? {
    bytes?.split(separator: 1, omittingEmptySubsequences: false).dropLast().map { Array($0) }
  }

  static let shells: [(name: String, options: [String])] = [
    ("sh", []), ("bash", ["--norc", "--noprofile"]), ("zsh", ["-f"]), ("fish", ["--no-config"]),
  ]

  @Test(arguments: shells) func wordsOfShells(name: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    let script = HostileTexts.all.map { "printf '%s\\001' \($0.shellQuoted)\n" }.joined()
    guard let read = parts(try output(of: name, options, script, in: folder)) else {
      try Test.cancel("\(name) is not installed")
    }
    #expect(read == HostileTexts.all.map { Array($0.utf8) })
    #expect(!FileManager.default.fileExists(atPath: folder.path("PWN")))
  }

  /// `compgen -W` expands its words, commands in them included.
  @Test func candidatesOfBash() throws {
    let folder = try TemporaryFolder()
    let texts = HostileTexts.all.filter { !$0.hasByte(of: "\n\r\t") }
    let lines = texts.map { $0.completionLine(for: .bash) }.joined(separator: "\n")
    try Data(lines.utf8).write(to: folder.url.appending(path: "lines"))
    let script = "IFS=$'\\n' compgen -W \"$(cat lines)\"\n"
    let read = try output(of: "bash", ["--norc", "--noprofile"], script, in: folder)
    guard let read else { try Test.cancel("bash is not installed") }
    #expect(read.split(separator: 10).map { Array($0) } == texts.map { Array($0.utf8) })
    #expect(!FileManager.default.fileExists(atPath: folder.path("PWN")))
  }

  @Test func csv() throws {
    let folder = try TemporaryFolder()
    let rows = HostileTexts.all.map {
      "1,\(CSVField.text($0)),\(CSVField.text($0, isGuarded: true)),2\r\n"
    }
    try Data(rows.joined().utf8).write(to: folder.url.appending(path: "table"))
    let script = """
      import csv, sys
      for row in csv.reader(open("table", encoding="utf-8", newline="")):
          assert len(row) == 4, row
          assert row[2] in (row[1], "'" + row[1]), row
          sys.stdout.buffer.write(row[1].encode() + b"\\x01")
      """
    guard let read = parts(try output(of: "python3", [], script, in: folder)) else {
      try Test.cancel("python3 is not installed")
    }
    #expect(read == HostileTexts.all.map { Array($0.utf8) })
  }

  @Test func xml() throws {
    let folder = try TemporaryFolder()
    let texts = HostileTexts.all.filter { !$0.hasByte(of: "\t\n\r") }
    let elements = texts.map { "<e a=\"\($0.xmlEscaped)\">\($0.xmlEscaped)</e>" }.joined()
    try Data("<r>\(elements)</r>".utf8).write(to: folder.url.appending(path: "page"))
    let script = """
      import sys, xml.etree.ElementTree as tree
      for e in tree.parse("page").getroot():
          assert e.get("a") == (e.text or "")
          sys.stdout.buffer.write((e.text or "").encode() + b"\\x01")
      """
    guard let read = parts(try output(of: "python3", [], script, in: folder)) else {
      try Test.cancel("python3 is not installed")
    }
    #expect(read == texts.map { Array($0.utf8) })
  }

  /// An entry of BibTeX ends where its braces do: none is left open or closed twice, and TeX reads each mark as
  /// itself.
  @Test func tex() {
    for text in HostileTexts.all {
      let bytes = Array(text.texEscaped.utf8)
      var (depth, index) = (0, 0)
      while let byte = bytes.dropFirst(index).first {
        switch byte {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "\\"): index += 1
        case UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "$"), UInt8(ascii: "#"),
          UInt8(ascii: "~"), UInt8(ascii: "^"):
          Issue.record("\(text.debugDescription) has a bare mark")
        default: break
        }
        #expect(depth >= 0, "\(text.debugDescription)")
        index += 1
      }
      #expect(depth == 0, "\(text.debugDescription)")
    }
  }

  /// SQLite itself reads names and FTS5's strings: see `NoteTitlesTests` and `SearchQueryTests`.
  @Test func queries() {
    #expect("a\"\u{301}b".fts5Quoted.utf8.elementsEqual("\"a\"\"\u{301}b\"".utf8))
    #expect("a\0b".sqlIdentifier == "\"a b\"")
  }

  @Test(arguments: HostileTexts.all) func words(text: String) {
    #expect(text.shellQuoted.shellUnquoted.utf8.elementsEqual(text.utf8))
  }

  @Test(arguments: [
    ("plain", "plain"), (#"a\ b"#, "a b"), ("'a b", "a b"), (#""a \"b" c"#, #"a "b c"#),
    (#"It\'s"#, "It's"), ("'It'\\''s'", "It's"), ("", ""), ("\\", ""), ("\"'\"", "'"),
    ("'a'\u{301}\\ b", "a\u{301} b"),
  ])
  func unquotes(word: String, meaning: String) {
    #expect(word.shellUnquoted.utf8.elementsEqual(meaning.utf8))
  }

  @Test func linesOfShells() {
    let (word, about) = ("It's \\a: b", "a note: here")
    #expect(word.completionLine(for: .bash, about: about) == #"'It'\''s '\\'a: b'"#)
    #expect(word.completionLine(for: .zsh, about: about) == #"It's \\a\: b:a note: here"#)
    #expect(word.completionLine(for: .fish, about: about) == "It's \\a: b\ta note: here")
  }

  @Test(
    arguments: [
      ("plain", nil), ("A|\u{301}B", "A \u{301}B"), ("A]\u{301}]B", "A \u{301} B"),
      ("A#\u{FE0F}B", "A#\u{FE0F}B"), ("A\r\nB", "A B"), ("\u{600}[A", "\u{600} A"),
    ] as [(String, String?)])
  func linkWords(title: String, words: String?) {
    #expect(title.linkWords.map { Array($0.utf8) } == words.map { Array($0.utf8) })
  }

  @Test func replacesBytes() {
    #expect("a.000b.0".replacingBytes(of: ".000", with: "") == "ab.0")
    #expect("aaa".replacingBytes(of: "aa", with: "b") == "ba")
    #expect("a".replacingBytes(of: "", with: "b") == "a")
    #expect("a'\u{301}".replacingBytes(of: "'", with: "").utf8.elementsEqual("a\u{301}".utf8))
  }
}
