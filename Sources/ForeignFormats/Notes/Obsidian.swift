import Base
import MiniMarkdown

extension ForeignFormat {
  static let obsidian = ForeignFormat(
    "obsidian", "an Obsidian vault",
    FolderRules(
      isOne: { $0.hasFolder(".obsidian") },
      leftOut: [
        ".obsidian": "these are Obsidian's own settings",
        ".trash": "Obsidian keeps deleted files there",
      ], isNamedWhenEmpty: true, read: Obsidian.read))
}

/// Reads notes of an Obsidian vault. Links, embedded notes, highlights and comments are not changed; embedded images
/// become images.
enum Obsidian {
  static func read(_ note: inout ForeignNote, in folder: ImportedFolder?) {
    note.text = note.text.withPartedHashtags
    guard let folder, note.text.contains("![[") else { return }
    let noteFolder = note.folder
    note.text = note.text.changingLines { line in
      String(line).replacing(#/!\[\[([^\]\[|#]+)(\|[^\]\[]*)?\]\]/#) { match in
        let target = String(match.output.1).trimmed
        guard folder.image(target, from: noteFolder) != nil,
          let path = folder.path(of: target, from: noteFolder), !path.contains(")")
        else { return String(match.output.0) }
        return Image.text(target + (match.output.2 ?? ""), "/" + path)
      }
    }
  }
}
