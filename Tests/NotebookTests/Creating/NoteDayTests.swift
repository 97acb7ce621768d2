import Foundation
import Notebook
import Testing

/// Days by name, and the texts of their notes.
@Suite struct NoteDayTests {
  @Test(arguments: [
    ("today", "2024-03-01"), ("Yesterday", "2024-02-29"), ("tomorrow", "2024-03-02"),
    ("2026-11-21", "2026-11-21"), ("0001-01-01", "0001-01-01"), ("2024-02-29", "2024-02-29"),
    ("2025-02-29", nil), ("2026-13-01", nil), ("2026-00-10", nil), ("0000-01-01", nil),
    ("2026-1-2", nil), ("26-01-02", nil), ("2026-01-02T10:00", nil), ("", nil), ("someday", nil),
    ("٢٠٢٦-٠١-٠٢", nil),
  ])
  func days(name: String, text: String?) throws {
    let now = try #require(
      Calendar.current.date(from: DateComponents(year: 2024, month: 3, day: 1, hour: 12)))
    #expect(NoteDay(named: name, now: now)?.text == text)
  }

  @Test func aTitleThatDoesNotSayTheDayIsNone() throws {
    let day = try #require(NoteDay(named: "2026-03-04"))
    #expect(
      NoteTemplate.day.filled(for: day) == NoteTemplate.Filled(text: "# 2026-03-04\n#journal\n\n"))
    #expect(NoteTemplate(file: "# Every day\n{{date}}").filled(for: day) == nil)
    #expect(NoteTemplate(file: "# On {{title}}").filled(for: day)?.text == "# On 2026-03-04")
  }
}
