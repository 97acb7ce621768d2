import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{uri, target}` -> `{file, mimeType, byteCount, width, height}`: writes an image stored with a
  /// note to a file in the user's cache.
  static let readImage = Feature("commonplace/readImage", queue: .lookup) { _ in
    (["experimental", "commonplace", "readImage"], true)
  } answer: { (context, params: ReadImageParams) throws(ResponseError) -> JSONValue in
    let (file, image) = try context.images.file(params.target, of: params.uri)
    return [
      "file": file.absoluteString.json, "mimeType": image.kind.mimeType.json,
      "byteCount": image.data.count.json, "width": image.pixelSize.width.json,
      "height": image.pixelSize.height.json,
    ]
  }
}

extension ImageRequests {
  /// Returns the file in the user's cache with the image `key` of a note, and writes it if needed.
  /// Throws if the content is not an image: the stored type may be wrong.
  func file(
    _ key: String, of uri: String
  ) throws(ResponseError) -> (file: URL, image: ImageContent) {
    let id = try context.note(named: uri)
    let data = try notebook.ask { (notebook) throws(NotebookError) in
      try notebook.images.data(key, of: id)
    }
    guard let data else { throw .requestFailed("This image is not stored with the note.") }
    let image: ImageContent
    do throws(ImageContent.Refusal) {
      image = try ImageContent(data)
    } catch {
      throw .requestFailed("Cannot show the image. \(error)")
    }
    guard let file = ImageFiles.standard.file(of: image) else {
      let folder = ImageFiles.standard.folder.path(percentEncoded: false)
      throw .requestFailed("Cannot show the image: cannot write to \(folder).")
    }
    return (file, image)
  }
}

private struct ReadImageParams: JSONDecodable {
  var uri: String
  var target: String

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    target = try json.decode("target")
  }
}
