import Base
import Foundation
import GRDB
import NotebookTestSupport
import TestSupport
import Testing

@testable import Maintenance
@testable import Notebook
@testable import NotebookFile

/// Findings of the check in notebooks with faults, and the notebooks after a repair.
@Suite struct CheckTests {
  /// A fault, as the statements that make it.
  struct Fault: Sendable, CustomStringConvertible {
    var kind: Finding.Kind
    var severity: Finding.Severity
    var isRepaired: Bool
    var sql: String

    init(
      _ kind: Finding.Kind, as severity: Finding.Severity = .damage, repaired: Bool = false,
      _ sql: String
    ) {
      (self.kind, self.severity, isRepaired, self.sql) = (kind, severity, repaired, sql)
    }

    var description: String { "\(kind): \(sql)" }
  }

  /// In each notebook there are notes N and M, written by author 1.
  static let faults = [
    Fault(
      .searchIndex, repaired: true,
      "INSERT INTO entryFullText(entryFullText, rowid, text) SELECT 'delete', rowid, text FROM entry"
    ),
    Fault(
      .searchIndex, repaired: true,
      "INSERT INTO entryFullText(rowid, text) VALUES (1000, 'nowhere')"),
    Fault(
      .migrations, repaired: true,
      "DELETE FROM grdb_migrations WHERE identifier = 'noTombstonePrimarykey'"),
    Fault(
      .application, as: .warning, repaired: true,
      "UPDATE applicationIdentifier SET applicationDescription = 'Notes'"),
    Fault(.application, as: .warning, repaired: true, "DELETE FROM applicationIdentifier"),
    Fault(.authorBehind, repaired: true, "UPDATE entry SET usn = 7 WHERE scope = 'N'"),
    Fault(
      .authorMissing, repaired: true,
      "PRAGMA foreign_keys = OFF; UPDATE entry SET authorId = randomblob(16) WHERE scope = 'M'"),
    Fault(
      .authorMissing, repaired: true,
      """
      PRAGMA foreign_keys = OFF;
      INSERT INTO tombstone SELECT 'N', 'k', id, 1, randomblob(16), 3 FROM author LIMIT 1
      """),
    Fault(.rows, "PRAGMA foreign_keys = OFF; UPDATE entry SET authorId = 'me' WHERE scope = 'M'"),
    Fault(.rows, "UPDATE entry SET timestamp = '2024-01-01T00:00:00Z' WHERE scope = 'N'"),
    Fault(.rows, "UPDATE entry SET type = 2 WHERE scope = 'N' AND key = '.noteText'"),
    Fault(
      .rows, repaired: true, "UPDATE entry SET json = '{' WHERE scope = 'N' AND key = '.metadata'"),
    Fault(.rows, "UPDATE author SET timestamp = 'once'"),
    Fault(
      .metadata, repaired: true,
      "UPDATE entry SET json = json_remove(json, '$.tags') WHERE key = '.metadata' AND scope = 'N'"),
    Fault(
      .metadata, repaired: true,
      """
      UPDATE entry SET json = json_set(json, '$.creationTimestamp', '2024-01-01T00:00:00.5Z')
      WHERE key = '.metadata' AND scope = 'N'
      """),
    Fault(
      .metadata, repaired: true,
      "UPDATE entry SET json = json_set(json, '$.bookSection', 'lost') WHERE key = '.metadata'"),
    Fault(
      .metadata,
      "UPDATE entry SET json = json_set(json, '$.book', json('{}')) WHERE key = '.metadata'"),
    Fault(
      .prompts,
      """
      INSERT INTO entry SELECT scope, 'prompt=riddle;count=1;id=1', authorId, usn, timestamp, 2,
        NULL, '{}', NULL, NULL FROM entry WHERE scope = 'N' AND key = '.metadata'
      """),
    Fault(
      .prompts,
      """
      INSERT INTO entry SELECT scope, 'prompt=quote;count=1;id=1', authorId, usn, timestamp, 2,
        NULL, '{"type":"prompt=quote","rawValue":"> q","promptStatistics":[]}', NULL, NULL
      FROM entry WHERE scope = 'N' AND key = '.metadata'
      """),
    Fault(
      .prompts,
      """
      INSERT INTO entry SELECT scope, 'prompt=cloze;count=2;id=1', authorId, usn, timestamp, 2, NULL,
        '{"type":"prompt=cloze","rawValue":"?[a](b)","promptStatistics":[' || s || ',' || s || ']}',
        NULL, NULL
      FROM entry, (SELECT '{"reviewCount":0,"lapseCount":0,"totalCorrect":0,"totalIncorrect":0,'
        || '"spacedRepetitionFactor":2.5}' AS s) WHERE scope = 'N' AND key = '.metadata'
      """),
    // Two devices wrote one that the text does not have, and nobody settled it.
    Fault(
      .promptVersions, as: .warning, repaired: true,
      """
      INSERT INTO author VALUES (zeroblob(16), 'iPhone', 1, NULL);
      INSERT INTO entry SELECT scope, 'prompt=quote;count=1;id=1', authorId, usn, timestamp, 0,
        NULL, NULL, NULL, NULL FROM entry WHERE scope = 'N' AND key = '.metadata';
      INSERT INTO entry SELECT scope, 'prompt=quote;count=1;id=1', zeroblob(16), 1, timestamp, 2,
        NULL, '{"type":"prompt=quote","rawValue":"> q","promptStatistics":[{"reviewCount":3,'
        || '"lapseCount":0,"totalCorrect":0,"totalIncorrect":0,"spacedRepetitionFactor":2.5}]}',
        NULL, NULL FROM entry WHERE scope = 'N' AND key = '.metadata'
      """),
    Fault(
      .lineEnds, as: .warning, repaired: true,
      "UPDATE entry SET text = 'a' || char(13, 10) || 'b' WHERE scope = 'N' AND key = '.noteText'"),
    Fault(
      .orphan, as: .warning, repaired: true,
      "DELETE FROM entry WHERE scope = 'N' AND key = '.metadata'"),
    Fault(
      .orphan, as: .warning,
      "UPDATE entry SET scope = 'X' WHERE scope = 'N' AND key = '.metadata'; "
        + "UPDATE entry SET scope = 'N' WHERE scope = 'X'; "
        + "UPDATE entry SET json = NULL, type = 0 WHERE scope = 'N' AND key = '.metadata'"),
    // Of a note that another device deleted.
    Fault(
      .orphan, as: .warning, repaired: true,
      """
      DELETE FROM entry WHERE scope = 'N' AND key = '.noteText';
      UPDATE entry SET json = NULL, type = 0 WHERE scope = 'N' AND key = '.metadata';
      INSERT INTO entry SELECT scope, 'prompt=quote;count=1;id=1', authorId, usn, timestamp, 2,
        NULL, '{}', NULL, NULL FROM entry WHERE scope = 'N' AND key = '.metadata';
      INSERT INTO entry SELECT '.commonplace', 'N;review;prompt=quote;count=1;id=1', authorId, usn,
        timestamp, 2, NULL, '{}', NULL, NULL FROM entry WHERE scope = 'N' AND key = '.metadata'
      """),
    Fault(.encoding, "UPDATE entry SET text = CAST(x'61ff62' AS TEXT) WHERE key = '.noteText'"),
    Fault(
      .encoding,
      """
      UPDATE entry SET json = CAST(replace(CAST(json AS BLOB), CAST('"N"' AS BLOB), x'22ff22') AS TEXT)
      WHERE key = '.metadata' AND scope = 'N'
      """),
    Fault(
      .metadata,
      """
      UPDATE entry SET json = json_set(json, '$.book', json('{"title":"B","authors":[],"readingHistory":
        {"hasRead":true,"multipleReadings":false,"entries":[{"start":{"year":"x"}}]}}'))
      WHERE key = '.metadata' AND scope = 'N'
      """),
    Fault(
      .prompts, repaired: true,
      """
      UPDATE entry SET text = '?[h](a) 😀' WHERE key = '.noteText' AND scope = 'N';
      INSERT INTO entry SELECT scope, 'prompt=cloze;count=1;id=1', authorId, usn, timestamp, 2, NULL,
        '{"type":"prompt=cloze","rawValue":"?[h](a) 😀","promptStatistics":[{"reviewCount":3,"lapseCount":0,'
        || '"totalCorrect":0,"totalIncorrect":0,"spacedRepetitionFactor":2.5}]}', NULL, NULL
      FROM entry WHERE scope = 'N' AND key = '.metadata'
      """),
    Fault(
      .missingImage, as: .warning,
      "UPDATE entry SET text = '# N\n\n![x](assets/a.png)' WHERE key = '.noteText' AND scope = 'N'"),
    Fault(
      .unusedImage, as: .remark,
      """
      INSERT INTO entry SELECT scope, 'assets/a.png', authorId, usn, timestamp, 3, NULL, NULL,
        'image/png', x'00' FROM entry WHERE scope = 'N' AND key = '.metadata'
      """),
    Fault(
      .conflict, as: .warning,
      """
      INSERT INTO author VALUES (x'02020202020202020202020202020202', 'b', 1, NULL);
      INSERT INTO entry VALUES ('N', '.noteText', x'02020202020202020202020202020202', 1,
        '2024-01-02 00:00:00.000', 1, 'another', NULL, NULL, NULL)
      """),
  ]

