/// The most that an import takes in. More is skipped, and reported.
package enum ImportLimits {
  /// Bytes of an image.
  package static let image = 32 << 20
  /// Versions of one value: more than there are devices that could have written one.
  package static let versions = 200
  /// Images that one text refers to.
  package static let imagesOfNote = 200
  /// The greatest depth of folders that are read.
  package static let depth = 16
  /// Files in folders that are looked at.
  package static let files = 1_000_000
}
