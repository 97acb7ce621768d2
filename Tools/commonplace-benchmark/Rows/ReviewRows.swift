import Books
import Foundation
import NoteGenerator
import Notebook
import NotebookIndex
import NotebookReview
import SpacedRepetition

/// The waiting times of a user who reviews.
enum ReviewRows {
  private static let small = 1_000
  private static let middle = 10_000
  private static let big = 100_000

  static var all: [Row] {
    [making, uncounted, firstCard] + [tag, section, search, note]
      + [countSteps, otherCountSteps, answerSteps] + Scheduler.allCases.map(answer)
  }

  // MARK: The first card

  private static let making = Row(
    id: "review-index", name: "making the index of what is due: 100,000 prompts",
    bar: .atMost(1.5, "s")
  ) { bench in
    Figure.catching {
      let (big, small) = (try bench.reviewed(Self.big), try bench.reviewed(Self.small))
      return .value(
        big.makingTime / 1e9,
        detail: "\(big.counts.due) due, \(big.counts.new) of them new; with 1,000 prompts: "
          + "\(small.makingTime.duration), \(small.counts.due) due; processor times")
    }
  }

  private static let uncounted = Row(
    id: "review-uncounted", name: "first card while it is made, 100,000 prompts, against making it",
    bar: .atMost(0.1, "times")
  ) { bench in
    Figure.catching {
      let reviewed = try bench.reviewed(Self.big)
      var samples = Samples()
      for _ in 0..<bench.effort.searches {
        var card: StoredCard?
        samples.add(
          try Stopwatch.processorTime { card = try reviewed.firstCardUncounted() })
        if card == nil { throw ReviewedNotebook.NothingDue() }
      }
      return .value(
        samples.median / reviewed.makingTime,
        detail: "\(samples.median.duration) / \(reviewed.makingTime.duration)")
    }
  }

  private static let firstCard = first(
    "review-first", "first card of a session with the whole notebook", .atMost(3, "times")
  ) { _ in .notebook }
  private static let tag = first(
    "review-tag", "first card of a session with a tag of many notes", .atMost(5, "times")
  ) {
    _ in .tag(GeneratedNotebook.hashtag(rank: 0))
  }
  private static let section = first(
    "review-section", "first card of a session with all books to read", .atMost(5, "times")
  ) { _ in .section(.wantToRead) }
  private static let search = first(
    "review-search", "first card of a session with the notes that a search finds",
    .atMost(5, "times")
  ) { _ in .search("is:quote \(GeneratedNotebook.word(rank: 100))") }
  private static let note = first(
    "review-note", "first card of a session with one note", .none("times")
  ) {
    .note(try $0.noteWithPrompts())
  }

  private static func first(
    _ id: String, _ words: String, _ bar: Bar,
    scope: @escaping @Sendable (ReviewedNotebook) throws -> ReviewScope
  ) -> Row {
    Row(id: id, name: "\(words): 100,000 prompts against 1,000", bar: bar) { bench in
      Figure.catching {
        var missing = 0
        func side(_ promptCount: Int) throws -> Side {
          let reviewed = try bench.reviewed(promptCount)
          let scope = try scope(reviewed)
          return Side(count: bench.effort.searches) {
            Stopwatch.processorTime {
              if (try? reviewed.firstCard(scope)) == nil { missing += 1 }
            }
          }
        }
        let (big, small) = (try side(Self.big), try side(Self.small))
        Side.measure(big, small, effort: bench.effort)
        return .ratio(big, to: small, note: missing > 0 ? ", \(missing) without a card" : "")
      }
    }
  }

  // MARK: The cost of an answer, counted

  private static let countSteps = steps(
    "review-counts", "SQLite's steps for due counts after an answer"
  ) { reviewed in
    _ = try reviewed.notebook.reviews.record(reviewed.nextAnswer(), scheduler: .libraryNotes)
    return try reviewed.notebook.countingSteps { _ = try reviewed.counts() }
  }

  private static let otherCountSteps = Row(
    id: "review-counts-other",
    name: stepWords("SQLite's steps for due counts in another process"), bar: noGrowth
  ) { bench in
    Figure.catching {
      var others: [ObjectIdentifier: Notebook] = [:]
      return try steps(bench) { reviewed in
        let other = try others[ObjectIdentifier(reviewed)] ?? reviewed.open()
        others[ObjectIdentifier(reviewed)] = other
        _ = try reviewed.counts(of: other)
        _ = try reviewed.notebook.reviews.record(reviewed.nextAnswer(), scheduler: .libraryNotes)
        return try other.countingSteps { _ = try reviewed.counts(of: other) }
      }
    }
  }

  private static let answerSteps = steps(
    "review-answer-steps", "SQLite's steps for an answer"
  ) { reviewed in
    let answer = try reviewed.nextAnswer()
    return try reviewed.notebook.countingSteps {
      _ = try reviewed.notebook.reviews.record(answer, scheduler: .libraryNotes)
    }
  }

  private static let noGrowth = Bar.atMost(1.1, "times", words: "does not grow")

  private static func stepWords(_ words: String) -> String {
    "\(words): 100,000 prompts against 1,000"
  }

  private static func steps(
    _ id: String, _ words: String, _ count: @escaping @Sendable (ReviewedNotebook) throws -> Int
  ) -> Row {
    Row(id: id, name: stepWords(words), bar: noGrowth) { bench in
      Figure.catching { try steps(bench, count) }
    }
  }

  private static func steps(
    _ bench: Bench, _ count: (ReviewedNotebook) throws -> Int
  ) throws -> Figure {
    let medians = try [small, middle, big].map { promptCount in
      let reviewed = try bench.reviewed(promptCount)
      _ = try count(reviewed)
      var samples = Samples()
      for _ in 0..<bench.effort.searches / 4 { samples.add(UInt64(try count(reviewed))) }
      return samples.median
    }
    let texts = zip([small, middle, big], medians).map {
      "\($1.short) of \(Double($0).short)"
    }
    return .value(
      medians[2] / max(1, medians[0]), detail: "medians \(texts.joined(separator: ", "))")
  }

  // MARK: The cost of an answer, timed

  private static func answer(_ scheduler: Scheduler) -> Row {
    Row(
      id: "review-answer-\(scheduler.rawValue)",
      name: "an answer until it is acknowledged (\(scheduler.rawValue)), 100,000 prompts, p99: "
        + "against saving a note there",
      bar: .atMost(3, "times")
    ) { bench in
      Figure.catching {
        let reviewed = try bench.reviewed(big)
        let end = ContinuousClock.now + .seconds(bench.effort.seconds)
        let count = bench.effort.searches * 3
        var (answers, saves) = (Samples(), Samples())
        while answers.count < count, ContinuousClock.now < end {
          let answer = try reviewed.nextAnswer()
          let (note, text) = try reviewed.nextSave()
          // Alternates answers and saves, so that a slow disk or a busy machine affects both.
          answers.add(
            try Stopwatch.time {
              _ = try reviewed.notebook.reviews.record(answer, scheduler: scheduler)
            })
          saves.add(
            try Stopwatch.time { _ = try reviewed.notebook.save(text: text, note: note) })
        }
        let (slow, fast) = (answers.quantile(0.99), saves.quantile(0.99))
        return .value(
          slow / max(1, fast),
          detail: "p99 \(slow.duration) / \(fast.duration), medians \(answers.median.duration) / "
            + "\(saves.median.duration), \(answers.count) of each")
      }
    }
  }
}
