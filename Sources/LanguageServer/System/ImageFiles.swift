import Foundation
import Notebook

/// Images as files in a folder, for clients that show images from files, and for the system's viewer.
struct ImageFiles: Sendable {
  let folder: URL
  /// The most files that stay.
  static let most = 100
  /// The most bytes of a picture that is shown beside a text.
  static let largestPicture = 5 << 20

  /// In the user's folder of caches.
  static let standard = ImageFiles(folder: folder(in: ProcessInfo.processInfo.environment))

  /// The folder of an environment; always one of the user's own.
  static func folder(in environment: [String: String]) -> URL {
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return URL(filePath: cache ?? home + "/.cache")
      .appending(path: "commonplace/images", directoryHint: .isDirectory)
  }

  /// The file of an image, named by its content; nil if it cannot be written. It is then the newest.
  func file(of image: ImageContent) -> URL? {
    let file = folder.appending(
      path: "\(image.digest).\(image.kind.rawValue)", directoryHint: .notDirectory)
    let (manager, path) = (FileManager.default, file.path(percentEncoded: false))
    do {
      if manager.fileExists(atPath: path) {
        try? manager.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
        return file
      }
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      removeOldest()
      try image.data.write(to: file, options: .atomic)
      return file
    } catch {
      return nil
    }
  }

  /// The file of a picture that is shown beside a text; nil also if it is no image, or a very large one.
  func file(ofPicture data: Data) -> URL? {
    guard data.count <= Self.largestPicture, let image = try? ImageContent(data) else { return nil }
    return file(of: image)
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
