/// Types of images by the endings of files, for imports and exports. Notes may store types that cannot be shown here
/// (`ImageContent.Kind`).
package enum ImageType {
  /// The type of a file by its name; nil for those that are no images.
  package static func mimeType(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending == "jpg" ? "image/jpeg" : endings.first { $0.value == ending }?.key
  }

  /// The ending of files of a type, without a dot; nil if it is none of an image.
  package static func ending(of mimeType: String) -> String? { endings[mimeType] }

  private static let endings = [
    "image/jpeg": "jpeg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
    "image/heic": "heic", "image/tiff": "tiff", "image/svg+xml": "svg", "image/bmp": "bmp",
    "image/avif": "avif",
  ]
}
