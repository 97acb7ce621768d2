/// The use of a text, which determines the rules that apply.
package enum TextKind: Sendable {
  /// A note of a notebook, which the app reads as Mini Markdown.
  case note
  case file
}

extension ForeignText {
  /// Returns whether `diagnostic` applies to a text of `kind`. In foreign text, only rules about
  /// foreign text apply.
  package func allows(_ diagnostic: NoteDiagnostic, in kind: TextKind) -> Bool {
    switch diagnostic.rule.texts {
    case .notes: kind == .note && !overlaps(diagnostic.range)
    case .notesAndFiles: !overlaps(diagnostic.range)
    case .foreignPartsOfNotes: kind == .note
    }
  }
}
