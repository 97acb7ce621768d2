/// The use of a text, on which its surprises depend.
package enum TextKind: Sendable {
  /// A note of a notebook: the app reads it as Mini Markdown, whatever other programs read.
  case note
  /// Any Markdown.
  case file
}

extension ForeignText {
  /// Whether `diagnostic` is said about a text of `kind`: nothing is about what stands in foreign text, but
  /// that it stands there.
  package func allows(_ diagnostic: NoteDiagnostic, in kind: TextKind) -> Bool {
    switch diagnostic.rule.texts {
    case .notes: kind == .note && !overlaps(diagnostic.range)
    case .notesAndFiles: !overlaps(diagnostic.range)
    case .foreignPartsOfNotes: kind == .note
    }
  }
}
