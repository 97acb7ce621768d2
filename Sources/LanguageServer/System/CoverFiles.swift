import Base
import Foundation
import Notebook

/// Covers as files, for clients that show pictures from files.
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
