import Testing

@testable import LanguageServer

/// Names of notes as documents.
@Suite struct NoteURITests {
  @Test(arguments: [
    ("Walden", "walden"), ("Émile, or: a #1 title?", "emile-or-a-1-title"), ("", "note"),
    ("日本語", "note"), ("100% & more", "100-more"), ("a/b?c#d%20", "a-b-c-d-20"),
  ])
  func slugsHaveNothingThatEditorsExpand(title: String, slug: String) {
    let uri = NoteURI(id: "AB-1", title: title, notebookPath: "/x/My Notes.libnotes")
    #expect(uri.text == "commonplace://my-notes/AB-1/\(slug).md")
    #expect(NoteURI(uri.text)?.id == "AB-1")
  }

  @Test func oddIdsRoundTrip() {
    let uri = NoteURI(id: "a b/%é", title: "t", notebookPath: "n.libnotes")
    #expect(NoteURI(uri.text)?.id == "a b/%é")
    #expect(NoteURI("commonplace://x/") == nil && NoteURI("commonplace://x") == nil)
  }
}
