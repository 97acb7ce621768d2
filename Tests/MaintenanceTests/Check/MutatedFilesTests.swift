import Foundation
import NotebookTestSupport
import TestSupport
import Testing

@testable import Maintenance
@testable import Notebook
@testable import NotebookFile
@testable import NotebookSearch

/// Thousands of damaged and hostile files. Each gives an answer or an error, in bounded time, and
/// the file stays as it was.
///
/// `COMMONPLACE_FAULT_FILES` is how many, `COMMONPLACE_FAULT_SEED` the first seed; to
/// `COMMONPLACE_FAULT_LOG` goes the seed at work, so that one that ends the process is known. With
/// the first of them set, figures are printed and the time that each file takes is held to the bar
/// of three seconds.
@Suite struct MutatedFilesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["COMMONPLACE_FAULT_FILES"].flatMap { Int($0) }
  private static let seed = environment["COMMONPLACE_FAULT_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func areAnsweredOrRefused() throws {
    let fixture = try NotebookFixture.rich(notes: 25)
    var originals = [try Data(contentsOf: URL(fileURLWithPath: fixture.path))]
    if LibrarySample.isThere {
      originals.append(try Data(contentsOf: URL(fileURLWithPath: LibrarySample.path)))
    }
    var figures = Figures()
    for seed in Self.seed..<Self.seed + UInt64(Self.count ?? 80) {
      if let log = Self.environment["COMMONPLACE_FAULT_LOG"] {
        try "\(seed)\n".write(toFile: log, atomically: false, encoding: .utf8)
      }
      let original = originals[seed % 4 == 0 ? originals.count - 1 : 0]
      var mutator = NotebookMutator(original, seed: seed)
      try mutator.write(to: fixture.path)
      // A program that changed it may have left a journal, which is another test's matter.
      for suffix in ["-journal", "-wal", "-shm"] { unlink(fixture.path + suffix) }
      let content = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
      let start = ContinuousClock.now
      figures.count(use(fixture.path))
      figures.count(check(fixture.path))
      figures.count(salvage(fixture))
      let time = ContinuousClock.now - start
      figures.slowest = max(figures.slowest, time)
      #expect(Self.count == nil || time < .seconds(3), "seed \(seed)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == content, "seed \(seed)")
      #expect(try fixture.files == ["test.libnotes"], "seed \(seed)")
    }
    if Self.count != nil { print(figures) }
  }

  /// Opens, lists, reads, searches and checks; what came of it. A file with several versions of a value gets a working
  /// copy, which goes here.
  private func use(_ path: String) -> String {
    let state = path + "-state"
    defer { try? FileManager.default.removeItem(atPath: state) }
    do throws(NotebookError) {
      let notebook = try Notebook.open(at: path, state: StateFolder(path: state))
      let notes = try notebook.notes.all(includingTrash: true)
      if let note = notes.first { _ = try notebook.note(id: note.id) }
      _ = try notebook.tags.all()
      for query in ["word1", "wor", "\"a few\" OR hamlet", "-theirs 日"] {
        _ = try notebook.searches.run(SearchQuery(parsing: query))
      }
      try notebook.quickCheck()
      return notebook.isNewer ? "read, newer" : "read"
    } catch {
      return "refused: " + (Mirror(reflecting: error).children.first?.label ?? "\(error)")
    }
  }

  /// Looks at everything in the notebook; what came of it.
  private func check(_ path: String) -> String {
    let state = StateFolder(path: path + "-no-state")
    let found = try? Checkup.run(at: path, state: state)
    let worst = found.map { $0.findings.map(\.severity).max()?.rawValue ?? "whole" }
    return "checked: " + (worst ?? "not there")
  }

  /// Salvages the notebook; what came of it.
  private func salvage(_ fixture: NotebookFixture) -> String {
    let new = fixture.folder + "/new.libnotes"
    defer { unlink(new) }
    do throws(NotebookError) {
      let report = try Salvage.run(from: fixture.path, to: new)
      let notes = try Notebook.open(at: new).notes.all(includingTrash: true)
      #expect(notes.count == report.notes)
      return report.isComplete ? "salvaged whole" : "salvaged in part"
    } catch {
      return "not salvaged: " + (Mirror(reflecting: error).children.first?.label ?? "\(error)")
    }
  }
}

/// The results for the files.
private struct Figures: CustomStringConvertible {
  var slowest = Duration.zero
  private var outcomes: [String: Int] = [:]

  mutating func count(_ outcome: String) { outcomes[outcome, default: 0] += 1 }

  var description: String {
    var usage = rusage()
    getrusage(0, &usage)  // RUSAGE_SELF, which is of another type on each system
    #if canImport(Darwin)
      let megabytes = usage.ru_maxrss >> 20
    #else
      let megabytes = usage.ru_maxrss >> 10
    #endif
    let lines = outcomes.sorted { $0.key < $1.key }.map { "  \($0.value) \($0.key)" }
    let slowest = slowest.formatted(.units(allowed: [.milliseconds]))
    return (["figures:"] + lines + ["  slowest \(slowest), at most \(megabytes) MB of memory"])
      .joined(separator: "\n")
  }
}
