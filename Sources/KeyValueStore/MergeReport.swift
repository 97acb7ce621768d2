/// The effect of a merge, or its preview.
package struct MergeReport: Sendable, Equatable {
  /// Keys of which the destination now has other versions.
  package var changedKeys: Set<EntryKey> = []
  /// Those among them whose versions differ now and did not before. Whether the user has to choose
  /// depends on the meaning of the keys, which is unknown here.
  package var newConflicts: Set<EntryKey> = []

  /// Versions of authors that the destination had none of, under that key.
  package var versionsAdded = 0
  /// Versions that a newer one of their author replaced.
  package var versionsReplaced = 0
  /// Versions that were superseded in the source.
  package var versionsRemoved = 0
  /// Records of superseded versions that came from the source.
  package var tombstonesAdded = 0
  /// Records of superseded versions that a newer version made pointless.
  package var tombstonesRemoved = 0
  /// Authors of whom the destination knew nothing.
  package var authorsAdded = 0
  /// Rows of the source that cannot be read. They are not in the destination: keep the source.
  package var rowsSkipped = 0

  /// Of the changed keys with several versions the tombstones of versions that a newer one of their author
  /// replaced: they are stored no more, and only now say what the superseding version came from.
  package var outlived: [Tombstone] = []

  /// Of the changed keys under `StoredVersion.recordKeys` the versions that counted before.
  package private(set) var replaced: [StoredVersion] = []
  private var replacedBytes = 0
  /// The same of the keys of prompts.
  package private(set) var replacedPrompts: [StoredVersion] = []
  private var replacedPromptBytes = 0

  /// The texts of which another version stays.
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

  /// Whether versions went and none came: an author's numbers may not show it.
  package var onlyRemoves: Bool {
    versionsRemoved > 0 && versionsAdded == 0 && versionsReplaced == 0
  }
  /// Notes and special scopes in which something changed.
  package var changedScopes: Set<String> { Set(changedKeys.map(\.scope)) }
  /// Notes and special scopes with versions that differ now and did not before.
  package var newConflictScopes: Set<String> { Set(newConflicts.map(\.scope)) }
}
