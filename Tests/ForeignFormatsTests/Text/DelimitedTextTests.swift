import Testing

@testable import ForeignFormats

@Suite struct DelimitedTextTests {
  /// Rows of a text: fields between `|`, `!` for a ragged row, `?` for one with stray quotes.
  private func rows(_ text: String) -> [String] {
    DelimitedText(Array(text.utf8)).rows.map { row in
      "\(row.line)\(row.isRagged ? "!" : "")\(row.hasStrayQuotes ? "?" : ""): "
        + row.fields.joined(separator: "|")
    }
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ["2: 1|2"]),
    ("a;b\r\n1;2\r\n", ["2: 1|2"]),
    ("a\tb\n1\t2", ["2: 1|2"]),
    ("a,b\r1,2\r", ["2: 1|2"]),
    ("sep=;\na;b\n1;2\n", ["3: 1|2"]),
    ("\n\na,b\n\n1,2\n,\n3,4\n", ["5: 1|2", "7: 3|4"]),
    ("a,b\n\"1,\n\"\"x\"\"\",2\n3,4\n", ["2: 1,\n\"x\"|2", "4: 3|4"]),
    ("a,b\n1\n1,2,3\n1,2,\n", ["2!: 1", "3!: 1|2|3", "4: 1|2|"]),
    ("a,b\n\"1,2\n3,4\n", ["2?: \"1|2", "3: 3|4"]),
    ("a,b\n\"1,2\n3,\"4\"\n5,6\n", ["2?: \"1|2", "3: 3|4", "4: 5|6"]),
    ("a,b\n\"say \"no\" to\",2\n", ["2?: say \"no\" to|2"]),
    ("a,b\n=\"\"12\"\",2\n", ["2: =\"\"12\"\"|2"]),
    ("a,b\n\"=\"\"12\"\"\",2\n", ["2: =\"12\"|2"]),
    ("a,b\n=\"1,2\",3\n", ["2: =\"1,2\"|3"]),
    ("a , b\n1 , \"x, y\"\n", ["2: 1 |x, y"]),
    ("a,b,c\n1,\"2\", \"x\n", ["2: 1|2| \"x"]),
    ("a\tb\n\"1\t2\n", ["2: \"1|2"]),
    ("\"a\"\tb\n\"1\n2\"\t3\n", ["2: 1\n2|3"]),
    ("a,b\n\u{2028}1\u{85},2\u{0B}\n", ["2: \u{2028}1\u{85}|2\u{0B}"]),
    ("", []), ("\n", []), ("a,b", []), ("\"", []), ("a,b\n\"", ["2!?: \""]),
  ])
  func rowsAreFound(text: String, expected: [String]) { #expect(rows(text) == expected) }

  @Test func columnsAreFoundByName() {
    let table = DelimitedText(Array("  Title ,MY Rating,title\n The Pond ,4,other\n".utf8))
    #expect(table.header == ["Title", "MY Rating", "title"])
    #expect(table.hasColumns("title", "my rating") && !table.hasColumns("title", "none"))
    #expect(table.rows.map { table["TITLE", $0] } == ["The Pond"])
    #expect(table.rows.map { table["none", $0] } == [""])
  }

  @Test func rowsAreWrittenAsTheyWere() {
    let text = "a,b\n\"1\n2\",3\r\nbroken \"row\n4,5"
    let table = DelimitedText(Array(text.utf8))
    #expect(table.rows.count == 3)
    #expect(
      String(decoding: table.text(of: table.rows), as: UTF8.self)
        == "a,b\n\"1\n2\",3\nbroken \"row\n4,5\n")
  }

  /// A row costs its length, whatever quotes are in it.
  @Test func manyStrayQuotesAreNoTrap() {
    let table = DelimitedText(Array(("a,b\n" + String(repeating: "\"x,y\n", count: 5_000)).utf8))
    #expect(table.rows.count == 5_000)
  }
}

@Suite struct TextEncodingSnifferTests {
  private func read(_ bytes: [UInt8]) -> String {
    let result = TextEncodingSniffer.read(bytes)
    return "\(result.encoding.rawValue) \(result.faults): \(result.text)"
  }

  @Test(
    arguments: [
      (Array("Pond é".utf8), "UTF-8 0: Pond é"),
      ([0xEF, 0xBB, 0xBF, 0x41], "UTF-8 0: A"),
      ([0xFF, 0xFE, 0x41, 0x00, 0xE9, 0x00], "UTF-16, little-endian 0: Aé"),
      ([0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x3D, 0xDC, 0x1E], "UTF-16, big-endian 0: A\u{1F41E}"),
      ([0xFF, 0xFE, 0x41, 0x00, 0x00, 0xD8, 0x42], "UTF-16, little-endian 2: A\u{FFFD}"),
      ([0x41, 0xE9, 0x41, 0x80, 0x99], "Windows-1252 0: AéA€™"),
      (Array("éàü".utf8) + [0xFF], "UTF-8 1: éàü\u{FFFD}"),
      ([], "UTF-8 0: "),
    ] as [([UInt8], String)])
  func encodingsAreKnown(bytes: [UInt8], expected: String) { #expect(read(bytes) == expected) }

  @Test func utf16WithoutAMarkIsSeen() {
    let bytes = "Title,Author\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(TextEncodingSniffer.read(bytes).text == "Title,Author\n")
  }
}

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a &amp; b", "a & b"), ("1 < 2 & 3 > 2", "1 < 2 & 3 > 2"),
    ("<3 <b>x</b>", "<3 x"), ("a<br/>b<br><br>c", "a\nb\n\nc"), ("<p>a</p><p>b</p>", "a\n\nb"),
    ("<blockquote>a<br/>b</blockquote>c", "> a\n> b\n\nc"),
    ("&#8212;&#x41;&#0;&nope;", "—A&#0;&nope;"),
    ("<a href=\"http://x.org\">there</a>", "there (http://x.org)"),
    ("<a href=\"javascript:x\">there</a>", "there"), ("<!-- hidden -->a", "a"),
    ("<ul><li>a</li><li>b</li></ul>", "- a\n- b"), ("Ty&ouml;&nbsp;x", "Työ x"),
    ("<unclosed", "<unclosed"), ("&", "&"), ("<", "<"),
  ])
  func becomesText(html: String, expected: String) { #expect(HTMLText.plain(html) == expected) }
}
