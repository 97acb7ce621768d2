/// What a merge did, or would do.
public struct MergeReport: Sendable, Equatable {
  /// Keys of which the destination now has other versions.
  var changedKeys: Set<EntryKey> = []
  /// Those among them whose versions differ now and did not before. Whether a person has to choose
  /// is for those to say who know what the keys mean.
  var newConflicts: Set<EntryKey> = []

  /// Versions of authors that the destination had none of, under that key.
  public var versionsAdded = 0
  /// Versions that a newer one of their author replaced.
  public var versionsReplaced = 0
  /// Versions that were superseded in the source.
  public var versionsRemoved = 0
  /// Records of superseded versions that came from the source.
  public var tombstonesAdded = 0
  /// Records of superseded versions that a newer version made pointless.
  public var tombstonesRemoved = 0
  /// Authors of whom the destination knew nothing.
  public var authorsAdded = 0
  /// Rows of the source that cannot be read. They are not in the destination: keep the source.
  public var rowsSkipped = 0

  /// Whether versions went and none came: no number of an author may tell.
  var onlyRemoves: Bool { versionsRemoved > 0 && versionsAdded == 0 && versionsReplaced == 0 }
  /// Notes and special scopes in which something changed.
  public var changedScopes: Set<String> { Set(changedKeys.map(\.scope)) }
  /// Notes and special scopes with versions that differ now and did not before.
  public var newConflictScopes: Set<String> { Set(newConflicts.map(\.scope)) }
}
