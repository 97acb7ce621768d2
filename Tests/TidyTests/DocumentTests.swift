import Foundation
import TestSupport
import Testing

/// Documents name only what exists.
@Suite struct DocumentTests {
  /// README, ARCHITECTURE, CONTRIBUTING and the files in `docs`, from the repository's root.
  static let documents =
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]
    + files(in: "docs").filter { $0.hasSuffix(".md") }

  /// The types of others that documents name.
  static let foreign: Set = ["ContentModified", "DispatchSource"]

  /// The paths of all files below `folder`, from the repository's root.
  private static func files(in folder: String) -> [String] {
    let root = Repository.root.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).map { file in
      let parts = file.pathComponents.dropFirst(root.pathComponents.count)
      return folder + "/" + parts.joined(separator: "/")
    }
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(
      atPath: Repository.root.appending(path: path).standardized.path(percentEncoded: false))
  }

  /// Paths of the repository in code marks. Those with a placeholder such as `<File>` are left out.
  @Test(arguments: documents) func pathsExist(document: String) {
    let pattern =
      /`((?:Sources|Tests|Tools|script|docs|editors|Grammar|Plugins|Fuzz|\.github|\.ci)\/[\w.+\/-]*)[`\s]/
    for match in Repository.text(of: document).matches(of: pattern) {
      let path = String(match.output.1)
      #expect(Self.exists(path), "\(document) names \(path)")
    }
  }

  /// Links to files of the repository, outside code. `?[hint](answer)` is a cloze.
  @Test(arguments: documents) func linksLeadToFiles(document: String) {
    let text = Repository.text(of: document).replacing(/```[\s\S]*?```|`[^`\n]*`/, with: "")
    let folder = document.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for match in text.matches(of: /(^|[^?])\[[^\]]*\]\(([^)#\s:]+)(#[^)\s]*)?\)/) {
      let path = folder + String(match.output.2)
      #expect(Self.exists(path), "\(document) links to \(match.output.2)")
    }
  }

  /// The types and targets that ARCHITECTURE and `docs/internals` name.
  @Test func typesExist() {
    var known = Self.foreign
    for folder in ["Sources", "Tools", "Tests", "Plugins"] {
      for path in Self.files(in: folder) {
        known.formUnion(path.split(separator: "/").map { String($0.prefix { $0 != "." }) })
        guard path.hasSuffix(".swift"), folder != "Tests" else { continue }
        let declarations = Repository.text(of: path)
          .matches(of: /\b(?:struct|class|enum|protocol|typealias|actor) ([A-Z]\w+)/)
        known.formUnion(declarations.map { String($0.output.1) })
      }
    }
    let documents =
      ["ARCHITECTURE.md"] + Self.documents.filter { $0.hasPrefix("docs/internals/") }
    for document in documents {
      for match in Repository.text(of: document).matches(of: /`([A-Z]\w*[a-z][A-Z]\w*)[`.]/) {
        let name = String(match.output.1)
        #expect(known.contains(name), "\(document) names \(name)")
      }
    }
  }
}
