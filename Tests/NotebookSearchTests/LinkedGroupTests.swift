import Base
import NotebookTestSupport
import Testing

@testable import Notebook
@testable import NotebookIndex
@testable import NotebookSearch

/// Searches for links between notes, by the conditions of a query.
@Suite struct LinkedGroupTests {
  /// Walden is named by title, by its other title and by its id; Ponds mentions it only.
  private static let texts = [
    "---\naliases: [Life in the Woods]\n---\n# Walden\n\n[[Thoreau]], and [[Nothing]].\n\n#book",
    "# Thoreau\n\nHe wrote [[walden|a book]].\n\n#person",
    "# Ponds\n\nAs *Walden* has it; walden is quoted twice.\n\n> Simplify.\n\n#place",
    "# Woods\n\n[words](walden.md) and `[[Ponds]]`. Life in the woods.",
    "# On Walden\n\nMore on [[Life in the Woods]].\n\n#book",
    "# Twins\n\none", "# Twins\n\ntwo [[Ponds]]", "# Reader\n\n[[Twins]], and of Thoreau",
  ]
  private let device: Device
  private let notebook: Notebook

  init() throws {
    device = try Device(notes: Self.texts)
    notebook = try device.open()
  }

  @Test(arguments: [
    ("links-to:walden", ["Thoreau", "Woods", "On Walden"]),
    ("links-to:Thoreau", ["Walden"]),
    // The title of the note counts before the part of one.
    ("links-to:\"on walden\"", []),
    ("links-to:\"life in the woods\"", ["Thoreau", "Woods", "On Walden"]),
    ("links-to:life-in-the-woods", ["Thoreau", "Woods", "On Walden"]),
    ("links-to:thor", ["Walden"]), ("links-to:twins", ["Reader"]), ("links-to:pond", ["Twins"]),
    ("links-to:walden #book", ["On Walden"]), ("links-to:walden -#book", ["Thoreau", "Woods"]),
    ("links-to:walden wrote", ["Thoreau"]), ("links-to:walden -wrote", ["Woods", "On Walden"]),
    ("NOT links-to:walden #book", ["Walden"]), ("-links-to:walden is:quote", ["Ponds"]),
    ("links-to:walden is:quote", []), ("links-to:walden title:on", ["On Walden"]),
    ("links-to:thoreau OR links-to:twins", ["Walden", "Reader"]),
    ("links-to:thoreau OR #place", ["Walden", "Ponds"]),
    ("(links-to:thoreau OR links-to:walden) #book", ["Walden", "On Walden"]),
    ("-(links-to:walden OR orphan:)", ["Walden", "Ponds", "Twins", "Twins"]),
    ("linked-from:walden", ["Thoreau"]), ("linked-from:reader", ["Twins", "Twins"]),
    ("linked-from:thoreau linked-from:woods", ["Walden"]), ("linked-from:ponds", []),
    ("orphan:", ["Woods", "On Walden", "Reader"]), ("orphan:yes #book", ["On Walden"]),
    ("orphan: reader", ["Reader"]), ("-orphan: #book", ["Walden"]),
    ("orphan: links-to:walden", ["Woods", "On Walden"]),
    ("unlinked:walden", ["Ponds"]), ("unlinked:Thoreau", ["Reader"]),
    ("unlinked:\"life in the woods\"", []), ("unlinked:walden quoted", ["Ponds"]),
    ("unlinked:walden #book", []), ("-unlinked:walden #place", []),
    ("#place -unlinked:thoreau", ["Ponds"]),
    ("-unlinked:walden simplify", []),
    ("unlinked:walden OR unlinked:thoreau", ["Ponds", "Reader"]),
    ("links-to:nothing", []), ("-links-to:nothing reader", ["Reader"]), ("unlinked:nothing", []),
    ("links-to:nothing OR reader", ["Reader"]),
  ])
  func finds(query: String, titles: [String]) throws {
    let query = SearchQuery(parsing: query)
    let results = try notebook.searches.run(query)
    #expect(results.hits.map(\.note.title).sorted() == titles.sorted())
    #expect(results.total == titles.count && query.misspelling == nil)
    #expect(try notebook.searches.notes(matching: query).map(\.title).sorted() == titles.sorted())
    var some: [String] = []
    var random = SeededGenerator(seed: 1)
    try notebook.searches.forSomeNotes(matching: query, using: &random) { ids in
      some += ids
      return true
    }
    #expect(some.count == titles.count)
  }

  /// Notes are named by their ids, too, and the trash does not count.
  @Test func notesAreNamedByTheirIDs() throws {
    func titles(_ query: String) throws -> [String] {
      try notebook.searches.notes(matching: SearchQuery(parsing: query)).map(\.title).sorted()
    }
    let walden = try #require(notebook.notes.all().first { $0.title == "Walden" }?.id)
    #expect(try titles("links-to:\(walden)") == ["On Walden", "Thoreau", "Woods"])
    #expect(try titles("links-to:\(walden.prefix(8)) #book") == ["On Walden"])
    #expect(try titles("unlinked:\(walden)") == ["Ponds"])
    let thoreau = try #require(notebook.notes.all().first { $0.title == "Thoreau" }?.id)
    try notebook.trash(thoreau)
    #expect(try titles("links-to:walden") == ["On Walden", "Woods"])
    #expect(try titles("linked-from:walden") == [])
    try notebook.trash(walden)
    #expect(try titles("links-to:\(walden)") == [])
  }

  /// A mention is shown where it stands.
  @Test func mentionsAreShown() throws {
    let hits = try notebook.searches.run(SearchQuery(parsing: "unlinked:walden")).hits
    #expect(hits.map(\.note.title) == ["Ponds"])
    #expect(hits.first?.highlights.count == 2)
  }

  @Test(
    arguments: [
      ("links-to:nothing", "“links-to:nothing” does not name a note"),
      ("unlinked:\"no such\"", "“unlinked:no such” does not name a note"),
      ("reader -linked-from:wood", nil), ("links-to:wal", "“links-to:wal” names 2 notes, not one"),
      ("links-to:ponds", nil), ("links-to:", "“links-to:” is not a filter"),
      ("orphan:no", "“orphan:no” is not a filter"),
      ("link-to:walden", "“link-to:walden” is not a filter"),
    ] as [(String, String?)])
  func nothingIsExplained(query: String, problem: String?) throws {
    let found = try notebook.searches.misunderstanding(of: SearchQuery(parsing: query))
    #expect(found?.problem.hasPrefix(problem ?? "-") ?? (problem == nil), "\(found as Any)")
  }

  /// The cost of links does not grow with the notebook, nor do that of the words beside them.
  @Test(arguments: ["links-to:pond", "linked-from:lake", "unlinked:pond", "links-to:pond again"])
  func linksAreNoScan(query: String) throws {
    let steps = try [20, 800].map { count in
      let texts = (0..<count).map { "# Note \($0)\n\n[[Note \(($0 * 7) % count)]]\n" }
      let device = try Device(
        notes: texts + ["# Pond\n", "# Lake\n\n[[Pond]] again\n", "# Sea\n\nno pond\n"])
      let notebook = try device.open()
      defer { try? notebook.close() }
      // Without a working copy there is nothing to count.
      _ = try notebook.createNote(text: "# New\n")
      func search() throws {
        let results = try notebook.searches.run(SearchQuery(parsing: query))
        #expect(results.total == 1)
      }
      try search()
      return try notebook.countingSteps { try search() }
    }
    #expect(steps[0] > 0 && steps[1] < steps[0] + steps[0] / 4, "\(query): \(steps)")
  }
}
