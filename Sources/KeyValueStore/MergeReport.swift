package struct MergeReport: Sendable, Equatable {
  package var changedKeys: Set<EntryKey> = []
  /// Changed keys whose versions have different values now and did not before. Whether the user
  /// must choose depends on the meaning of the keys, which this module does not interpret.
  package var newConflicts: Set<EntryKey> = []

  /// The number of added versions whose authors had no version of the key in the destination.
  package var versionsAdded = 0
  /// The number of versions that a newer version by the same author replaced.
  package var versionsReplaced = 0
  /// The number of removed versions: superseded in the source, or salvaged and now pointless.
  package var versionsRemoved = 0
  package var tombstonesAdded = 0
  /// The number of tombstones that a newer version made obsolete.
  package var tombstonesRemoved = 0
  package var authorsAdded = 0
  /// The number of rows of the source that cannot be read. They were not copied, so keep the
  /// source.
  package var rowsSkipped = 0

  /// Tombstones of changed keys with several versions that a newer version by the superseded author
  /// makes obsolete. They are not stored, so only this report shows which version a write
  /// superseded.
  package var outlived: [Tombstone] = []

  /// The previous winners of changed keys among `StoredVersion.recordKeys`, up to about
  /// `StoredVersion.mostRecordBytes`.
  package private(set) var replaced: [StoredVersion] = []
  private var replacedBytes = 0
  /// The previous winners of changed keys of prompts, up to about `StoredVersion.mostRecordBytes`.
  package private(set) var replacedPrompts: [StoredVersion] = []
  private var replacedPromptBytes = 0

  /// Removed versions of texts, each with another version that has the same text and stays.
  package private(set) var rewritten: [RewrittenText] = []

  package init(
    changedKeys: Set<EntryKey> = [], newConflicts: Set<EntryKey> = [], versionsAdded: Int = 0,
    versionsReplaced: Int = 0, versionsRemoved: Int = 0, tombstonesAdded: Int = 0,
    tombstonesRemoved: Int = 0, authorsAdded: Int = 0, rowsSkipped: Int = 0
  ) {
    self.changedKeys = changedKeys
    self.newConflicts = newConflicts
    self.versionsAdded = versionsAdded
    self.versionsReplaced = versionsReplaced
    self.versionsRemoved = versionsRemoved
    self.tombstonesAdded = tombstonesAdded
    self.tombstonesRemoved = tombstonesRemoved
    self.authorsAdded = authorsAdded
    self.rowsSkipped = rowsSkipped
  }

  mutating func noteRewritten(_ texts: [RewrittenText]) { rewritten += texts }

  mutating func noteReplaced(_ version: StoredVersion) {
    if version.value.type != 0, replacedPromptBytes < StoredVersion.mostRecordBytes,
      version.key.isOfPrompts
    {
      replacedPrompts.append(version)
      replacedPromptBytes += version.value.size
    }
    guard StoredVersion.recordKeys.contains(version.key.key),
      replacedBytes < StoredVersion.mostRecordBytes
    else { return }
    replaced.append(version)
    replacedBytes += version.value.size
  }

  /// Whether the merge only removed versions. The authors' write numbers may not show this.
  package var onlyRemoves: Bool {
    versionsRemoved > 0 && versionsAdded == 0 && versionsReplaced == 0
  }
  package var changedScopes: Set<String> { Set(changedKeys.map(\.scope)) }
  package var newConflictScopes: Set<String> { Set(newConflicts.map(\.scope)) }
}
