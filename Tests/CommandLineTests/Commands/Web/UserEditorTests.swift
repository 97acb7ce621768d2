import Testing
import WebPages

@testable import commonplace

@Suite struct UserEditorTests {
  @Test(arguments: [
    ("emacsclient -n %s", "emacsclient -n commonplace://n/A/note.md"),
    (
      "nvim --server /run/nvim --remote",
      "nvim --server /run/nvim --remote commonplace://n/A/note.md"
    ),
    ("a %s b %s", "a commonplace://n/A/note.md b commonplace://n/A/note.md"),
  ])
  func putsTheNoteIn(setting: String, command: String) {
    #expect(UserEditor.command(setting, name: "commonplace://n/A/note.md") == command)
  }

  @Test func knowsNamesAndCommands() {
    func kind(_ setting: String) -> String {
      switch UserEditor.editor(setting) {
      case .some(.link): "link"
      case .some(.program): "program"
      case nil: "none"
      }
    }
    #expect(
      ["vscode", "vscodium", "emacsclient -n", "", " "].map(kind) == [
        "link", "link", "program", "none", "none",
      ])
  }
}
