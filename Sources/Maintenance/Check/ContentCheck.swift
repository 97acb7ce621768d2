import Base
import Foundation
import GRDB
import Notebook
import NotebookFile

/// Checks the content of a notebook's database, which must be a private copy.
struct ContentCheck {
  let path: String
  private(set) var findings: [Finding] = []
  var notes = 0
  var titles: [String: String] = [:]

  /// Maximum number of findings of one kind.
  static let most = 1000

  init(path: String) { self.path = path }

  /// Runs all checks, within two seconds of processor time and one second per megabyte.
  mutating func run(_ db: Database) {
    let pages = (try? UInt32.fetchOne(db, sql: "PRAGMA page_count")) ?? 0
    db.setCheckBudget(seconds: 2 + pages >> 8)
    defer { db.setCheckBudget(seconds: 0) }
    let checks: [(inout ContentCheck) throws -> Void] = [
      { check in
        let summaries = try NoteSummary.fetchAll(db)
        check.notes = summaries.count
        check.titles = summaries.reduce(into: [:]) { $0[$1.id] = $1.title }
      },
      { try $0.checkPages(db) }, { try $0.checkSearchIndex(db) }, { try $0.checkMigrations(db) },
      { try $0.checkApplication(db) }, { try $0.checkRows(db) }, { try $0.checkEncoding(db) },
      { try $0.checkAuthors(db) }, { try $0.checkNotes(db) }, { try $0.checkOrphans(db) },
    ]
    for (done, check) in checks.enumerated() {
      Work.step("Checking the notebook", done, of: checks.count)
      attempt(check)
    }
  }

  /// An error becomes a finding, unless there is a finding about pages already.
  private mutating func attempt(_ check: (inout ContentCheck) throws -> Void) {
    do {
      try check(&self)
    } catch {
      let error = NotebookError(reading: path, error)
      let problem = Checkup.phrase(error.message)
      guard !findings.contains(where: { $0.kind == .pages }) else { return }
      add(.pages, .damage, problem, Checkup.phrase(error.advice))
    }
  }

  mutating func add(
    _ kind: Finding.Kind, _ severity: Finding.Severity, note: String? = nil, _ problem: String,
    _ advice: String, isRepairable: Bool = false
  ) {
    guard findings.count(where: { $0.kind == kind }) < Self.most else { return }
    findings.append(
      Finding(
        kind: kind, severity: severity, path: path, note: note,
        title: note.flatMap { titles[$0] }, problem: problem, advice: advice,
        isRepairable: isRepairable))
  }
}

extension ContentCheck {
  static let repairAdvice = "“commonplace check --repair” repairs it"
  private static let salvageAdvice =
    "restore a backup, or recover the readable parts with “commonplace salvage FILE --to NEW”"

  private mutating func checkPages(_ db: Database) throws {
    let answers = try String.fetchAll(db, sql: "PRAGMA integrity_check(100)")
    // Newer versions of SQLite also compare full-text indexes here.
    let faults = answers.filter { $0 != "ok" && !$0.contains("FTS5") }
    guard let first = faults.first else { return }
    let isIndex = faults.allSatisfy { $0.contains("missing from index") || $0.contains("in index") }
    let more = faults.count > 1 ? ", and \(faults.count - 1) more" : ""
    add(
      .pages, .damage, "the database is damaged (\(first)\(more))",
      isIndex ? Self.repairAdvice : Self.salvageAdvice, isRepairable: isIndex)
  }

  private mutating func checkSearchIndex(_ db: Database) throws {
    guard try !db.isSearchIndexWhole() else { return }
    add(
      .searchIndex, .damage,
      "the full-text index does not match the texts: searches may miss notes",
      Self.repairAdvice, isRepairable: true)
  }

  private mutating func checkMigrations(_ db: Database) throws {
    let sql = "SELECT identifier FROM grdb_migrations"
    let known = Set(try Row.fetchAll(db, sql: sql).compactMap { $0.text(at: 0) })
    let missing = try NotebookSchema.appliedMigrations(db).filter { !known.contains($0) }
    guard !missing.isEmpty else { return }
    add(
      .migrations, .damage,
      "the app cannot open the file: its list of upgrades lacks \(missing.joined(separator: ", "))",
      Self.repairAdvice, isRepairable: true)
  }

  private mutating func checkApplication(_ db: Database) throws {
    guard try db.tableExists("applicationIdentifier") else { return }
    let rows = try Row.fetchAll(db, sql: "SELECT * FROM applicationIdentifier")
    let expected = NotebookSchema.application
    if rows.count == 1, let row = rows.first, row.text(at: 0) == expected.id,
      row.integer(at: 1) == Int64(expected.majorVersion), let minor = row.integer(at: 2),
      minor > 0 || row.text(at: 3) == expected.description
    {
      return
    }
    let isOurs = rows.allSatisfy {
      $0.text(at: 0) == expected.id && $0.integer(at: 1) ?? 0 <= expected.majorVersion
    }
    add(
      .application, .warning,
      "the app's name or version in the file is unexpected: the app refuses to merge it",
      isOurs ? Self.repairAdvice : "update this program", isRepairable: isOurs)
  }
}
