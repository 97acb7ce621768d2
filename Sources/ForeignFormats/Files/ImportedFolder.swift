import Base
import Foundation
import MiniMarkdown
package import NotebookFile

/// A folder that is imported as a whole. Finds files by the names that its notes use.
package final class ImportedFolder {
  package let rules: FolderRules
  /// Whether cards in a plugin's format are converted to cards of the notebook.
  let areCardsConverted: Bool
  /// The files and parts of notes that are not imported, so far.
  package private(set) var leftOut: [LeftOut] = []

  private let root: SandboxedFolder
  /// The paths of the files that are not notes.
  private var paths: Set<String> = []
  private var named: [String: [String]] = [:]
  /// Why files that notes show were not imported, by path; an empty string if a file was imported.
  private var shown: [String: String] = [:]
  private var hasFolders = false
  private let isNote: (String) -> Bool

  /// Lists the files. Cost: linear in the number of files.
  package init(
    _ root: SandboxedFolder, rules: FolderRules, areCardsConverted: Bool,
    isNote: @escaping (String) -> Bool
  ) {
    (self.root, self.rules, self.isNote) = (root, rules, isNote)
    self.areCardsConverted = areCardsConverted
    for (name, reason) in rules.leftOut.sorted(by: { $0.key < $1.key })
    where root.hasFolder(name) {
      leftOut.append(LeftOut("\(name)/", reason))
    }
    list(root, [])
  }

  /// Whether the program's rules skip this folder. Only top-level folders are skipped.
  package func isLeftOut(_ path: [String]) -> Bool {
    path.count == 1 && rules.leftOut[path.first ?? ""] != nil
  }

  /// Returns the folders in a note's path, without a meaningless top-level folder.
  func meaningful(_ folders: [String]) -> [String] {
    folders.first.map(rules.meaningless.contains) == true ? Array(folders.dropFirst()) : folders
  }

  private func list(_ folder: SandboxedFolder, _ path: [String]) {
    guard path.count <= ImportLimits.depth else { return }
    for name in (try? folder.names().names) ?? [] where paths.count < ImportLimits.files {
      switch (try? folder.kind(name))?.kind {
      // Folders of KOReader are read as highlights. An unreadable folder is reported when its notes
      // are read.
      case .folder where !isLeftOut(path + [name]) && !name.hasSuffix(".sdr"):
        guard let inner = try? folder.folder(name) else { continue }
        list(inner, path + [name])
      case .file where !isNote(name):
        let file = (path + [name]).joined(separator: "/")
        paths.insert(file)
        named[name.lowercased(), default: []].append(file)
      case .file: hasFolders = hasFolders || !meaningful(path).isEmpty
      default: break
      }
    }
  }
}

// MARK: Files that notes show

extension ImportedFolder {
  /// Returns the path of the file that a note in `folder` names `target`. The name is relative to
  /// `folder` or to the top, or is the end of the file's path. Returns nil if there is no such
  /// file, if it is a note, or if `target` is a URL.
  package func path(of target: String, from folder: [String]) -> String? {
    guard !target.contains("://") else { return nil }
    let spellings = [target, target.removingPercentEncoding].compactMap { $0 }
    for spelling in spellings {
      for start in spelling.hasPrefix("/") ? [[]] : [folder, []] {
        guard let parts = FilePath.resolved(spelling, from: start) else { continue }
        let path = parts.joined(separator: "/")
        if paths.contains(path) { return path }
      }
    }
    for spelling in spellings where !spelling.contains("..") {
      let end = "/" + spelling.lowercased()
      let name = end.split(separator: "/").last.map(String.init) ?? ""
      if let path = named[name]?.first(where: { "/\($0)".lowercased().hasSuffix(end) }) {
        return path
      }
    }
    return nil
  }

  /// Returns the image that a note in `folder` shows as `target`. Returns nil if it is missing, not
  /// an image, too large, or cannot be read.
  package func image(_ target: String, from folder: [String]) -> (mimeType: String, bytes: [UInt8])?
  {
    guard let path = path(of: target, from: folder) else { return nil }
    guard let mimeType = ImageType.mimeType(of: path) else { return nil }
    do {
      guard let bytes = try read(path.split(separator: "/").map(String.init)) else { return nil }
      shown[path] = ""
      return (mimeType, bytes)
    } catch {
      let isLarge = (error as? SystemError)?.code == EFBIG
      shown[path] =
        isLarge ? "it is larger than \(ImportLimits.image >> 20) MB" : "it cannot be read"
      return nil
    }
  }

  private func read(_ path: [String]) throws -> [UInt8]? {
    var folder = root
    for part in path.dropLast() {
      guard let inner = try folder.folder(part) else { return nil }
      folder = inner
    }
    return try path.last.flatMap { try folder.read($0, most: ImportLimits.image) }
  }
}

// MARK: The list at the end

extension ImportedFolder {
  package func leaveOut(_ parts: [LeftOut], of file: String) {
    for part in parts {
      if let index = leftOut.firstIndex(where: { $0.part == part.part && $0.reason == part.reason })
      {
        leftOut[index].count += part.count
        leftOut[index].files.insert(file)
      } else {
        leftOut.append(LeftOut(part.part, part.reason, count: part.count, files: [file]))
      }
    }
  }

  /// Returns everything that was not imported; call it after all notes were read. `areFoldersTaken`
  /// is whether the folders become hashtags.
  package func all(areFoldersTaken: Bool) -> [LeftOut] {
    var all = leftOut
    if hasFolders, !areFoldersTaken {
      let reason =
        "a notebook has hashtags instead of folders: “--under #TAG” turns folders into hashtags"
      all.append(LeftOut("the folders of the notes", reason))
    }
    let taken = shown.values.count { $0.isEmpty }
    if taken > 0 {
      all.append(
        LeftOut(
          taken.counted("file name") + " of images", "the notebook gives images new names"))
    }
    return all
      + paths.filter { shown[$0] != "" }.sorted().map { path in
        LeftOut(path, shown[path] ?? reason(path))
      }
  }

  private func reason(_ path: String) -> String {
    if ImportedFile.texts.contains(FilePath.ending(of: path)) {
      return "it may not be a note: to import it, name the file itself"
    }
    return ImageType.mimeType(of: path) == nil
      ? "notebooks contain only notes and images" : "no note shows it"
  }
}

extension ForeignNote {
  /// Returns the hashtag for the note's folder, below `tag`; empty without `tag`.
  package func placeTags(under tag: String?, in whole: ImportedFolder?) -> [String] {
    guard let tag else { return [] }
    let folders = (whole?.meaningful(folder) ?? folder).map { name in
      name.split { $0.isWhitespace || $0 == "#" || $0 == "/" }.joined(separator: "-")
    }
    return [([Hashtag.withNumberSign(tag)] + folders).joined(separator: "/")]
  }
}
