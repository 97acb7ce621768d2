import Base
import Foundation
import MiniMarkdown
import Quoting

extension ForeignFormat {
  static let obsidian = ForeignFormat(
    "obsidian", "an Obsidian vault",
    FolderRules(
      isOne: { $0.hasFolder(".obsidian") },
      leftOut: [
        ".obsidian": "it contains Obsidian's settings",
        ".trash": "it contains files that were deleted in Obsidian",
      ], isNamedWhenEmpty: true, read: Obsidian.read))
}

/// Reads notes of an Obsidian vault. Callouts become paragraphs. Links, embedded notes, highlights
/// and comments are not changed; embedded images become images.
enum Obsidian {
  static func read(_ note: inout ForeignNote, in folder: ImportedFolder?) {
    ObsidianCards.read(&note, areConverted: folder?.areCardsConverted == true)
    note.text = withoutCallouts(note.text.withPartedHashtags)
    guard let folder, note.text.hasBytes("![[") else { return }
    let noteFolder = note.folder
    note.text = note.text.changingLines { line in
      String(line).replacing(Forms.image) { match in
        let target = String(match.output.1).trimmed
        guard folder.image(target, from: noteFolder) != nil,
          let path = folder.path(of: target, from: noteFolder), !path.contains(")")
        else { return String(match.output.0) }
        return Image.text(target + (match.output.2 ?? ""), "/" + path)
      }
    }
  }

  /// Returns the text with callouts as paragraphs below their bold titles. As quotes, each of their
  /// lines would be a card. The lines of `[!quote]` and `[!cite]` stay quotes.
  private static func withoutCallouts(_ text: String) -> String {
    guard text.hasBytes("[!") else { return text }
    var isCallout = false
    var isQuote = false
    return text.changingLines { line in
      if let match = line.wholeMatch(of: Forms.callout) {
        isCallout = true
        isQuote = ["quote", "cite"].contains(match.output.1.lowercased())
        let title = String(match.output.2).trimmed
        let kind = isQuote && !title.isEmpty ? "" : match.output.1.capitalized
        let words = [kind, title].filter { !$0.isEmpty }.joined(separator: ": ")
        return (words.contains("*") ? words : "**\(words)**") + (isQuote ? "\n" : "")
      }
      guard isCallout, let mark = line.prefixMatch(of: Forms.quoteMark) else {
        isCallout = false
        return String(line)
      }
      return isQuote ? String(line) : String(line[mark.range.upperBound...])
    }
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let image = #/!\[\[([^\]\[|#]+)(\|[^\]\[]*)?\]\]/#
  nonisolated(unsafe) static let callout = #/(?:[ ]{0,3}>[ ]?)+\[!([\w-]+)\][+-]?[ \t]*(.*)/#
  nonisolated(unsafe) static let quoteMark = #/[ ]{0,3}>[ ]?/#
}
