import Foundation
import Notebook
import NotebookFile
import WebServer

/// The images of notes, by note ID and key. Their type is recognized by their bytes; SVG is
/// excluded, because it can run scripts.
enum Pictures {
  static func image(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let note = try visit.note(),
      let data = try visit.notebook.images.data(visit.value(1), of: note.id)
    else { return visit.missing }
    return answer(data, key: visit.value(1), visit)
  }

  static func cover(_ visit: Visit) throws(NotebookError) -> WebResponse {
    guard let note = try visit.note(), let cover = try visit.notebook.books.cover(of: note.id)
    else {
      return visit.missing
    }
    return answer(cover.data, key: nil, visit)
  }

  private static func answer(_ data: Data, key: String?, _ visit: Visit) -> WebResponse {
    guard let content = try? ImageContent(data) else { return visit.missing }
    let type: WebResponse.ContentType =
      switch content.kind {
      case .png: .png
      case .jpeg: .jpeg
      case .gif: .gif
      case .webp: .webp
      }
    // If the key is the digest of the image's bytes, the address always has this content.
    return WebResponse(
      contentType: type, body: Array(data), isImmutable: key != nil && key == content.key)
  }
}
