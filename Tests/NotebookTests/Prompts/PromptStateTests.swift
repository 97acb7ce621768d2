import Base
import Foundation
import GRDB
import JSON
import MiniMarkdown
import NotebookTestSupport
import SpacedRepetition
import Testing

@testable import Notebook
@testable import NotebookFile

@Suite struct PromptStateTests {
  /// The stored value, and the state that is read: answers, lapses, interval in days, factor, and
  /// whether it is learned, due before, and due at noon of 2024-01-10.
  @Test(arguments: [
    ("{}", "0 0 - 2.5 learning due"),
    (
      #"{"reviewCount":0,"lapseCount":0,"totalCorrect":0,"totalIncorrect":0,"spacedRepetitionFactor":2.5}"#,
      "0 0 - 2.5 learning due"
    ),
    (
      #"{"reviewCount":3,"lapseCount":1,"idealInterval":864000,"spacedRepetitionFactor":2.35,"due":"2024-01-10T12:00:00Z","lastReview":"2024-01-01T00:00:00Z"}"#,
      "3 1 10 2.35 review due"
    ),
    (
      #"{"reviewCount":3,"due":"2024-01-10T12:00:01Z","lastReview":"2024-01-01T00:00:00Z"}"#,
      "3 0 - 2.5 review later"
    ),
    // Buried without ever being answered.
    (#"{"due":"2024-02-01T00:00:00Z"}"#, "0 0 - 2.5 learning later"),
    // Nothing of this is a number or a date.
    (
      #"{"reviewCount":-3,"lapseCount":"1","idealInterval":-1,"spacedRepetitionFactor":0,"due":5,"lastReview":"x"}"#,
      "0 0 - 2.5 learning due"
    ),
    (
      #"{"reviewCount":1e300,"lapseCount":99999999999999999999,"idealInterval":1e999,"spacedRepetitionFactor":-1e999,"due":"99999-01-01T00:00:00Z"}"#,
      "0 0 - 2.5 learning due"
    ),
    (
      #"{"reviewCount":9223372036854775807,"idealInterval":null}"#,
      "1099511627776 0 - 2.5 learning due"
    ),
    ("[]", "0 0 - 2.5 learning due"), ("null", "0 0 - 2.5 learning due"),
  ])
  func reads(_ text: String, _ expected: String) throws {
    let state = PromptState(json: try JSONValue(parsing: Array(text.utf8)))
    let now = try #require(Timestamps.date(json: "2024-01-10T12:00:00Z"))
    let interval = state.idealInterval.map { String(Int($0 / 86_400)) } ?? "-"
    #expect(
      "\(state.reviewCount) \(state.lapseCount) \(interval) \(state.factor) "
        + "\(state.isLearning ? "learning" : "review") \(state.isDue(at: now) ? "due" : "later")"
        == expected)
  }

