import Foundation
import LanguageServerProtocol
import Notebook

extension MarkupContent {
  /// The most bytes of a picture in a hover.
  private static let largestPicture = 5 << 20

  /// Puts a picture before the text, where the client shows pictures. Nothing changes if `data` is no
  /// image, or a very large one.
  mutating func show(_ data: Data, as caption: String, to client: ClientCapabilities) {
    guard kind == .markdown, client.pictures, data.count <= Self.largestPicture,
      let image = try? ImageContent(data), let file = ImageFiles.standard.file(of: image)
    else { return }
    value = "\u{21}[\(caption)](\(file.absoluteString)|height=200)\n\n" + value
  }
}