  private func fixture() throws -> (NotebookFixture, StateFolder) {
    let fixture = try NotebookFixture()
    try fixture.putNote("N", title: "N", text: "# N\n\n> A quote of walruses.\n")
    try fixture.putNote("M", title: "M", text: "# M\n")
    return (fixture, StateFolder(path: fixture.folder + "/state"))
  }

  @Test func aWholeNotebookIsWhole() throws {
    let (fixture, state) = try fixture()
    #expect(try Checkup.run(at: fixture.path, state: state) == Checkup(notes: 2, findings: []))
    #expect(try fixture.files == ["test.libnotes"])
    #expect(try Repair.run(at: fixture.path, state: state).backups == [])
    #expect(try fixture.files == ["test.libnotes"])
  }

  @Test(arguments: faults)
  func faultsAreFoundAndRepaired(_ fault: Fault) throws {
    let (fixture, state) = try fixture()
    try fixture.execute(fault.sql)
    let before = try Data(contentsOf: URL(filePath: fixture.path))
    let found = try Checkup.run(at: fixture.path, state: state)
    let finding = try #require(found.findings.first { $0.kind == fault.kind })
    #expect(finding.severity == fault.severity)
    #expect(try Data(contentsOf: URL(filePath: fixture.path)) == before)
    #expect(try fixture.files == ["test.libnotes"])

    let repair = try Repair.run(at: fixture.path, state: state)
    let isLeft = repair.checkup.findings.contains { $0.kind == fault.kind }
    #expect(isLeft == !fault.isRepaired, "\(repair.checkup.findings)")
    if let backup = repair.backups.first {
      #expect(try Data(contentsOf: URL(filePath: backup)) == before)
    }
    if fault.isRepaired { #expect(repair.checkup.count(.damage) == 0) }
    // The file has the content of the working copy.
    let again = try Checkup.run(at: fixture.path, state: StateFolder(path: fixture.folder + "/no"))
    #expect(again.findings.map(\.kind) == repair.checkup.findings.map(\.kind))
  }

  @Test func findingsOfNotesComeInTheOrderOfTheirRows() throws {
    let (fixture, state) = try fixture()
    try fixture.execute(
      "UPDATE entry SET text = 'a' || char(13, 10) || 'b' WHERE key = '.noteText'")
    let notes = try fixture.write { db in
      try String.fetchAll(db, sql: "SELECT scope FROM entry WHERE key = '.metadata' ORDER BY rowid")
    }
    let findings = try Checkup.run(at: fixture.path, state: state).findings
    #expect(findings.filter { $0.kind == .lineEnds }.map(\.note) == notes)
    #expect(Set(notes) == ["M", "N"])
  }

  @Test func repairingKeepsWhatMetadataSay() throws {
    let (fixture, state) = try fixture()
    try fixture.execute(
      """
      UPDATE entry SET json = json_set(json_remove(json, '$.tags'), '$.folder', 'recentlyDeleted',
        '$.unknown', json('[1]'), '$.creationTimestamp', '2020-02-02T02:02:02.123Z')
      WHERE key = '.metadata' AND scope = 'N'
      """)
    _ = try Repair.run(at: fixture.path, state: state)
    let note = try Notebook.open(at: fixture.path, state: state).note(id: "N").summary
    #expect(note.isTrashed)
    #expect(Timestamps.json(note.created) == "2020-02-02T02:02:02Z")
    let json = try fixture.write { db in
      try String.fetchOne(db, sql: "SELECT json FROM entry WHERE key = '.metadata' AND scope = 'N'")
    }
    #expect(json?.contains("\"unknown\":[1]") == true)
  }

  @Test func aDamagedFileGivesWayToTheWorkingCopy() throws {
    let device = try Device(notes: ["# First\n"])
    let notebook = try device.open()
    let id = try notebook.notes.all()[0].id
    _ = try notebook.save(text: "# First\n\nSaved.\n", note: id)
    try notebook.publish()
    let whole = try Data(contentsOf: URL(filePath: device.path))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: device.path))
    _ = try notebook.save(text: "# First\n\nSaved again.\n", note: id)
    #expect(throws: NotebookError.self) { try notebook.close() }

