/// The limits of an import. Anything beyond them is skipped.
package enum ImportLimits {
  /// Maximum size of an image, in bytes.
  package static let image = 32 << 20
  package static let versions = 200
  package static let imagesOfNote = 200
  package static let depth = 16
  package static let files = 1_000_000
}
