import Foundation
import TestSupport
import Testing

@testable import UserSettings

/// The files with templates.
@Suite struct TemplateFolderTests {
  @Test func filesAreTemplates() throws {
    let folder = try TemporaryFolder()
    let templates = TemplateFolder(environment: ["XDG_CONFIG_HOME": folder.path("")])
    #expect(templates.names() == [])
    #expect(try templates.text(of: "person") == nil)
    try FileManager.default.createDirectory(
      atPath: templates.path + "/folder.md", withIntermediateDirectories: true)
    for (name, bytes) in [
      ("person", Data("\u{FEFF}# {{title}}".utf8)), ("großes", Data()), (".hidden", Data()),
      ("two words", Data()), ("latin", Data([0xE9])),
      ("long", Data(repeating: 0x61, count: TemplateFolder.mostBytes + 1)),
      ("longest", Data(repeating: 0x61, count: TemplateFolder.mostBytes)),
    ] { try bytes.write(to: URL(filePath: templates.path(of: name))) }
    #expect(
      templates.names() == ["folder", "großes", "latin", "long", "longest", "person"])
    #expect(try templates.text(of: "person") == "# {{title}}")
    #expect(try templates.text(of: "longest")?.utf8.count == TemplateFolder.mostBytes)
    #expect(throws: UserFile.Unreadable(message: "is not UTF-8 text", advice: "save it as UTF-8")) {
      try templates.text(of: "latin")
    }
    #expect(
      throws: UserFile.Unreadable(message: "has more than 64 KB", advice: "make it shorter")
    ) { try templates.text(of: "long") }
    #expect(throws: UserFile.Unreadable.self) { try templates.text(of: "folder") }
  }

  @Test(arguments: [
    ("person", true), ("2026", true), ("a-b_c.d", true), ("é", true), ("", false),
    ("../config", false), ("a/b", false), ("a b", false), ("a\nb", false), (".a", false),
    ("# {title}", false), ("{title}", false), ("a\0", false), ("a\u{301}", true),
    (String(repeating: "a", count: 101), false),
  ])
  func names(name: String, isName: Bool) {
    #expect(TemplateFolder.isName(name) == isName)
  }
}
