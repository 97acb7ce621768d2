import Books
import Foundation
import GRDB
import JSON
import NotebookTestSupport
import TestSupport
import Testing

@testable import ImportExport
@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// A notebook from before the app's 2.0 is given what the app gives it, by any program that writes in it or takes it
/// in; else the app would never do so.
@Suite struct MetadataUpgradeTests {
  /// Notes about books by Jane Q. Austen and Plato, and one about none, as the app's older versions left
  /// them.
  private static func oldNotebook() throws -> NotebookFixture {
    let fixture = try NotebookFixture()
    try fixture.putNote("A", title: "A", text: "# A\n", book: ("Emma", "Jane Austen", []))
    try fixture.putNote("B", title: "B", text: "# B\n", book: ("Ion", "Plato", []))
    try fixture.putNote("C", title: "C", text: "# C\n")
    try fixture.execute(
      "DROP TABLE applicationIdentifier; "
        + "DELETE FROM grdb_migrations WHERE identifier = 'applicationIdentifier'")
    return fixture
  }

  /// `A wantToRead Austen Jane`, of all notes.
  private static func lists(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT scope || ' ' || coalesce(json_extract(json, '$.bookSection'), '-') || ' '
            || coalesce(json_extract(json, '$.authorLastFirst'), '-')
          FROM entry WHERE key = '.metadata' AND json IS NOT NULL ORDER BY 1
          """)
    }
  }

  private static let upgraded = [
    "A wantToRead Austen Jane", "B wantToRead Plato", "C wantToRead -",
  ]

  @Test func theFirstWriteUpgrades() throws {
    let fixture = try Self.oldNotebook()
    #expect(try Self.lists(fixture.path) == ["A - -", "B - -", "C - -"])
    let notebook = try fixture.open()
    _ = try notebook.createNote(text: "# D\n")
    try notebook.close()
    let lists = try Self.lists(fixture.path)
    #expect(lists.count == 4 && Self.upgraded.allSatisfy(lists.contains))
    // It says so, as merging does: by an author, with tombstones.
    let checkup = try Checkup.run(
      at: fixture.path, state: StateFolder(path: fixture.folder + "/no"))
    #expect(checkup.findings == [])
    // Many tombstones of one author and one number would be looked through for each of them.
    let queue = try DatabaseQueue(path: fixture.path)
    defer { try? queue.close() }
    let most = try queue.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT max(n) FROM (
            SELECT count(*) AS n FROM tombstone GROUP BY deletingAuthorId, deletingUsn)
          """)
    }
    #expect(most == 1)
  }

  /// Two devices that write in the same old file do the same, and an edit of a third that knows of
  /// neither counts.
  @Test func severalDevicesDoTheSame() throws {
    let old = try Self.oldNotebook()
    let devices = try (0..<2).map { _ in try Device(copying: old.path) }
    for (index, device) in devices.enumerated() {
      let notebook = try device.open()
      _ = try notebook.createNote(text: "# New \(index)\n")
      try notebook.close()
    }
    let later = "2024-02-01 00:00:00.000"
    let book = (title: "Emma", author: "Jane Austen", tags: ["later"])
    try old.put("A", ".metadata", json: metadata(title: "A", book: book), author: 2, at: later)
    try old.execute(
      "DELETE FROM entry WHERE scope = 'A' AND key = '.metadata' AND usn = 1 "
        + "AND authorId = x'01010101010101010101010101010101'")
    let notebook = try devices[0].open()
    let outcomes = try notebook.merge([devices[1].path, old.path])
    #expect(outcomes[0].new.map(\.title) == ["New 1"] && outcomes[0].changed == [])
    #expect(outcomes[0].conflicts == [])
    #expect(try notebook.note(id: "A").summary.book?.tags == ["later"])
    try notebook.close()
    #expect(try Self.lists(devices[0].path).filter { $0.hasPrefix("B ") } == ["B wantToRead Plato"])
  }

  @Test(arguments: ["merge", "import"]) func takingInUpgrades(_ way: String) throws {
    let old = try Self.oldNotebook()
    let fixture = try ExchangeFixture(notes: ["# Mine\n"])
    switch way {
    case "merge":
      let notebook = try fixture.device.open()
      _ = try notebook.merge([old.path])
      #expect(try notebook.merge([old.path]).map(\.isNothing) == [true])
      try notebook.close()
    default:
      #expect(try fixture.take([old.path]).new == 3)
      #expect(try fixture.take([old.path]) == ImportReport(unchanged: 3))
    }
    let lists = try Self.lists(fixture.device.path)
    #expect(Self.upgraded.allSatisfy(lists.contains))
  }

  /// The values that older versions of this program left.
  @Test func repairingUpgrades() throws {
    let fixture = try NotebookFixture()
    let book = (title: "Emma", author: "Jane Austen", tags: [String]())
    try fixture.putNote("A", title: "A", text: "# A\n", book: book)
    try fixture.putNote("C", title: "C", text: "# C\n")
    let state = StateFolder(path: fixture.folder + "-state")
    let found = try Checkup.run(at: fixture.path, state: state).findings
    #expect(found.map(\.kind) == [.notUpgraded] && found.first?.note == "A")
    let repair = try Repair.run(at: fixture.path, state: state)
    #expect(repair.checkup.findings == [])
    #expect(try Self.lists(fixture.path) == ["A wantToRead Austen Jane", "C wantToRead -"])
  }

  /// The starter file that the app ships, and the app's own list by author.
  @Test(.enabled(if: LibrarySample.isThere && AppOracle.isThere, "\(AppOracle.absence)"))
  func theAppListsTheStarterFile() throws {
    let oracle = try AppOracle()
    func list(_ path: String) throws -> [JSONValue]? {
      let answer = try oracle.ask(["cmd": "list", "file": .string(path), "sort": "Author"])
      return answer?["rows"]?.array
    }
    let app = try Device(copying: LibrarySample.path)
    let ours = try Device(copying: LibrarySample.path)
    for path in [app.path, ours.path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
    let notebook = try ours.open()
    _ = try notebook.createNote(text: "# Mine\n")
    try notebook.close()
    #expect(try oracle.faults(of: ours.path) == [])
    // The app upgrades its own as it opens it.
    let expected = try #require(try list(app.path))
    let listed = try #require(try list(ours.path))
    #expect(expected.count == 5 && listed.count == 6)
    #expect(listed.filter(expected.contains) == expected)
  }
}
