import Base
import Foundation
import GRDB
import Notebook
package import NotebookFile

extension Checkup {
  /// Checks the notebook at `path` without changing anything: the published file, and the working
  /// copy if there is one.
  ///
  /// The content is checked in a private copy, because comparing the full-text index counts as
  /// writing. The copy is in memory, or in an unnamed file if it is big. Throws `missing`,
  /// `notAFile` or `unreadable` if there is nothing to check. Cost: linear in the notebook, with a
  /// parse of each text that may show images.
  package static func run(
    at path: String, state: StateFolder = .user
  ) throws(NotebookError) -> Checkup {
    let path = absolutePath(path)
    let paths = NotebookPaths(path: path, state: state)
    var checkup = Checkup()
    let hasCopy = WorkingCopy.latest(paths) > 0
    do {
      let file = try GuardedFile.open(path)
      defer { try? file.queue.close() }
      if file.isNewer { checkup.add(newer: path) }
      checkup.look(at: path) { db in try file.read { source in try source.backup(to: db) } }
    } catch NotebookError.missing where hasCopy {
      checkup.add(
        .file, .warning, path, "the file is missing",
        "put the file or a backup of it back: the next command adds the newer changes")
    } catch NotebookError.missing(let path) {
      throw .missing(path: path)
    } catch {
      let error = NotebookError(opening: path, error)
      switch error {
      // Nothing is known about a file that cannot be read.
      case .notAFile where !hasCopy, .unreadable where !hasCopy: throw error
      default: checkup.add(unusable: error, path, hasCopy: hasCopy)
      }
    }
    checkup.lookAtJournal(of: paths)
    let isHistoryWhole = checkup.lookAtHistory(of: paths)
    checkup.lookAtWorkingCopy(paths, isHistoryWhole: isHistoryWhole)
    checkup.checkFolder(paths)
    checkup.findings = Severity.allCases.reversed().flatMap { severity in
      checkup.findings.filter { $0.severity == severity }
    }
    return checkup
  }

  private typealias Severity = Finding.Severity

  /// Checks the content that `copy` writes to an empty database. Findings known from another file
  /// are dropped.
  private mutating func look(at path: String, _ copy: (Database) throws -> Void) {
    do {
      let database = try PrivateCopy.make(copy)
      defer { try? database.close() }
      var check = ContentCheck(path: path)
      database.writeWithoutTransaction { db in check.run(db) }
      notes = max(notes, check.notes)
      for finding in check.findings {
        let isKnown = findings.contains { known in
          known.kind == finding.kind && known.note == finding.note
            && known.problem == finding.problem
        }
        if !isKnown { findings.append(finding) }
      }
    } catch {
      let error = NotebookError(reading: path, error)
      add(.pages, .damage, path, Self.phrase(error.message), Self.phrase(error.advice))
    }
  }

  private mutating func lookAtWorkingCopy(_ paths: NotebookPaths, isHistoryWhole: Bool) {
    do {
      guard let copy = try WorkingCopy.current(paths) else { return }
      defer { copy.close() }
      let reader = try copy.reader()
      defer { try? reader.close() }
      look(at: copy.path) { db in try reader.read { source in try source.backup(to: db) } }
      lookForDamage(of: copy)
      if isHistoryWhole { lookForEarlierFile(copy) }
      // `isPending` would move a damaged history away.
      if try isHistoryWhole && copy.isPending() {
        add(
          .unpublished, .remark, copy.path, "some saves are not in the file yet",
          "the next save writes them to the file; nothing is lost")
      }
    } catch {
      let isDamaged = Self.isDamage(error)
      if !isDamaged, let obstacle = StateObstacle(paths, after: error) {
        add(
          .workingCopy, .warning, paths.state, Self.phrase(obstacle.message),
          Self.phrase(obstacle.advice))
        return
      }
      let isRefused = !isDamaged && Self.isRefusal(error)
      let error = NotebookError(saving: paths.path, error)
      add(
        .workingCopy, isRefused ? .warning : .damage, paths.state,
        "the working copy cannot be used (\(Self.phrase(error.message)))",
        isRefused
          ? "check the free space and your limits (“ulimit -a”), then run the check again"
          : isDamaged
            ? Self.salvageAdvice
            : "move this folder away and keep it: unpublished changes are only in it",
        isRepairable: isDamaged)
    }
  }

