import Foundation
import Notebook

/// Image files in a folder, for clients that show images from files, and for the system's viewer.
struct ImageFiles: Sendable {
  let folder: URL
  /// The maximum number of files to keep.
  static let most = 100
  /// The maximum size of a picture shown next to a text, in bytes.
  static let largestPicture = 5 << 20

  static let standard = ImageFiles(folder: folder(in: ProcessInfo.processInfo.environment))

  static func folder(in environment: [String: String]) -> URL {
    let cache = environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return URL(filePath: cache ?? home + "/.cache")
      .appending(path: "commonplace/images", directoryHint: .isDirectory)
  }

  /// Returns the file of an image, named by its content; writes it if needed, and makes it the
  /// newest. Nil if it cannot be written.
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

  /// Returns the file of a picture shown next to a text; nil if it is not an image, is larger than
  /// `largestPicture`, or cannot be written.
  func file(ofPicture data: Data) -> URL? {
    guard data.count <= Self.largestPicture, let image = try? ImageContent(data) else { return nil }
    return file(of: image)
  }

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