  private func statistics(_ counts: [Int]) -> String {
    counts.map { #"{"reviewCount":\#($0)}"# }.joined(separator: ",")
  }

  private func value(_ type: String, _ rawValue: String, _ counts: [Int]) -> String {
    let text = String(decoding: JSONValue.string(rawValue).serialized(), as: UTF8.self)
    return
      #"{"type":"prompt=\#(type)","rawValue":\#(text),"promptStatistics":[\#(statistics(counts))]}"#
  }

  /// The notebook's record of each prompt of a text: its answers, `-` for none stored.
  private func counts(_ notebook: NotebookFixture, _ text: String, note: String = "N") throws
    -> String
  {
    // As the rows are: several versions of a prompt are settled where other programs' merges are taken in.
    let state = StateFolder(path: notebook.folder + "-state")
    let states = try Notebook.open(at: notebook.path, state: state, looksBeside: false)
      .notes.promptStates(of: note)
    return NoteContent(text: text).promptCollections.map { prompts in
      states[prompts].map { $0.map { String($0.reviewCount) }.joined(separator: ",") } ?? "-"
    }.joined(separator: " ")
  }

  @Test func areFoundByKindTextAndNumber() throws {
    let notebook = try NotebookFixture()
    try notebook.putNote("N", text: "")
    try notebook.put("N", "prompt=quote;count=1;id=a", json: value("quote", "> A\n", [1]))
    try notebook.put("N", "prompt=quote;count=1;id=b", json: value("quote", "> A", [2]))
    try notebook.put(
      "N", "prompt=cloze;count=2;id=c", json: value("cloze", "?[](a) ?[](b)", [3, 4]))
    try notebook.put("N", "prompt=qanda;count=1;id=d", json: value("qanda", "Q: é\nA: b\n", [5]))
    try notebook.put("M", "prompt=quote;count=1;id=e", json: value("quote", "> M", [6]))
    // Ours, of this note and of one whose id begins with its.
    try notebook.put(
      ".commonplace", "N;prompt=cloze;count=1;id=f", json: value("cloze", "?[](e\u{301})", [7]))
    try notebook.put(
      ".commonplace", "NN;prompt=cloze;count=1;id=g", json: value("cloze", "?[](x)", [8]))
    for (text, expected) in [
      ("", ""), ("> A\n\n> A", "1 2"), ("> A", "2"), ("> A\n\nb", "1"), ("> B", "-"),
      ("?[](a) ?[](b)", "3,4"), ("?[](a) ?[](b)\n\n> A\n", "3,4 1"), ("?[](a)", "-"),
      ("Q: é\nA: b", "5"), ("Q: é\nA: b\n\n", "5"), ("Q: e\u{301}\nA: b", "-"), ("> M", "-"),
      ("?[](e\u{301})", "7"), ("?[](é)", "-"), ("?[](x)", "-"),
    ] {
      #expect(try counts(notebook, text) == expected, "\(text.debugDescription)")
    }
    for id in ["", ".commonplace", "nobody", "n", "N;"] {
      #expect(try notebook.open().notes.promptStates(of: id).isEmpty, "\(id)")
    }
    #expect(try counts(notebook, "> M", note: "M") == "6")
  }

  @Test func ofSeveralRowsTheMostReviewedCounts() throws {
    let notebook = try NotebookFixture()
    try notebook.putNote("N", text: "")
    for (id, count) in [("a", 1), ("b", 3), ("c", 2)] {
      try notebook.put("N", "prompt=quote;count=1;id=\(id)", json: value("quote", "> A", [count]))
    }
    #expect(try counts(notebook, "> A") == "3")
    // A deleted one counts no more, and of two versions the later.
    try notebook.put("N", "prompt=quote;count=1;id=b", author: 2, at: "2025-01-01 00:00:00.000")
    #expect(try counts(notebook, "> A") == "2")
    try notebook.put(
      "N", "prompt=quote;count=1;id=c", json: value("quote", "> A", [9]), author: 2,
      at: "2025-01-01 00:00:00.000")
    #expect(try counts(notebook, "> A") == "9")
  }

  /// Rows that contradict themselves say nothing, and hide nothing.
  @Test(arguments: [
    (
      "prompt=quote;count=2;id=a",
      #"{"type":"prompt=quote","rawValue":"> A","promptStatistics":[{}]}"#
    ),
    (
      "prompt=quote;count=1;id=a",
      #"{"type":"prompt=cloze","rawValue":"> A","promptStatistics":[{}]}"#
    ),
    ("prompt=quote;count=1;id=a", #"{"type":"prompt=quote","rawValue":5,"promptStatistics":[{}]}"#),
    (
      "prompt=quote;count=1;id=a",
      #"{"type":"prompt=quote","rawValue":"> A","promptStatistics":{}}"#
    ),
    (
      "prompt=quote;count=-1;id=a",
      #"{"type":"prompt=quote","rawValue":"> A","promptStatistics":[]}"#
    ),
    (
      "prompt=word;count=1;id=a",
      #"{"type":"prompt=word","rawValue":"> A","promptStatistics":[{}]}"#
    ),
    ("prompt=quote;count=1;id=a", "not JSON"),
  ])
  func malformedRowsAreNone(key: String, json: String) throws {
    let notebook = try NotebookFixture()
    try notebook.putNote("N", text: "")
    try notebook.put("N", key, json: json)
    #expect(try counts(notebook, "> A") == "-")
    try notebook.put("N", "prompt=quote;count=1;id=z", json: value("quote", "> A", [4]))
    #expect(try counts(notebook, "> A") == "4")
  }

  /// The state that saving stores is found again.
  @Test func agreeWithWhatSavingStores() throws {
    let text = "> a\n\n?[](b) ?[](c)\n\nQ: d\nA: e\n\n- ?[](f)\n- ?[](cafe\u{301})\n\n> a"
    let notebook = try NotebookFixture(notes: [text])
    let id = try #require(try notebook.open().notes.all().first?.id)
    #expect(try counts(notebook, text, note: id) == "0 0,0 0 0 0 0")
  }

  /// The values are found by an index alone.
  @Test func areReadByAnIndex() throws {
    let notebook = try NotebookFixture()
    let plan = try notebook.write { db in
      try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN " + NoteValues.promptsSQL, arguments: ["N", "N;", "N<"]
      ).map { $0.text(at: 3) ?? "" }
    }
    #expect(!plan.isEmpty && plan.scansOfEntries.isEmpty, "\(plan)")
  }
}
