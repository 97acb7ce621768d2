import Foundation
import GRDB
import NotebookFile

/// The effect of a merge on one key: computed from the versions of both sides, then reported and
/// applied.
struct KeyMerge {
  private let key: EntryKey
  private let ours: [StoredVersion]
  private let theirs: [StoredVersion]
  /// Versions in `theirs` that the destination has not seen, but that a tombstone supersedes.
  private let dead: [StoredVersion]
  /// The tombstones of the key: those that arrive, and those in the destination.
  private let buried: [Tombstone]
  private(set) var added: [StoredVersion] = []
  private var removed: [StoredVersion] = []
  private var tombstones: [Tombstone] = []
  /// Row numbers of stored tombstones that a newer version by the superseded author makes obsolete.
  private var outlived: [Int64] = []
  /// The number of unseen versions whose time or value cannot be read.
  private var skipped = 0

  /// Reads the versions of both sides and computes the effect. `isNew` means that the destination
  /// has no rows in the scope. Throws `tooManyVersions`.
  init(
    _ key: EntryKey, of changes: UnseenChanges, from source: Database, into destination: Database,
    isNew: Bool, known: KnownTombstones
  ) throws {
    self.key = key
    try VersionLimits.check(source, scope: key.scope, key: key.key)
    if !isNew { try VersionLimits.check(destination, scope: key.scope, key: key.key) }
    ours = isNew ? [] : try StoredVersion.fetch(destination, key)
    let theirs = try StoredVersion.fetch(source, key)
    self.theirs = theirs
    let unseen = theirs.filter(changes.isUnseen)
    let arriving = changes.tombstones[key] ?? []
    let buried = arriving + known[key].map(\.tombstone)
    self.buried = buried
    skipped = unseen.count { !$0.isReadable }
    dead = unseen.filter { version in
      version.isReadable && buried.contains { $0.covers(version) }
    }
    added = unseen.filter { version in
      version.isReadable && !buried.contains { $0.covers(version) }
        && !ours.contains { $0.author == version.author && $0.usn >= version.usn }
    }
    outlived = known[key].filter { isOutlived($0.tombstone) }.map(\.rowID)

    guard theirs.allSatisfy(\.isReadable) else { return }
    let removed = ours.filter { version in
      guard version.isWellFormed, !added.contains(where: { $0.author == version.author }) else {
        return false
      }
      let wasSuperseded =
        !theirs.isEmpty && changes.vector[version.author] >= version.usn
        && !theirs.contains { $0.author == version.author }
      return wasSuperseded || arriving.contains { $0.covers(version) }
    }
    guard removed.count < ours.count || !added.isEmpty || ours.isEmpty else { return }
    self.removed = removed
    dropPointless()
    let stored = Set(known[key].map(\.tombstone))
    tombstones = arriving.filter { !isOutlived($0) && !stored.contains($0) }
  }

  private mutating func dropPointless() {
    let versions = remaining
    let pointless = versions.filter { version in
      versions.contains { version.isPointless(beside: $0) }
    }
    guard !pointless.isEmpty else { return }
    added.removeAll { version in pointless.contains { $0.author == version.author } }
    removed += ours.filter { version in
      pointless.contains { $0.author == version.author && $0.usn == version.usn }
    }
  }

  private var remaining: [StoredVersion] {
    ours.filter { version in
      !removed.contains { $0.rowID == version.rowID }
        && !added.contains { $0.author == version.author }
    } + added
  }

  /// Returns the texts of a note that the merge removes, or does not add because a tombstone
  /// supersedes them.
  func supersededTexts(at time: Date) -> [SupersededText] {
    guard key.key == ".noteText" else { return [] }
    return SupersededText.leaving(ours + dead, remaining: remaining.map(\.value)).map { version in
      let newer = added.first { $0.author == version.author } ?? theirs.first
      let by = buried.first { $0.covers(version) }?.deletingAuthor ?? newer?.author
      return SupersededText(version: version, by: by, time: time)
    }
  }

  private func isOutlived(_ tombstone: Tombstone) -> Bool {
    (ours + added).contains { $0.author == tombstone.author && $0.usn > tombstone.usn }
  }

  /// Applies everything except storing `added`, which can be batched with other keys.
  func makeRoom(in destination: Database) throws {
    for version in removed { try version.delete(from: destination) }
    for tombstone in tombstones { try tombstone.store(in: destination) }
    guard !outlived.isEmpty else { return }
    let remove = try destination.cachedStatement(sql: "DELETE FROM tombstone WHERE rowid = ?")
    for rowID in outlived { try remove.execute(arguments: [rowID]) }
  }

  func add(to report: inout MergeReport) {
    let replaced = added.count { version in ours.contains { $0.author == version.author } }
    report.versionsAdded += added.count - replaced
    report.versionsReplaced += replaced
    report.versionsRemoved += removed.count
    report.tombstonesAdded += tombstones.count
    report.tombstonesRemoved += outlived.count
    report.rowsSkipped += skipped
    guard !added.isEmpty || !removed.isEmpty else { return }
    report.changedKeys.insert(key)
    if remaining.count > 1 { report.outlived += buried.filter(isOutlived) }
    if let former = ours.first { report.noteReplaced(former) }
    if key.key == ".noteText", !ours.isEmpty {
      let remaining = remaining
      let gone = ours.filter { version in !remaining.contains { $0.name == version.name } }
      report.noteRewritten(RewrittenText.among(gone, remaining: remaining))
    }
    if Self.differ(remaining), !Self.differ(ours) { report.newConflicts.insert(key) }
  }

  private static func differ(_ versions: [StoredVersion]) -> Bool {
    guard let first = versions.first else { return false }
    return versions.dropFirst().contains { !$0.value.means(first.value) }
  }
}
