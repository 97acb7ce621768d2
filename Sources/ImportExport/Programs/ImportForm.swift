/// The program whose rules the files of a folder follow.
package enum ImportForm: String, CaseIterable, Sendable {
  case obsidian
  case logseq
  case orgRoam = "org-roam"
  case markdown

  /// Its name in a sentence.
  package var name: String {
    switch self {
    case .obsidian: "an Obsidian vault"
    case .logseq: "a Logseq graph"
    case .orgRoam: "an org-roam folder"
    case .markdown: "a folder of Markdown"
    }
  }

  /// The form that a folder seems to have. Cost: linear in its names and those of the folders in it.
  init(of folder: SandboxedFolder) {
    func has(_ name: String, _ kind: SandboxedFolder.Kind) -> Bool {
      (try? folder.kind(name))?.kind == kind
    }
    if has(ExportManifest.folder, .folder) {
      self = .markdown
    } else if has(".obsidian", .folder) {
      self = .obsidian
    } else if has("pages", .folder), has("journals", .folder) || has("logseq", .folder) {
      self = .logseq
    } else {
      let endings = Self.endings(in: folder)
      self = endings["org", default: 0] > endings["md", default: 0] ? .orgRoam : .markdown
    }
  }

  /// The number of files with each ending, in the folder and in those directly in it.
  private static func endings(in folder: SandboxedFolder) -> [String: Int] {
    var endings: [String: Int] = [:]
    for name in (try? folder.names().names) ?? [] {
      let inner = (try? folder.kind(name))?.kind == .folder ? try? folder.folder(name) : nil
      for name in (try? inner?.names().names) ?? [name] {
        endings[FilePath.ending(of: name), default: 0] += 1
      }
    }
    return endings
  }

  /// Names of folders at the top in which no notes are, and the reason.
  var foldersLeftOut: [String: String] {
    switch self {
    case .obsidian:
      [
        ".obsidian": "these are Obsidian's own settings",
        ".trash": "Obsidian keeps deleted files there",
      ]
    case .logseq:
      [
        "logseq": "these are Logseq's own settings and copies",
        "bak": "Logseq keeps copies there",
        ".recycle": "Logseq keeps deleted files there",
      ]
    case .orgRoam, .markdown: [:]
    }
  }

  /// The folders whose names say something about the notes in them, of those on the way to a note.
  func meaningful(_ folders: [String]) -> [String] {
    let isOwn = self == .logseq && ["pages", "journals"].contains(folders.first)
    return isOwn ? Array(folders.dropFirst()) : folders
  }
}

/// Paths with slashes, from an imported folder.
enum FilePath {
  /// The ending of a name, in lower case and without its dot; empty if it has none.
  static func ending(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// A name without its ending.
  static func stem(of name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The parts of `path`, which is relative to the folder `parts`. Returns nil if it leads out of the
  /// top, or names nothing.
  static func resolved(_ path: String, from parts: [String]) -> [String]? {
    var result = parts
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part != ".." {
        result.append(String(part))
      } else if result.popLast() == nil {
        return nil
      }
    }
    return result.isEmpty ? nil : result
  }
}
