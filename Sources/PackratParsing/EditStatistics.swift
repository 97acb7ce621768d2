/// The counted cost of an edit: equal on every run and every machine.
public struct EditStatistics: Sendable, Equatable {
  /// UTF-8 bytes from the first to the last that the parser examined; counted again for records
  /// that it parsed again, with more text after them.
  public var examinedBytes = 0
  /// UTF-8 bytes of the blocks that were replaced, as they were before the edit.
  public var damagedBytes = 0
  /// UTF-8 bytes of the blocks that took their place.
  public var parsedBytes = 0
  /// Bytes of text, nodes and tree that were copied to make the new version.
  public var copiedBytes = 0

  /// Nothing yet.
  public init() {}
}
