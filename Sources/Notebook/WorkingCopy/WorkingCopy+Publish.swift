import Base
import Foundation
import GRDB
import KeyValueStore
package import NotebookFile

package enum Publishing: Equatable {
  case current
  case supersededByOtherNotebook(keptCopy: String?)
}

extension WorkingCopy {
  /// Brings the published file up to date, and merges what others wrote to it. On file systems that
  /// cannot exchange or link files (`putWithoutExchange`, `take`), a replacement at the last moment
  /// may go unnoticed.
  ///
  /// Throws the reason if that fails; then the published file is unchanged, or complete and newer.
  package func publish(holding lock: borrowing FileLock) throws -> Publishing {
    for _ in 0..<8 {
      let result = try incorporate(holding: lock)
      if case .supersededByOtherNotebook(let kept) = result {
        return .supersededByOtherNotebook(keptCopy: kept)
      }
      guard try isPending() else {
        try putConflictCopiesAway(holding: lock)
        return .current
      }
      if result == .missing, let absence = try absence() { throw absence }
      let incorporated = result == .missing ? nil : try history.published()?.identity
      try refuseJournals()
      try FileRights.check(paths.target, path: paths.path)
      let names = try SystemCall.status(paths.target)?.st_nlink ?? 1
      let outgoing = try makeOutgoingFile(holding: lock)
      guard try !isOlderThanPublished(outgoing) else {
        discard(outgoing.path)
        try history.setPublished(nil)
        notice(.copyWasOlder(path: paths.path))
        continue
      }
      if try put(outgoing, replacing: incorporated, holding: lock) {
        rest(after: outgoing)
        if names > 1 { notice(.linksBroken(path: paths.path, others: Int(clamping: names) - 1)) }
        try SystemCall.synchronizeFolder(paths.folder)
        try putConflictCopiesAway(holding: lock)
        return .current
      }
    }
    throw NotebookError.locked(path: paths.path)
  }

  /// Maximum average number of bytes that publishing writes per second, unless the delay reaches
  /// `longestRest`. With saves each minute, a notebook of 500 MB is published about six times an
  /// hour.
  private static let bytesASecond: Int64 = 750_000

  /// Maximum delay of the next publication, in seconds.
  private static let longestRest: Int64 = 620

  /// Size in bytes from which publishing is delayed.
  static let big: Int64 = 8 << 20

  private func rest(after outgoing: OutgoingFile) {
    let written = outgoing.isClone ? 0 : outgoing.identity.size
    let rest = Duration.seconds(1) * min(written / Self.bytesASecond, Self.longestRest)
    restsUntil.withLock { $0 = written < Self.big ? nil : .now + rest }
  }

  /// Whether the published file has writes that `outgoing` lacks, because the working copy's
  /// write-ahead log was cut: SQLite then silently returns to an earlier state. False if the file
  /// cannot be opened.
  private func isOlderThanPublished(_ outgoing: OutgoingFile) throws -> Bool {
    guard let file = try? GuardedFile.open(paths.target) else { return false }
    defer { try? file.queue.close() }
    let published = try file.read(VersionVector.authors)
    return (published ?? [:]).contains { author, usn in usn > outgoing.authors[author] ?? 0 }
  }

  /// Writes a copy of the notebook next to the published file, named like a sync program's conflict
  /// copy.
  func publishBeside(holding lock: borrowing FileLock) throws -> (
    path: String, writeCount: WriteCount
  ) {
    let outgoing = try makeOutgoingFile(replacing: false, holding: lock)
    defer { discard(outgoing.path) }
    let day = Timestamps.row(Date()).prefix(10)
    for number in 1...1000 {
      let count = number == 1 ? "" : " \(number)"
      let path = paths.sibling(
        FileName.fitting(
          "", paths.stem, " (commonplace's conflicted copy \(day)\(count)).libnotes"))
      guard try take(path, for: outgoing) else { continue }
      try SystemCall.synchronizeFolder(paths.folder)
      return (path, outgoing.writeCount)
    }
    throw SystemError(code: EEXIST)
  }

  /// Throws if the file has a journal or log with content: the next program to open the new file
  /// would apply it, and undo or overwrite our writes.
  private func refuseJournals() throws {
    for (suffix, error) in [
      ("-wal", NotebookError.walMode(path: paths.path)),
      ("-journal", NotebookError.interruptedWrite(path: paths.path)),
    ] {
      if let status = try SystemCall.status(paths.target + suffix), status.st_size > 0 {
        throw error
      }
    }
  }

