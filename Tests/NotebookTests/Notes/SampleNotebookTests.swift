import Books
import Foundation
import GRDB
import NotebookIndex
import NotebookTestSupport
import TestSupport
import Testing

@testable import Notebook
@testable import NotebookSearch

/// The app's own starter notebook, read where it lies, when it is there.
@Suite(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
struct SampleNotebookTests {
  private let notebook: Notebook

  init() throws { notebook = try Notebook.open(at: LibrarySample.path) }

  @Test func hasFiveNotes() throws {
    let notes = try notebook.notes.all(includingTrash: true)
    #expect(
      notes.map(\.book?.title) == [
        "Library Notes User Manual", "Hamlet", "Othello", "Anne of Green Gables", "Poetry",
      ])
    #expect(notes.first?.title == "Welcome to Library Notes")
    let hamlet = try notebook.note(id: notes[1].id)
    #expect(hamlet.text.hasPrefix("> Listen to many") && hamlet.version.hasSuffix(":1"))
    #expect(hamlet.summary.tags == ["#Drama"] && hamlet.summary.book?.year == 1600)
  }

  @Test func hasTags() throws {
    let tags = try notebook.tags.all().map { "\($0.tag) \($0.noteCount)" }
    #expect(
      tags == [
        "#Children’s Fiction 1", "#Drama 2", "#Poetry 1", "#welcome 1", "#welcome/basics 1",
      ])
  }

  @Test(arguments: [
    ("hamlet", "Hamlet"), ("octob", "Anne of Green Gables"), ("eliot lilacs", "Poetry"),
    ("\"green-eyed monster\"", "Othello"), ("kvcrdt OR commonplace", "Library Notes User Manual"),
  ])
  func isSearched(query: String, book: String) throws {
    let results = try notebook.searches.run(SearchQuery(parsing: query))
    #expect(results.hits.map(\.note.book?.title) == [book])
    #expect(results.hits.first?.highlights.isEmpty == false)
  }

  @Test func isFoundByTitle() throws {
    guard case .one(let note) = try notebook.titles.find("Hamlet") else {
      Issue.record("Hamlet is not found")
      return
    }
    #expect(try notebook.titles.find(String(note.id.lowercased().prefix(4))) == .one(note))
  }

  /// The notebooks that we make have the tables that the app makes.
  @Test func hasOurSchema() throws {
    let fixture = try NotebookFixture()
    let schema = { (db: Database) in
      try Row.fetchAll(db, sql: "SELECT type, name, sql FROM sqlite_schema ORDER BY name")
        .map { "\($0)" }.filter { !$0.contains("applicationIdentifier") }
    }
    let ours = try fixture.open().read(schema)
    #expect(try notebook.read(schema) == ours)
    #expect(ours.count > 10)
  }

  @Test func staysAsItWas() throws {
    let folder = URL(fileURLWithPath: LibrarySample.path).deletingLastPathComponent().path
    let before = try FileManager.default.contentsOfDirectory(atPath: folder)
    _ = try Notebook.open(at: LibrarySample.path).searches.run(SearchQuery(parsing: "hamlet"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
    #expect(!notebook.isStale)
  }
}
