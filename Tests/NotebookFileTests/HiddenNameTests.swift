import Testing

@testable import NotebookFile

@Suite struct HiddenNameTests {
  @Test(arguments: [
    "book.libnotes", "a", "Ünï cödé 日本.libnotes",
    String(repeating: "long ", count: 40) + ".libnotes",
  ])
  func areKnownForTheirFile(name: String) {
    let hidden = HiddenName.new(for: name)
    #expect(HiddenName.matches(hidden, for: name))
    #expect(!HiddenName.matches(hidden, for: name + "-2"))
    #expect(!HiddenName.matches(hidden, for: String(name.dropLast())))
    #expect(hidden != HiddenName.new(for: name))
    // Dropbox, Nextcloud and Insync leave it alone, and SQLite may add `-journal` on eCryptfs.
    #expect(hidden.hasPrefix(".~") && hidden.hasSuffix(".tmp") && hidden.utf8.count <= 135)
  }

  @Test(arguments: [
    "book.libnotes", ".~book.libnotes-.tmp", ".~book.libnotes-1.tmp",
    ".~book.libnotes-00000000-0000-4000-8000-000000000001",
    ".book.libnotes.tmp-00000000-0000-4000-8000-000000000001",
    ".~book.libnotes-2.libnotes-00000000-0000-4000-8000-000000000001.tmp",
  ])
  func areNoOthers(name: String) { #expect(!HiddenName.matches(name, for: "book.libnotes")) }
}
