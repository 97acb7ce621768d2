import Base
import Books
import Foundation
import JSON
import LanguageServerProtocol
import NotebookFile
import Notebook
import PackratParsing

extension RequestContext {
  /// The book of a note, on its first line and anywhere in its record: its facts, and its cover where the
  /// client shows pictures.
  func bookHover(in document: OpenDocument, at offset: Int) -> Hover? {
    let line = document.snapshot.line(at: offset)
    let isRecord = document.name.record != nil
    guard isRecord || line == 0, let id = document.name.record?.id ?? document.note,
      let found = try? notebook.ask({ (notebook) throws(NotebookError) in
        (try notebook.recordState(of: id), try notebook.cover(of: id))
      }), found.0.isBook
    else { return nil }
    let (record, cover) = (found.0.record, found.1)
    var text = MarkupText()
    text.add(.strong(record.title), .plain(record.credits))
    if !record.state.isEmpty { text.add(.plain(record.state)) }
    if let cover { text.add(.plain("The cover: \(cover.facts)")) }
    var content = text.content(for: session.client.textDocument.hoverContentFormat)
    if content.kind == .markdown, session.client.pictures, let cover,
      let file = CoverFiles.standard.file(of: cover)
    {
      content.value = "\u{21}[cover](\(file.absoluteString)|height=200)\n\n" + content.value
    }
    return Hover(
      contents: content,
      range: document.snapshot.lspRange(
        of: document.snapshot.lineRange(line), in: session.encoding))
  }
}

extension BookRecord {
  /// Authors and year.
  fileprivate var credits: String {
    let names = authors.filter { !$0.isEmpty }.joined(separator: ", ")
    let year = (originalYearPublished ?? yearPublished).map { " (\($0))" } ?? ""
    return (names.isEmpty ? "" : ", \(names)") + year
  }

  /// Where the book stands, since when, and its stars.
  fileprivate var state: String {
    let date: PartialDate? =
      switch shelf {
      case .reading: readings.first(where: \.isOpen)?.start
      case .read: readings.last?.finish
      case .stopped: stopped.last?.stop
      case .want: nil
      }
    let known = date?.year == nil ? nil : date?.description
    return [shelf.heading, known, page.map { "page \($0)" }, Stars.text(stars)]
      .compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", ")
  }
}

extension NoteCover {
  /// Its type and length.
  fileprivate var facts: String {
    "\(mimeType.withoutControls.prefix(40)), \((data.count + 500) / 1000) kB"
  }
}

/// Covers as files, for clients that show the pictures of a hover from files.
struct CoverFiles: Sendable {
  let folder: URL
  /// The most bytes of a picture that is shown.
  static let mostBytes = 5 << 20
  /// The most files that stay.
  static let most = 100

  /// In the user's folder of caches.
  static let standard = CoverFiles(
    folder: {
      let environment = ProcessInfo.processInfo.environment
      let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return URL(filePath: cache ?? (environment["HOME"] ?? "/tmp") + "/.cache")
        .appending(path: "commonplace/covers", directoryHint: .isDirectory)
    }())

  /// The file of a cover; nil if it is no picture that is shown, or cannot be written.
  func file(of cover: NoteCover) -> URL? {
    let types = [
      "image/jpeg": "jpeg", "image/png": "png", "image/gif": "gif", "image/webp": "webp",
    ]
    guard let type = types[cover.mimeType], (1...Self.mostBytes).contains(cover.data.count) else {
      return nil
    }
    let name = SHA1.digest(Array(cover.data)).hexadecimal
    let file = folder.appending(path: "\(name).\(type)", directoryHint: .notDirectory)
    let manager = FileManager.default
    if manager.fileExists(atPath: file.path(percentEncoded: false)) { return file }
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      removeOldest()
      try cover.data.write(to: file, options: .atomic)
      return file
    } catch {
      return nil
    }
  }

  /// Makes room for one more.
  private func removeOldest() {
    let key = URLResourceKey.contentModificationDateKey
    let files =
      (try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: [key])) ?? []
    let dated = files.map { file in
      (file, (try? file.resourceValues(forKeys: [key]))?.contentModificationDate ?? .distantPast)
    }
    for (file, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.most - 1) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}
