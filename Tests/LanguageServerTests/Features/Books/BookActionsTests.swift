import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import TestSupport
import Testing

@testable import LanguageServer

/// The actions of a reader, by commands, code actions and lenses.
@Suite struct BookActionsTests {
  private func titles(_ actions: [JSONValue]) -> [String] {
    actions.compactMap { $0["title"]?.string }
  }

  @Test func aBookIsReadToItsEnd() throws {
    let book = try BookFixture()
    #expect(try book.run("start", ["date": "2026-11"])["section"] == "reading")
    #expect(try book.run("page", ["page": 20])["section"] == "reading")
    #expect(try book.run("finish", ["date": "2026-11-20"])["section"] == "read")
    let rated = try book.run("rate", ["stars": 4.5])
    #expect(rated["stars"] == 4.5 && rated["message"] == "Walden: read, ★★★★½")
    let listed = try book.client.request("commonplace/listBooks", ["year": 2026])["books"]?.array
    #expect(listed?.first?["start"] == "2026-11" && listed?.first?["end"] == "2026-11-20")
  }

  @Test(
    arguments: [
      ("finish", ["date": "2019"], "The reading cannot end on 2019: it starts on 2020-05."),
      ("want", [:], "This would delete the book's reading history, so nothing was changed."),
      ("rate", ["stars": 6], "stars: expected a number"), ("page", ["page": -1], "page: expected"),
      ("start", ["date": "soon"], "date: expected"),
      ("finish", ["date": "9999-12"], "9999-12 is in the future."),
    ] as [(String, JSONObject, String)])
  func aDeedThatMakesNoSenseIsRefused(step: String, more: JSONObject, reason: String) throws {
    let book = try BookFixture()
    if step == "want" { try book.run("finish", ["date": "2019"]) }
    try book.run("start", ["date": "2020-05"])
    let before = try book.client.read(book.record).text
    do {
      try book.run(step, more)
      Issue.record("it was done")
    } catch let error as ResponseError {
      #expect(error.message.hasPrefix(reason))
    }
    #expect(try book.client.read(book.record).text == before)
  }

  /// A lens or an action counts for the record that it was made for.
  @Test func aStaleActionIsRefused() throws {
    let book = try BookFixture()
    book.client.open(book.note, "# Walden\n\nSimplify.\n")
    let offered = try book.actions(at: 0, of: book.note, only: "commonplace.book")
    func send(_ title: String) throws -> JSONValue {
      let command = try #require(offered.first { $0["title"]?.string == title }?["command"])
      return try book.client.request(
        "workspace/executeCommand",
        ["command": command["command"], "arguments": command["arguments"]])
    }
    // The same again is the same reading.
    for _ in 0..<2 { #expect(try send("Finished today")["section"] == "read") }
    let record = try book.client.read(book.record).text
    do {
      _ = try send("Did not finish")
      Issue.record("it was done")
    } catch let error as ResponseError {
      #expect(error.message.hasPrefix("Nothing was done, because the book's record has changed"))
    }
    #expect(try book.client.read(book.record).text == record)
    #expect(record.components(separatedBy: "finish: 20").count == 2)
  }

  /// A book that was given up has a hashtag, and its open note is loaded again.
  @Test func aBookIsGivenUp() throws {
    let book = try BookFixture()
    book.client.open(book.note, "# Walden\n\nSimplify.\n")
    try book.run("stop", ["date": "2026"])
    _ = try book.client.notification("commonplace/notesChanged") {
      $0["uris"]?.array?.contains(book.note.json) == true
    }
    #expect(try book.client.read(book.note).text.contains("#did-not-finish"))
    #expect(try book.run("start")["section"] == "reading")
    #expect(!(try book.client.read(book.note).text.contains("#did-not-finish")))
  }

  @Test func aBookHasOneNote() throws {
    let book = try BookFixture()
    let found = try BookFixture.run(book.client, "add", ["isbn": "0691096120"])
    #expect(found["found"] == true && found["title"] == "Walden")
    let made = try BookFixture.run(
      book.client, "add", ["title": "Emma", "authors": ["Jane Austen"], "isbn": "9780141439587"])
    #expect(made["found"] == false)
    let shown = try book.client.serverRequest("window/showDocument")
    #expect(shown["uri"]?.string != nil)
    #expect(throws: ResponseError.self) {
      try BookFixture.run(book.client, "add", ["isbn": "9780141439588", "title": "x"])
    }
    #expect(throws: ResponseError.self) { try BookFixture.run(book.client, "add", [:]) }
  }

  /// An offer to make a note about a book is about a note without one.
  @Test func anOldOfferFillsNoRecord() throws {
    let book = try BookFixture()
    let plain = try book.server.uri(titled: "Plain")
    let shown = try book.client.request("commonplace/readBook", ["uri": plain.json])
    let version = try #require(shown["version"]?.string)
    let wish: JSONValue = ["uri": plain.json, "title": "Emma", "version": version.json]
    #expect(try BookFixture.run(book.client, "add", wish)["title"] == "Emma")
    let other: JSONValue = ["uri": plain.json, "title": "Persuasion", "version": version.json]
    let error = #expect(throws: ResponseError.self) {
      try BookFixture.run(book.client, "add", other)
    }
    #expect(
      error?.message.hasPrefix("Nothing was done, because the book's record has changed") == true)
    let read = try book.client.request("commonplace/readBook", ["uri": plain.json])
    #expect(read["fields"]?["title"] == "Emma")
  }

  @Test func theFirstLineHasActions() throws {
    let book = try BookFixture()
    book.client.open(book.note, "# Walden\n\nSimplify.\n")
    #expect(
      titles(try book.actions(at: 0, of: book.note, only: "commonplace.book")) == [
        "Start reading", "Finished today", "Did not finish", "Give 1 star", "Give 2 stars",
        "Give 3 stars", "Give 4 stars", "Give 5 stars", "Open the book's record",
      ])
    #expect(try book.actions(at: 2, of: book.note, only: "commonplace.book").isEmpty)
    try book.run("start")
    try book.run("rate", ["stars": 5])
    #expect(
      titles(try book.actions(at: 0, of: book.note, only: "commonplace.book")).prefix(4) == [
        "Finish today", "Did not finish", "Want to read", "Give 1 star",
      ])
    let plain = try book.server.uri(titled: "Plain")
    book.client.open(plain, "# Plain\n")
    #expect(
      titles(try book.actions(at: 0, of: plain, only: "commonplace.book")) == [
        "Make this a note about a book"
      ])
    let lenses =
      try book.client.request("textDocument/codeLens", ["textDocument": ["uri": book.note.json]])
      .array ?? []
    #expect(
      lenses.compactMap { $0["command"]?["title"]?.string } == [
        "Walden: Henry David Thoreau", "Finish today", "Open record",
      ])
    try book.openRecord()
    #expect(titles(try book.actions(at: 4, of: book.record)).contains("Finish today"))
  }

  @Test func theRecordIsShown() throws {
    let book = try BookFixture()
    let answer = try BookFixture.run(book.client, "record", ["uri": book.note.json])
    #expect(answer["uri"] == book.record.json)
    #expect(try book.client.serverRequest("window/showDocument")["uri"] == book.record.json)
  }
}