  /// Checks whether the file was replaced by an older one, such as a backup.
  private mutating func lookForEarlierFile(_ copy: WorkingCopy) {
    guard let file = try? GuardedFile.open(copy.paths.target) else { return }
    defer { try? file.queue.close() }
    guard (try? file.read(copy.isEarlier)) == true else { return }
    let path = copy.paths.path
    add(
      .olderFile, .warning, path, "it is older than the file that this machine published",
      "the next command writes the newer changes again, keeps the older file, and shows how to go "
        + "back to it")
  }

  /// Replaces findings about the content of the working copy by one damage, which a repair from the
  /// file can fix. Without such findings, compares the values of an intact file with those of the
  /// copy.
  private mutating func lookForDamage(of copy: WorkingCopy) {
    let faults: Set = [Finding.Kind.pages, .searchIndex, .authorMissing, .newerVersion]
    let isFileWhole = !findings.contains {
      $0.kind == .file || $0.path == copy.paths.path && faults.contains($0.kind)
    }
    func isDamage(_ finding: Finding) -> Bool {
      guard finding.path == copy.path else { return false }
      return switch finding.kind {
      case .pages: isFileWhole || !finding.isRepairable
      case .searchIndex, .authorMissing: isFileWhole
      default: false
      }
    }
    let damages = findings.filter(isDamage)
    findings.removeAll(where: isDamage)
    if let damage = damages.first {
      add(
        .workingCopy, .damage, copy.path, damage.problem, Self.salvageAdvice, isRepairable: true)
    } else if isFileWhole, let count = try? copy.differences(), count > 0 {
      add(
        .workingCopy, .damage, copy.path,
        "the working copy and the file disagree on \(count.counted("value"))",
        "one of the two is damaged: “commonplace check --repair” keeps both versions of each "
          + "value, and shows the version from the file",
        isRepairable: true)
    }
  }

  private static let salvageAdvice =
    "“commonplace check --repair” creates a new working copy from the file and the readable "
    + "parts, and keeps the damaged one"

  /// Whether the system refused space or another resource, which is not damage.
  private static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case let error as SystemError:
      [EFBIG, EMFILE, ENFILE, ENOSPC, EDQUOT, ENOMEM].contains(error.code)
    case let error as DatabaseError:
      [.SQLITE_IOERR, .SQLITE_FULL, .SQLITE_NOMEM].contains(error.resultCode)
    default: false
    }
  }

  private static func isDamage(_ error: any Error) -> Bool {
    switch error {
    case NotebookError.damaged, NotebookError.unsafeSchema, NotebookError.olderIndex,
      NotebookError.notANotebook:
      true
    default: WorkingCopy.isDamage(error)
    }
  }

  private mutating func add(unusable error: NotebookError, _ path: String, hasCopy: Bool) {
    var severity = Severity.damage
    if case .notHereYet = error { severity = .warning }
    if case .locked = error { severity = .warning }
    let isDamaged =
      switch error {
      case .damaged, .notSQLite, .notHereYet: hasCopy
      default: false
      }
    add(
      .file, severity, path, Self.phrase(error.message),
      isDamaged && severity == .damage
        ? "“commonplace check --repair” moves it away and publishes the working copy"
        : Self.phrase(error.advice),
      isRepairable: isDamaged && severity == .damage)
  }

  private mutating func add(newer path: String) {
    add(
      .newerVersion, .warning, path,
      "a newer version of this program or of the app wrote it, so it is read-only",
      "update this program")
  }

  /// Returns a sentence as part of a line: without its initial capital and its period.
  static func phrase(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  mutating func add(
    _ kind: Finding.Kind, _ severity: Finding.Severity, _ path: String, _ problem: String,
    _ advice: String, isRepairable: Bool = false
  ) {
    findings.append(
      Finding(
        kind: kind, severity: severity, path: path, problem: problem, advice: advice,
        isRepairable: isRepairable))
  }
}

extension WorkingCopy {
  /// Returns the number of keys for which this copy and the published file have different values
  /// for the same version.
  func differences() throws -> Int {
    let file = try GuardedFile.open(paths.target)
    defer { try? file.queue.close() }
    let reader = try reader()
    defer { try? reader.close() }
    let budget = UInt32(clamping: 10_000 + file.identity.size >> 12)
    return try file.read(milliseconds: budget) { published in
      try reader.read { copy in try DifferingVersions.keys(published, copy).count }
    }
  }
}
