import Base
import Foundation
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension HoverSource {
  /// The type and size of an image stored with the note, and the image. Image files are not read: a
  /// text may name any file.
  static let image = HoverSource(kinds: [.image]) { request, syntax in
    guard let key = syntax.child(.linkTarget)?.text,
      let id = request.document.note,
      let assets = try? request.context.notebook.ask({ (notebook) throws(NotebookError) in
        try notebook.images.assets(of: id)
      })
    else { return nil }
    var text = MarkupText()
    var picture: Data?
    if let asset = assets.first(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
      text.add(.plain(asset.facts))
      if request.context.profile.client.pictures {
        picture = try? request.context.notebook.opened?.images.data(key, of: id)
      }
    } else if key.hasPrefix("assets/") {
      text.add(.plain("This image is not stored with the note."))
    } else {
      return nil
    }
    return HoverText(range: syntax.range, text: text, picture: picture)
  }
}

extension MarkupContent {
  /// Inserts a picture before a Markdown text, if the client shows pictures. Does nothing if `data`
  /// is not an image, is larger than `ImageFiles.largestPicture`, or cannot be written to the
  /// cache.
  mutating func show(_ data: Data, as caption: String, to client: ClientCapabilities) {
    guard kind == .markdown, client.pictures,
      let file = ImageFiles.standard.file(ofPicture: data)
    else { return }
    value = "\u{21}[\(caption)](\(file.absoluteString)|height=200)\n\n" + value
  }
}

extension NoteAsset {
  var facts: String {
    let size = pixelSize.map { ", \($0.width) × \($0.height) pixels" } ?? ""
    return "\(mimeType)\(size), \(byteCount.asByteCount)"
  }
}

extension Int {
  /// The number of bytes as a text, in decimal units.
  fileprivate var asByteCount: String {
    switch self {
    case ..<1000: counted("byte")
    case ..<1_000_000: "\((self + 500) / 1000) kB"
    default: "\(self / 1_000_000).\(self % 1_000_000 / 100_000) MB"
    }
  }
}
