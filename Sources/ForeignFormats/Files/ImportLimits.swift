/// The limits of an import. Anything beyond them is skipped and reported.
package enum ImportLimits {
  /// Maximum size of an image, in bytes.
  package static let image = 32 << 20
  /// Maximum number of versions of one value, more than there are devices.
  package static let versions = 200
  /// Maximum number of images in one text.
  package static let imagesOfNote = 200
  /// Maximum depth of folders.
  package static let depth = 16
  /// Maximum number of files in folders.
  package static let files = 1_000_000
}
