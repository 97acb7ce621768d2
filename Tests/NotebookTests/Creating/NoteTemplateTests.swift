import Foundation
import Notebook
import Testing

/// Templates that are files, with `|` as the cursor's position in the expected text.
@Suite struct NoteTemplateTests {
  @Test(arguments: [
    ("# {{title}}\n\n{{cursor}}\n\nSee [[People]].\n", [], "# Ann\n\n|\n\nSee [[People]].\n"),
    ("# {{title}}\n{{tags}}\n", ["a", "#b"], "# Ann\n#a #b\n"),
    ("# {{title}}\n\n{{tags}}\n", [], "# Ann\n"),
    ("# {{title}}\n{{cursor}}\n{{tags}}\n", [], "# Ann\n|\n"),
    ("{{cursor}}{{title}}{{cursor}}", [], "|Ann"),
    ("# {{ title }} {title}", [], "# Ann\n\n# {{ title }} {title}"),
    ("{{{title}}}", [], "{Ann}"), ("é{{title}} 😀{{cursor}}", [], "éAnn 😀|"),
    ("Born:\n", [], "# Ann\n\nBorn:\n"),
    ("Born: {{cursor}}\n\n", ["a"], "# Ann\n\nBorn: |\n\n#a\n"),
    ("# {{title}}\r\n{{cursor}}\r\nx", [], "# Ann\n|\nx"), ("", [], "# Ann\n\n"),
  ])
  func files(template: String, tags: [String], expected: String) throws {
    let day = try #require(NoteDay(named: "2026-11-21"))
    let filled = NoteTemplate(file: template, title: "Ann", tags: tags)
      .filled(title: "Ann", tags: tags, day: day)
    var shown = Array(filled.text.utf8)
    if let cursor = filled.cursor { shown.insert(UInt8(ascii: "|"), at: cursor) }
    #expect(String(decoding: shown, as: UTF8.self) == expected)
  }

  @Test func aTitleIsNoTemplate() throws {
    let day = try #require(NoteDay(named: "2026-11-21"))
    let filled = NoteTemplate(file: "# {{title}} {{date}}")
      .filled(title: "{{date}}{{cursor}}", tags: [], day: day)
    #expect(filled.text == "# {{date}}{{cursor}} 2026-11-21")
    #expect(filled.cursor == nil)
  }

  @Test func theLineOfTheCursor() {
    #expect(NoteTemplate.Filled(text: "a\nb\nc", cursor: 2).line == 2)
    #expect(NoteTemplate.Filled(text: "a\nb\nc").line == 3)
    #expect(NoteTemplate.Filled(text: "").line == 1)
  }
}
