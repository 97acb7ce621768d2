import PackratParsing

extension DiagnosticRule {
  /// Without a fix in this module: the server offers one, which reads the image file.
  package static let imageNotInNote = DiagnosticRule(
    "image-not-in-note", .hint, in: .notes,
    says: "This image is not stored with the note, so it is not shown: add the file to the note.",
    find: .block(
      BlockFinder { document, root, bytes in
        bytes.has("!") ? document.imageDiagnostics(in: root) : []
      }), fix: .none)
}

/// Finds images that are not stored with the note and therefore not shown.
extension DocumentSnapshot {
  /// Finds `![p](pond.png)`, whose target is not a key of the notebook. Addresses are skipped,
  /// except `file:` addresses.
  func imageDiagnostics(in root: Syntax) -> [NoteDiagnostic] {
    root.all(.linkTarget).filter { target in
      let name = target.text.trimmed
      return !name.isEmpty && !name.hasPrefix("assets/")
        && (!name.contains(":") || name.lowercased().hasPrefix("file:"))
    }.map { NoteDiagnostic(.imageNotInNote, $0.range) }
  }

  /// Finds `![[pond.png]]`, Obsidian's syntax, with a name of at most 1000 bytes.
  func embeddedImages(in leaf: Syntax) -> [NoteDiagnostic] {
    var found: [NoteDiagnostic] = []
    var start = leaf.range.lowerBound
    while let mark = leaf.block.first("![[", from: start, before: leaf.range.upperBound) {
      start = mark + 3
      let limit = min(start + 1000, leaf.range.upperBound)
      let lineEnd = min(leaf.block.endOfLine(from: start, before: limit), limit)
      guard let end = leaf.block.first("]]", from: start, before: lineEnd) else { continue }
      let name = leaf.block.text(in: start..<end).prefix { $0 != "|" }
      let kind = name.split(separator: ".").last?.lowercased() ?? ""
      if Self.imageKinds.contains(kind) {
        found.append(NoteDiagnostic(.imageNotInNote, start..<end))
      }
    }
    return found
  }

  private static let imageKinds: Set = ["png", "jpg", "jpeg", "gif", "webp", "svg"]
}
