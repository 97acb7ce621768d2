import Foundation
import JSON
import LanguageServerProtocol
import MiniMarkdown
import Notebook
import NotebookFile
import PackratParsing

extension CodeActionSource {
  /// For an image that names a file: stores the file with the note, and replaces the name by the
  /// image's key. A file is only read once the user chooses the action: a text may name any file,
  /// and clients request actions at each cursor position.
  static let addImageFile = CodeActionSource(kinds: [.quickFix]) { request in
    guard request.document.note != nil, request.context.canWriteBoth else { return [] }
    return request.diagnostics.filter { $0.rule == .imageNotInNote }.compactMap { diagnostic in
      guard let image = request.snapshot.namedImage(at: diagnostic.range),
        request.context.images.canLocate(image.name, in: request.document)
      else { return nil }
      let part = DocumentPart(
        uri: request.document.uri, version: request.document.version,
        range: request.snapshot.lspRange(of: diagnostic.range, in: request.context.profile.encoding)
      )
      return CodeAction(
        Command(title: title, command: command, arguments: [part.json]), kind: .quickFix,
        diagnostics: [request.asTheClientKnows(diagnostic)])
    }
  }
}

extension ServerCommand {
  /// `[{uri, version, range}]` -> `{key}`: stores the file that an image names with the note, and
  /// asks the client to replace the name with the image's key. `range` is the range of the
  /// diagnostic.
  static let addImageFile = ServerCommand(command) {
    (context, arguments) throws(ResponseError) in
    try context.images.addFile((arguments.first ?? .null).params())
  }
}

private let command = "commonplace.addImageFile"
private let title = "Add the image file to the note"

extension NamedImage {
  fileprivate var readings: [String] {
    let decoded = isAddress ? name.removingPercentEncoding ?? name : name
    return decoded == name ? [name] : [name, decoded]
  }
}

extension ImageRequests {
  fileprivate func addFile(_ part: DocumentPart) throws(ResponseError) -> JSONValue {
    let document = try context.document(
      of: part,
      orElse: "The image was not added: the document has changed or was closed. Try again.")
    let range = document.snapshot.utf8Range(of: part.range, in: profile.encoding)
    let id = try context.note(named: part.uri)
    guard let image = document.snapshot.namedImage(at: range) else {
      throw .invalidParams("range: expected an image with a file name")
    }
    let paths = image.readings.compactMap { path(of: $0, in: document) }
    let known = paths.first { FileManager.default.fileExists(atPath: $0) }
    guard let path = known ?? paths.first else {
      throw .requestFailed(
        "A folder in the image's path is a symbolic link: write the full path of the image.")
    }
    let content = try ImageSource.fileNamedInNote(path: path).image()
    let (asset, _) = try add(content, to: id)
    client.applyEdit(
      context.edit(document, [image.edit(to: asset.key)]), label: title,
      otherwise: "The image is stored with the note, but the text was not changed.")
    return ["key": asset.key.json]
  }

  fileprivate func canLocate(_ name: String, in document: OpenDocument) -> Bool {
    document.name.filePath != nil || wholePath(name) != nil
  }

  /// Returns the absolute path that `name` contains, or the path relative to the file of
  /// `document`. Returns nil if the document is not a file in an existing folder, or a folder in
  /// the relative path is a symbolic link. Also returns nil if `name` has a zero byte.
  private func path(of name: String, in document: OpenDocument) -> String? {
    if let path = wholePath(name) { return path }
    guard !name.contains("\0"), let file = document.name.filePath,
      let folder = realPath(URL(filePath: file).deletingLastPathComponent().path)
    else { return nil }
    let path = absolutePath(name, in: folder)
    let parent = URL(filePath: path).deletingLastPathComponent().path
    if let real = realPath(parent), real != parent { return nil }
    return path
  }

  /// Returns the absolute path in `name`: `/…`, `~/…` if `HOME` is set, or `file:…`; nil for other
  /// names.
  private func wholePath(_ name: String) -> String? {
    if name.contains("\0") { return nil }
    if name.hasPrefix("/") { return name }
    if name.lowercased().hasPrefix("file:") { return DocumentURI(name).filePath }
    guard name.hasPrefix("~/"), let home = notebook.defaults.environment["HOME"], !home.isEmpty
    else { return nil }
    return home + name.dropFirst()
  }
}