    let found = try Checkup.run(at: device.path, state: device.state)
    #expect(found.findings.map(\.kind) == [.file, .unpublished])
    let repair = try Repair.run(at: device.path, state: device.state)
    #expect(repair.checkup.findings == [])
    #expect(try device.published()[id] == ["# First\n\nSaved again.\n"])
    let aside = try #require(repair.setAside)
    #expect(try Data(contentsOf: URL(filePath: aside)).count == whole.count / 2)
    #expect(try device.files.count == 2)
  }

  /// For each damaged page of the working copy, a repair brings back all saves, published or not; and
  /// saving goes on.
  @Test(arguments: ["author", "tombstone", "entry", "header", "whole"])
  func aDamagedWorkingCopyIsMadeAnew(_ part: String) throws {
    let device = try Device(notes: ["# First\n"])
    let id = try saveWithoutPublishing(on: device)
    let path = device.paths.state + "/notebook.sqlite"
    let good = try Data(contentsOf: URL(filePath: path))
    var pages = [1]
    if part != "header", part != "whole" {
      let queue = try DatabaseQueue(path: path)
      let sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
      pages = [try #require(try queue.read { try Int.fetchOne($0, sql: sql, arguments: [part]) })]
      try queue.close()
    }
    if part == "whole" { pages = Array(1...good.count / 4096) }
    var bad = good
    for page in pages {
      let bytes = Data(repeating: 0xA5, count: 4096)
      bad.replaceSubrange((page - 1) * 4096..<page * 4096, with: bytes)
    }
    try bad.write(to: URL(filePath: path))

    let found = try Checkup.run(at: device.path, state: device.state)
    #expect(found.findings.contains { $0.kind == .workingCopy && $0.isRepairable })
    let repair = try Repair.run(at: device.path, state: device.state)
    #expect(repair.checkup.findings == [])
    #expect(repair.damagedCopy?.hasPrefix(path + ".damaged-") == true)
    #expect(repair.backups.count == 1)
    #expect(try device.published()[id] == ["# First\n\nNot published.\n"])
    let again = try device.open()
    _ = try again.save(text: "# First\n\nAfterwards.\n", note: id)
    try again.close()
    #expect(try device.published()[id] == ["# First\n\nAfterwards.\n"])
  }

  private func saveWithoutPublishing(on device: Device) throws -> String {
    let notebook = try device.open()
    let id = try notebook.notes.all()[0].id
    _ = try notebook.save(text: "# First\n\nPublished.\n", note: id)
    try notebook.publish()
    _ = try notebook.save(text: "# First\n\nNot published.\n", note: id)
    return id
  }

  /// Of the five newest repairs, and of the last thirty days; what is not ours stays.
  @Test func backupsAreKeptForAWhile() throws {
    let (fixture, state) = try fixture()
    let day = 86_400.0
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    func repair(day number: Double) throws -> [String] {
      let last = try fixture.write { db in
        try db.execute(sql: "DELETE FROM applicationIdentifier")
        return db.changesCount
      }
      #expect(last == 1)
      let backups = try Repair.run(at: fixture.path, state: state, now: start + number * day)
        .backups
      #expect(!backups.isEmpty)
      let folder = URL(filePath: try #require(backups.first)).deletingLastPathComponent()
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        !$0.contains("working copy")
      }.map { String($0.prefix(8)) }.sorted()
    }
    for number in 0..<6 { #expect(try repair(day: Double(number)).count == number + 1) }
    #expect(try repair(day: 33) == ["20231116", "20231117", "20231118", "20231119", "20231217"])
    #expect(try repair(day: 34).count == 5)
  }

  @Test func aDamagedFileWithoutWorkingCopyStays() throws {
    let (fixture, state) = try fixture()
    let whole = try Data(contentsOf: URL(filePath: fixture.path))
    try whole.prefix(30_000).write(to: URL(filePath: fixture.path))
    let repair = try Repair.run(at: fixture.path, state: state)
    #expect(repair.checkup.findings.map(\.severity) == [.damage])
    #expect(repair.backups == [])
    #expect(try fixture.files == ["test.libnotes"])
  }

  /// The repair of a damaged file loses no note that could be read, and keeps the file as it was or a
  /// backup of it.
  @Test(arguments: 1...60)
  func repairingLosesNothing(_ seed: UInt64) throws {
    let fixture = try NotebookFixture.rich(notes: 8)
    let state = StateFolder(path: fixture.folder + "/state")
    var mutator = NotebookMutator(
      try Data(contentsOf: URL(filePath: fixture.path)), seed: seed)
    try mutator.write(to: fixture.path)
    for suffix in ["-journal", "-wal", "-shm"] { unlink(fixture.path + suffix) }
    let content = try Data(contentsOf: URL(filePath: fixture.path))
    let before = Self.texts(fixture.path, state)

    let repair = try? Repair.run(at: fixture.path, state: state)
    let after = Self.texts(fixture.path, state)
    for (note, text) in before ?? [:] { #expect(after?[note] == text, "seed \(seed)") }
    let now = try Data(contentsOf: URL(filePath: fixture.path))
    let backup = try repair?.backups.first.map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(now == content || backup == content, "seed \(seed)")
  }

  /// The notes that can be read, without differences of line ends; nil if the notebook cannot.
  private static func texts(_ path: String, _ state: StateFolder) -> [String: String]? {
    guard let notebook = try? Notebook.open(at: path, state: state),
      let notes = try? notebook.notes.all(includingTrash: true)
    else { return nil }
    return notes.reduce(into: [:]) { texts, note in
      texts[note.id] = (try? notebook.note(id: note.id))?.text.withLineFeedsOnly
    }
  }

  @Test(.enabled(if: LibrarySample.isThere, "\(LibrarySample.absence)"))
  func theSampleIsWhole() throws {
    let folder = try TemporaryFolder()
    let found = try Checkup.run(
      at: LibrarySample.path, state: StateFolder(path: folder.path("state")))
    #expect(found.findings.filter { $0.severity > .remark } == [])
    #expect(found.notes == 5)
  }
}
