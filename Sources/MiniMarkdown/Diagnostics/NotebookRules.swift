/// The rules whose finders, and fixes if there are any, are in LanguageServer.
extension DiagnosticRule {
  package static let missingImage = notebook(
    "missing-image", .warning, in: .notes,
    "This note has no such image, unless another device has it: take it out of the text.")
  package static let crashesApp = notebook(
    "crashes-app", .warning, in: .notes,
    "The app on the phone crashes at the emoji or marks here: some plain words after them help.")
  package static let similarHashtag = notebook("similar-hashtag", .hint, in: .notesAndFiles, nil)
  package static let linkLeadsNowhere = notebook(
    "link-leads-nowhere", .hint, in: .notesAndFiles,
    "No note has this title yet: make it, or choose another.")
  package static let linkIsAmbiguous = notebook("link-is-ambiguous", .hint, in: .notesAndFiles, nil)
  package static let linkHeadingMissing = notebook(
    "link-heading-missing", .hint, in: .notesAndFiles, nil)

  private static func notebook(
    _ code: String, _ severity: Severity, in texts: Texts, _ message: String?
  ) -> DiagnosticRule {
    DiagnosticRule(code, severity, in: texts, says: message, find: .notebook, fix: .none)
  }
}
