import Base
import Foundation
import JSON
import LanguageServerProtocol
import Notebook
import NotebookFile

extension Feature {
  /// `{uri, path, name?}` or `{uri, data, name?}` -> `{key, markdown, mimeType, byteCount, width,
  /// height, message}`: stores an image with a note; `markdown` shows it. The note's text is not
  /// changed.
  static let addImage = Feature("commonplace/addImage", queue: .notebook, writes: true) { _ in
    (["experimental", "commonplace", "addImage"], true)
  } answer: { (context, params: AddImageParams) throws(ResponseError) -> JSONValue in
    let id = try context.note(named: params.uri)
    let image = try params.source.image()
    let (asset, isThere) = try context.images.add(image, to: id)
    return [
      "key": asset.key.json, "markdown": asset.markdown(caption: params.name ?? "").json,
      "mimeType": asset.mimeType.json, "byteCount": asset.byteCount.json,
      "width": image.pixelSize.width.json, "height": image.pixelSize.height.json,
      "message": "\(isThere ? "The note has this image already" : "Added"): \(asset.facts)".json,
    ]
  }
}

extension ImageRequests {
  func add(
    _ image: ImageContent, to id: String
  ) throws(ResponseError) -> (asset: NoteAsset, isThere: Bool) {
    try notebook.change { (notebook) throws(NotebookError) in
      let isThere = try notebook.images.data(image.key, of: id) == image.data
      return (try notebook.images.add(image, to: id), isThere)
    }
  }
}

extension NoteAsset {
  /// Returns the Markdown of the image. Brackets, which would end the caption, are removed from it.
  func markdown(caption: String) -> String {
    let caption = String(
      caption.withoutControls.unicodeScalars.filter { $0 != "[" && $0 != "]" && !$0.turnsDirection }
    )
    return "\u{21}[\(caption.prefix(200))](\(key))"
  }
}

enum ImageSource: Sendable {
  case file(path: String)
  /// A file on this machine that a note's text names. Symbolic links are refused, and errors do not
  /// contain its name.
  case fileNamedInNote(path: String)
  case base64(String)

  /// Reads the image. Throws an error for the user if the file cannot be read or is not an image.
  func image() throws(ResponseError) -> ImageContent {
    let data: Data
    switch self {
    case .file(let path): data = try Self.read(path, named: path, followsLinks: true)
    case .fileNamedInNote(let path):
      data = try Self.read(path, named: "The image", followsLinks: false)
    case .base64(let text):
      guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw .invalidParams("data: expected base64")
      }
      data = bytes
    }
    do throws(ImageContent.Refusal) {
      return try ImageContent(data)
    } catch {
      throw .requestFailed("\(error)")
    }
  }

  private static func read(
    _ path: String, named name: String, followsLinks: Bool
  ) throws(ResponseError) -> Data {
    guard path.hasPrefix("/"), !path.contains("\0") else {
      throw .invalidParams("path: expected an absolute path or a file: URI")
    }
    do {
      return try SystemCall.read(
        path, most: ImageContent.mostBytes, followsLinks: followsLinks)
    } catch let error as SystemError where error.code == EFBIG {
      throw .requestFailed("\(ImageContent.Refusal.isTooLong)")
    } catch let error as SystemError where error.code == EINVAL {
      throw .requestFailed("\(name) is not a file.")
    } catch let error as SystemError where error.code == ELOOP && !followsLinks {
      throw .requestFailed("\(name) is a symbolic link: write the path of the image file itself.")
    } catch {
      let reason = (error as? SystemError)?.reason ?? "unexpected error"
      throw .requestFailed("\(name) cannot be read: \(reason).")
    }
  }
}

private struct AddImageParams: JSONDecodable {
  var uri: String
  var source: ImageSource
  var name: String?

  init(json: JSONValue) throws(JSONDecodingError) {
    uri = try json.decode("uri")
    name = try json.decodeIfPresent("name")
    if let path: String = try json.decodeIfPresent("path") {
      source = .file(path: path.hasPrefix("file:") ? DocumentURI(path).filePath ?? "" : path)
    } else {
      source = .base64(try json.decode("data"))
    }
  }
}
