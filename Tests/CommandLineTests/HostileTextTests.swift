import Books
import Foundation
import JSON
import Notebook
import NotebookFile
import TestSupport
import Testing

/// Titles, hashtags and authors with marks that other programs read, and with marks that join them to one
/// `Character`: Python reads back what the commands write, byte for byte.
@Suite struct HostileTextTests {
  private static let script = """
    import csv, html.parser, json, os, re, sys
    books = [json.loads(line) for line in open("books", encoding="utf-8")]
    notes = [json.loads(line) for line in open("texts", encoding="utf-8")]

    rows = list(csv.reader(open("b.csv", encoding="utf-8", newline="")))[1:]
    assert all(len(row) == 24 for row in rows), [row for row in rows if len(row) != 24][:3]
    assert sorted(row[1] for row in rows) == sorted(books), "csv: titles"
    assert all(title in author for title, author in ((row[1], row[2]) for row in rows)), "csv: authors"

    lines = [json.loads(line) for line in open("b.jsonl", encoding="utf-8")]
    assert sorted(line["title"] for line in lines) == sorted(books), "jsonl"
    items = json.load(open("b.csl", encoding="utf-8"))
    assert sorted(item["title"] for item in items) == sorted(books), "csl"

    # BibTeX: an entry ends with its braces; a backslash takes the next sign.
    def entries(text):
        fields, depth, start, i = [], 0, 0, 0
        while i < len(text):
            if text[i] == "\\\\": i += 1
            elif text[i] == "{":
                depth += 1
                if depth == 1: start = i
            elif text[i] == "}":
                depth -= 1
                assert depth >= 0, text[start:i + 20]
                if depth == 0: fields.append(text[start:i])
            i += 1
        assert depth == 0
        return fields
    found = entries(open("b.bib", encoding="utf-8").read())
    assert len(found) == len(books), ("bib", len(found), len(books))
    def plain(tex):
        for name, mark in (("backslash", "\\\\"), ("asciitilde", "~"), ("asciicircum", "^")):
            tex = tex.replace("\\\\text%s{}" % name, "\\0" + mark)
        return re.sub(r"\\\\([%&$#_])", r"\\1", tex).replace("\\0", "")
    titles = [plain(re.search(r"title = \\{\\{(.*?)\\}\\}(,|\\n)", e + "\\n", re.S).group(1)) for e in found]
    assert sorted(titles) == sorted(b.replace("{", "(").replace("}", ")") for b in books), "bib: titles"

    # YAML and the texts.
    try: import yaml
    except ImportError: yaml = None
    texts, yamls = [], []
    for name in os.listdir("out"):
        if not name.endswith(".md"): continue
        head, text = re.match(r"---\\n(.*?\\n)---\\n+(.*)", open("out/" + name, encoding="utf-8", newline="").read(), re.S).groups()
        texts.append(text)
        if yaml and "\\nbook:" in head: yamls.append(yaml.safe_load(head)["book"]["title"])
    missing = [note for note in notes if note not in texts]
    assert not missing, missing[:3]
    if yaml: assert sorted(yamls) == sorted(books), "yaml"
    print("equal")
    """

  @Test func whatIsExportedIsReadBack() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path(percentEncoded: false)
    let titles = HostileTexts.lines.map { "t" + $0 }
    let texts = titles.map { title in
      let tag = title.unicodeScalars.filter { !$0.properties.isWhitespace }
      return "# \(title)\n\nA *text*, and a hashtag: #\(String(String.UnicodeScalarView(tag)))\n"
    }
    try Notebook.create(at: folder.path("n.libnotes"), notes: texts)
    let notebook = try Notebook.open(
      at: folder.path("n.libnotes"),
      state: StateFolder(path: folder.path(".local/state/commonplace")))
    for title in titles {
      _ = try notebook.books.add(BookRecord(title: title, authors: ["Ann \(title)"]))
    }
    try notebook.close()
    func write(_ lines: [String], to name: String) throws {
      let json = lines.map { String(decoding: JSONValue.string($0).serialized(), as: UTF8.self) }
      try Data(json.joined(separator: "\n").utf8).write(to: folder.url.appending(path: name))
    }
    try write(titles, to: "books")
    try write(texts, to: "texts")
    try Data(Self.script.utf8).write(to: folder.url.appending(path: "read.py"))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      command -v python3 >/dev/null || { echo missing; exit; }
      export COMMONPLACE_NOTEBOOK=$PWD/n.libnotes
      for form in csv jsonl bib; do commonplace export b.$form || exit; done
      commonplace export b.csl --format csl && commonplace export out && python3 read.py
      """,
    ]
    process.environment = [
      "PATH": BuiltProducts.executable("commonplace").deletingLastPathComponent()
        .path(percentEncoded: false) + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
      "HOME": path,
    ]
    process.currentDirectoryURL = folder.url
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let said = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    if said == "missing\n" { try Test.cancel("python3 is not installed") }
    #expect(said.hasSuffix("equal\n"), "\(said.suffix(2000))")
    #expect(!FileManager.default.fileExists(atPath: folder.path("PWN")))
  }
}
