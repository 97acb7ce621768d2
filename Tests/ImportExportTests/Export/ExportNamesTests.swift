import TestSupport
import Testing

@testable import ImportExport

@Suite struct ExportNamesTests {
  @Test(
    arguments: [
      ("Walden", "walden"), ("Walden; or, Life in the Woods", "walden-or-life-in-the-woods"),
      ("", "note"), ("...", "note"), ("../../etc/passwd", "etc-passwd"), ("a/b\\c:d", "a-b-c-d"),
      ("CON", "con-note"), ("com1", "com1-note"), ("Console", "console"), (".hidden", "hidden"),
      ("Cien años de soledad", "cien-años-de-soledad"), ("e\u{301}", "é"), ("中文", "中文"),
      ("😀", "note"), ("It’s Bob's", "its-bobs"), ("a\0b\nc", "a-b-c"), ("हिन्दी", "हिन्दी"),
    ])
  func slug(_ title: String, _ slug: String) {
    #expect(ExportNames.slug(title) == slug)
  }

  @Test func isSafeForAnyTitle() {
    for seed in UInt64(0)..<500 {
      var random = RandomEdits(seed: seed)
      let slug = ExportNames.slug(random.text(0...40))
      #expect(!slug.isEmpty && slug.utf8.count <= 90 && !slug.hasPrefix("-"), "seed \(seed)")
      #expect(
        slug.unicodeScalars.allSatisfy {
          $0.value > 0x20 && !"./\\:*?\"<>|".unicodeScalars.contains($0)
        },
        "seed \(seed): \(slug)")
    }
    let long = String(repeating: "中", count: 200)
    #expect(ExportNames.slug(long).utf8.count <= 80)
    #expect(ExportNames.slug("word " + String(repeating: "x", count: 200)) == "word")
  }

  @Test func givesEachNameOnce() {
    var names = ExportNames()
    let ids = ["0E8A654B-1", "0E8A654B-2", "0E8A654B-3", "FFFF0000-4"]
    let given = ids.map { id in names.name(title: "Walden", id: id) { _ in true } }
    #expect(
      given == [
        "walden.md", "walden-0e8a654b.md", "walden-0e8a654b-2.md", "walden-ffff0000.md",
      ])
    #expect(names.name(title: "WALDEN", id: "X") { $0 != "walden-x.md" } == "walden-x-2.md")
    #expect(names.name(title: "É", id: "X") { _ in true } == "é.md")
    #expect(names.name(title: "e\u{301}", id: "Y") { _ in true } == "é-y.md")
  }
}
