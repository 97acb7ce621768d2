import Foundation
import TestSupport
import Testing

/// The way from a clone to a first success, by the tutorial's commands, which `script/check-readme`
/// runs.
@Suite struct TutorialTests {
  /// The commands of the section `title`.
  private func commands(_ title: String) -> [Substring] {
    let sections = Repository.text(of: "docs/tutorial.md").split(separator: "\n## ")
    let lines = sections.first { $0.hasPrefix(title + "\n") }?.split(separator: "\n") ?? []
    return lines.filter { $0.hasPrefix("$ ") }
  }

  @Test(arguments: [("A first card", "review"), ("A first note in Neovim", "nvim")])
  func isNear(_ section: String, _ goal: String) throws {
    let commands = commands("Install") + commands(section)
    let last = try #require(commands.firstIndex { $0.contains(goal + " ") })
    #expect(last + 1 <= 5)
  }

  /// Each picture of a document is there.
  @Test func picturesAreThere() throws {
    let documents = [
      "README.md", "docs/tutorial.md", "docs/notebook.md", "docs/phone-and-laptop.md",
    ]
    for document in documents {
      let folder = document.hasPrefix("docs/") ? "docs/" : ""
      for match in Repository.text(of: document).matches(of: /(?:src|srcset)="([^"]+\.svg)"/) {
        #expect(!Repository.text(of: folder + match.output.1).isEmpty, "\(match.output.1)")
      }
    }
  }

  @Test func theReadmeIsShort() {
    #expect(
      Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false)
        .count <= 201)
  }
}
