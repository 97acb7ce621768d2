import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import Notebook
import TestSupport
import Testing

@testable import LanguageServer

/// The facts and the order of notes in lists.
@Suite struct NoteRowsTests {
  private func titles(_ client: LanguageClient, _ params: JSONObject) throws -> [String] {
    try client.request("commonplace/listNotes", .object(params))["notes"]?.array?
      .compactMap { $0["title"]?.string } ?? []
  }

  @Test func sortsAsOneWishes() throws {
    let book = try BookFixture()
    _ = try BookFixture.run(
      book.client, "add", ["title": "émile", "authors": ["Jean-Jacques Rousseau"]])
    _ = try book.client.request(
      "commonplace/createNote", ["text": "# Zeno\n\n> One.\n\n> Two.\n"])
    _ = try book.client.request("commonplace/createNote", ["text": "# Dues\n\n> One.\n"])
    let client = book.client
    #expect(
      try titles(client, ["sort": "title"]) == ["Dues", "émile", "Plain", "Walden", "Zeno"])
    #expect(
      try titles(client, ["sort": "title", "reverse": true])
        == ["Zeno", "Walden", "Plain", "émile", "Dues"])
    #expect(
      try titles(client, ["sort": "author"]) == ["émile", "Walden", "Dues", "Plain", "Zeno"])
    #expect(try Array(titles(client, ["sort": "due"]).prefix(2)) == ["Zeno", "Dues"])
    #expect(try titles(client, ["sort": "due", "limit": 1]) == ["Zeno"])
    let error = #expect(throws: ResponseError.self) { try titles(client, ["sort": "luck"]) }
    #expect(error?.code == -32602)
  }

  /// As searches compare them: without case, accents and compatibility forms.
  @Test func titlesAreSortedAsTheyAreSearched() throws {
    let server = try ServerFixture(
      notes: ["# Zoe\n", "# Emma\n", "# Émile\n", "# Emil\n", "# ＥＭＩＬＹ\n", "# éa\n"])
    #expect(
      try titles(server.client, ["sort": "title"])
        == ["éa", "Emil", "Émile", "ＥＭＩＬＹ", "Emma", "Zoe"])
  }

  @Test func hasAllThatAListShows() throws {
    let notebook = try ReviewedNotebook()
    let server = try ServerFixture(notebookPath: notebook.path)
    func walden() throws -> JSONValue {
      let notes = try server.client.request("commonplace/listNotes", [:])["notes"]?.array
      return try #require(notes?.first { $0["title"] == "Walden" })
    }
    let note = try walden()
    #expect(note["byline"] == "Henry David Thoreau (1854)")
    let days = [Date(), Date(timeIntervalSinceNow: -86_400), Date(timeIntervalSinceNow: 86_400)]
    #expect(days.map { String($0.ISO8601Format().prefix(10)) }.contains(note["date"]?.string ?? ""))
    // They are not counted before a client asks.
    #expect(note["due"] == nil)
    _ = try server.client.request("commonplace/review/counts", [:])
    #expect(try walden()["due"] == 3)
    withExtendedLifetime(notebook) {}
  }

  @Test(arguments: [0, 1_709_251_200, 1_709_293_000, 4e9, -86_400, -1e300, 1e300, .nan, -.infinity])
  func daysAreLocal(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    let day = date.localDay
    #expect(day.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil)
    guard abs(seconds) < 1e10 else { return }
    let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)
    let numbers = day.split(separator: "-").map { Int($0) }
    #expect(numbers == [parts.year, parts.month, parts.day])
  }
}
