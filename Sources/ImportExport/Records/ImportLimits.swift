/// The most that an import takes in. More is skipped, and reported.
enum ImportLimits {
  /// Bytes of an image.
  static let image = 32 << 20
  /// Versions of one value: more than there are devices that could have written one.
  static let versions = 200
  /// Images that one text refers to.
  static let imagesOfNote = 200
  /// The greatest depth of folders that are read.
  static let depth = 16
  /// Files in folders that are looked at.
  static let files = 1_000_000
}
