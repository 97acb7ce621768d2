/// The rules whose finders are in TextDiagnostics. Their fixes, if any, are code actions of
/// LanguageServer.
extension DiagnosticRule {
  package static let missingImage = notebook(
    "missing-image", .warning, in: .notes,
    "Image not found: it may still be on another device. Otherwise, remove it from the text.")
  package static let crashesApp = notebook(
    "crashes-app", .warning, in: .notes,
    "The Library Notes app crashes on this paragraph: add a few plain words after the emoji or "
      + "accented letters.")
  package static let similarHashtag = notebook("similar-hashtag", .hint, in: .notesAndFiles, nil)
  package static let linkLeadsNowhere = notebook(
    "link-leads-nowhere", .hint, in: .notesAndFiles,
    "No note matches this link: create the note, or change the link.")
  package static let linkIsAmbiguous = notebook("link-is-ambiguous", .hint, in: .notesAndFiles, nil)
  package static let linkHeadingMissing = notebook(
    "link-heading-missing", .hint, in: .notesAndFiles, nil)

  private static func notebook(
    _ code: String, _ severity: Severity, in texts: Texts, _ message: String?
  ) -> DiagnosticRule {
    DiagnosticRule(code, severity, in: texts, says: message, find: .notebook, fix: .none)
  }
}