  /// Publishes `outgoing`, replacing the file that was incorporated. Returns false if another file
  /// was there instead; then the caller incorporates and publishes again.
  func put(
    _ outgoing: OutgoingFile, replacing incorporated: FileIdentity?,
    holding lock: borrowing FileLock
  ) throws -> Bool {
    guard FileIdentity(path: paths.target) == incorporated else {
      discard(outgoing.path)
      return false
    }
    guard incorporated == nil else {
      return try exchange(outgoing, replacing: incorporated, holding: lock)
    }
    defer { discard(outgoing.path) }
    guard try take(paths.target, for: outgoing) else { return false }
    try notePublished(outgoing)
    return true
  }

  /// Exchanges `outgoing` with the published file. Returns false if another file than
  /// `incorporated` was there; then the caller incorporates and publishes again.
  func exchange(
    _ outgoing: OutgoingFile, replacing incorporated: FileIdentity?,
    holding lock: borrowing FileLock
  ) throws -> Bool {
    do {
      guard try SystemCall.exchange(outgoing.path, paths.target) else {
        return try putWithoutExchange(outgoing, replacing: incorporated)
      }
    } catch {
      // If a failed call did exchange the files, the hidden file is not ours.
      if FileIdentity(path: outgoing.path) == outgoing.identity { discard(outgoing.path) }
      throw error
    }
    // From here on the hidden file is not ours: it is the one that was published.
    try notePublished(outgoing)
    let isKnown = FileIdentity(path: outgoing.path) == incorporated
    if isKnown {
      discard(outgoing.path)
    } else {
      try incorporateSwappedOut(outgoing, holding: lock)
    }
    return isKnown
  }

  /// Merges a file that another program put there at the last moment. If that fails, exchanges the
  /// files back.
  private func incorporateSwappedOut(
    _ outgoing: OutgoingFile, holding lock: borrowing FileLock
  ) throws {
    var problem: (any Error)?
    do {
      if try incorporateLeftover(outgoing.path) { return }
    } catch {
      problem = error
    }
    try history.setPublished(nil)
    _ = try SystemCall.exchange(outgoing.path, paths.target)
    if FileIdentity(path: outgoing.path) == outgoing.identity {
      discard(outgoing.path)
    } else {
      // Our file was replaced, too: the latest file stays, and the next call handles the file that
      // came out first.
      _ = try SystemCall.exchange(outgoing.path, paths.target)
    }
    if let problem { throw problem }
  }

  /// Publishes on file systems that cannot exchange files (network drives, FAT): gives the old file
  /// a second name, if it can have one, and renames `outgoing` over it. A replacement between the
  /// two steps goes unnoticed.
  func putWithoutExchange(
    _ outgoing: OutgoingFile, replacing incorporated: FileIdentity?
  ) throws -> Bool {
    let aside = hiddenPath()
    var hasAside = true
    do {
      try SystemCall.link(paths.target, aside)
    } catch let error as SystemError where error.isAboutLinks {
      hasAside = false
    }
    defer { if hasAside { discard(aside) } }
    guard FileIdentity(path: hasAside ? aside : paths.target) == incorporated else {
      discard(outgoing.path)
      return false
    }
    try SystemCall.rename(outgoing.path, to: paths.target)
    try notePublished(outgoing)
    try settle(outgoing.path)
    return true
  }

  private func notePublished(_ outgoing: OutgoingFile) throws {
    try history.setPublished(outgoing.state)
    try history.removeUnpublished(outgoing.authors)
  }

  /// Returns false if another file has the name `path`.
  private func take(_ path: String, for outgoing: OutgoingFile) throws -> Bool {
    do {
      try SystemCall.link(outgoing.path, path)
      return true
    } catch let error as SystemError where error.code == EEXIST {
      return false
    } catch let error as SystemError where error.isAboutLinks {
      guard try SystemCall.status(path) == nil else { return false }
      try SystemCall.rename(outgoing.path, to: path)
      return true
    }
  }
}

extension SystemError {
  /// Whether the error means that the file cannot get another hard link.
  fileprivate var isAboutLinks: Bool {
    [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code)
  }
}
