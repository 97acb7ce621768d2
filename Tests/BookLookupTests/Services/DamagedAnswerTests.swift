import Base
import Books
import Foundation
import Notebook
import TestSupport
import Testing

@testable import BookLookup

/// Recorded answers with changed bytes: each service reads them, or says that it cannot.
@Suite struct DamagedAnswerTests {
  /// Answers everything with the same bytes.
  private struct Same: LookupTransport {
    var body: [UInt8]

    func answer(to request: LookupRequest) throws(LookupFailure) -> LookupAnswer {
      LookupAnswer(status: 200, headers: ["content-type": "application/json"], body: body)
    }
  }

  @Test func changedBytesEndNothing() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: RecordedServer.answers.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    let answers = try names.map {
      try Array(Data(contentsOf: RecordedServer.answers.appending(path: $0)))
    }
    let isbn = try #require(ISBN("9789999900010"))
    let services: [any LookupService] = [OpenLibrary(), GoogleBooks(key: "key"), Inventaire()]
    var found = 0
    for seed in 0..<3000 {
      var random = SeededGenerator(seed: UInt64(seed))
      var body = answers[Int.random(in: 0..<answers.count, using: &random)]
      for _ in 0..<Int.random(in: 0...3, using: &random) where !body.isEmpty {
        let index = Int.random(in: 0..<body.count, using: &random)
        let other = Int.random(in: 0..<body.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: body[index] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 1: body.removeSubrange(min(index, other)..<max(index, other))
        default: body.insert(contentsOf: body[min(index, other)..<max(index, other)], at: index)
        }
      }
      for service in services {
        let lookup = Lookup(
          services: [service], transport: Same(body: body), store: AnswerStore(folder: nil))
        let question: LookupQuestion =
          Bool.random(using: &random) ? .isbn(isbn) : .words("the pond")
        guard let answer = try? lookup.editions(for: question) else { continue }
        found += answer.editions.count
        #expect(answer.editions.count <= FoundEdition.most)
        for edition in answer.editions {
          let texts =
            [edition.title, edition.publisher ?? "", edition.series ?? ""] + edition.authors
          #expect(
            texts.allSatisfy { $0.utf8.count <= FoundEdition.mostBytes && !$0.contains("\n") })
          if question == .isbn(isbn) { #expect(edition.isbn == isbn) }
        }
      }
    }
    #expect(found > 0)
  }
}
