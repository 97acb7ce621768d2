import Testing

@testable import NotebookFile

@Suite struct ChangeOutcomeTests {
  /// A sentence about what was saved comes from what is known of it, and not from the kind of the error.
  @Test func anErrorSaysWhatItsCallerKnows() {
    let error = NotebookError.gone(path: "/a", now: nil)
    #expect(error.advice.hasPrefix("Nothing was written. Move it back"))
    #expect(
      error.advice(after: .nothingMore)
        .hasPrefix("The changes before this error are saved; nothing else"))
    #expect(error.advice(after: nil).hasPrefix("Move it back"))
    #expect(error.standingAdvice == error.advice(after: nil))
  }

  @Test func onlyWhatIsSavedIsSaidToBe() {
    let saved = NotebookError.notPublished(path: "/a", reason: "b")
    #expect(saved.advice.hasPrefix("Your changes are saved on this machine"))
    #expect(saved.standingAdvice == saved.advice)
    #expect(
      NotebookError.notSaved(path: "/a", reason: "b").advice.hasPrefix("Nothing was written."))
    let perhaps = NotebookError.perhapsSaved(path: "/a", reason: "b")
    #expect(perhaps.message == "It is not known whether the change to /a was saved: b.")
    #expect(perhaps.advice.hasPrefix("The change may still appear later"))
    for error in [NotebookError.damaged(path: "/a"), .locked(path: "/a"), .missing(path: "/a")] {
      #expect(error.outcome == nil)
      #expect(!error.advice.contains("saved") && !error.advice.contains("written"))
    }
  }
}
