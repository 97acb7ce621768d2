/// MIME types of images by file extension, for imports and exports. Some of these types cannot be
/// shown (`ImageContent.Kind`).
package enum ImageType {
  /// Returns the MIME type for a file name; nil for any other extension.
  package static func mimeType(of name: String) -> String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending == "jpg" ? "image/jpeg" : endings.first { $0.value == ending }?.key
  }

  /// Returns the file extension for a MIME type, without a dot; nil for any other type.
  package static func ending(of mimeType: String) -> String? { endings[mimeType] }

  private static let endings = [
    "image/jpeg": "jpeg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
    "image/heic": "heic", "image/tiff": "tiff", "image/svg+xml": "svg", "image/bmp": "bmp",
    "image/avif": "avif",
  ]
}
