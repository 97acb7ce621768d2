import Base
import Foundation
import MiniMarkdown
import Notebook
import NotebookFile

struct HistoryPage: WebPage {
  var note: NoteSummary
  var texts: [NoteHistory.Text] = []

  private static let most = 200

  /// Nil if the note is missing or in the trash.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let summary = try visit.note() else { return nil }
    note = summary
    texts = Array(try visit.notebook.history.of(summary.id).texts.prefix(Self.most))
  }

  var title: String { "Earlier texts of \(note.title)" }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.h1) {
      "Earlier texts of "
      HTML(.bdi) { note.title }
    }
    HTML(.p) { NoteParts.link(note) }
    HTML(.ul, .class("rows")) {
      for text in texts {
        HTML(.li, .class("row")) {
          HTML(.a, .href(HTML.Address("note", note.id, "history", text.version))) {
            Words.time(text.written)
          }
          HTML(.span, .class("facts")) {
            text.text.utf8.count.counted("byte")
            if let writer = text.writer {
              ", by "
              HTML(.bdi) { writer.isEmpty ? "another device" : Words.short(writer, 60) }
            }
            if text.replaced == nil { ", the current text" }
          }
        }
      }
    }
    if texts.count < 2 {
      HTML(.p, .class("quiet")) { "This machine does not have earlier texts of this note." }
    }
  }
}

struct EarlierTextPage: WebPage {
  var note: NoteSummary
  var text: NoteHistory.Text
  var rendered: NoteHTML
  /// The difference from the current text; nil for the current text, and for texts too long to
  /// compare.
  var difference: WordDifference?

  /// Maximum length of texts that are compared, in UTF-8 bytes.
  private static let longestCompared = 200_000

  /// Nil if the note is missing or in the trash, or does not have the text.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let summary = try visit.note() else { return nil }
    let texts = try visit.notebook.history.of(summary.id).texts
    guard let text = texts.first(where: { $0.version == visit.value(1) }) else { return nil }
    (note, self.text) = (summary, text)
    rendered = try NoteHTML(text.text, of: summary.id, visit)
    if let present = texts.first, present.version != text.version,
      max(present.text.utf8.count, text.text.utf8.count) <= Self.longestCompared
    {
      difference = WordDifference(from: text.text, to: present.text)
    }
  }

  var title: String { "\(note.title), \(Words.time(text.written))" }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.article, .class("note")) {
      HTML(.h1, [.set(.dir, "auto")], rendered.title ?? HTML(note.title))
      HTML(.p, .class("notice")) {
        "The text as of \(Words.time(text.written)). "
        HTML(.a, .href(HTML.Address("note", note.id))) { "Show the current text" }
      }
      rendered.body
    }
    if let difference {
      HTML(.section, .set(.ariaLabel, "Changes since")) {
        HTML(.h2) { "Changes since" }
        DifferenceParts.html(difference)
      }
    }
  }
}

enum DifferenceParts {
  static func html(_ difference: WordDifference) -> HTML {
    HTML(.pre, .class("difference"), .set(.dir, "auto"), .set(.tabindex, 0)) {
      "\n"
      for part in difference.parts {
        switch part.kind {
        case .same: shortened(String(part.text))
        case .old: HTML(.del) { String(part.text) }
        case .new: HTML(.ins) { String(part.text) }
        }
      }
    }
  }

  private static let longestSame = 400

  private static func shortened(_ text: String) -> String {
    guard text.count > longestSame else { return text }
    return text.prefix(longestSame / 2) + "\n…\n" + text.suffix(longestSame / 2)
  }
}

struct ConflictPage: WebPage {
  var note: NoteSummary
  var sides: [(entry: ConflictList.Entry, side: NoteConflict.Side)] = []

  private static let most = 8

  /// Nil if the note is missing, in the trash, or not in conflict.
  init?(_ visit: Visit) throws(NotebookError) {
    guard let summary = try visit.note(),
      let conflict = try visit.notebook.conflicts.of(summary.id)
    else { return nil }
    note = summary
    let entries = try visit.notebook.conflicts.list(conflict).entries
    sides = Array(zip(entries, conflict.sides).prefix(Self.most)).map { ($0, $1) }
  }

  var title: String { "Conflicting texts of \(note.title)" }
  var part: SitePart? { .notes }

  @HTMLBuilder var main: HTML {
    HTML(.h1) {
      "Conflicting texts of "
      HTML(.bdi) { note.title }
    }
    HTML(.p) {
      "Several devices or programs changed this note independently. Resolve the conflict in an "
        + "editor or with "
      HTML(.code) { "commonplace conflicts" }
      ". "
      NoteParts.link(note)
    }
    for (entry, side) in sides {
      HTML(.section, .class("side")) {
        HTML(.h2) { HTML(.bdi) { entry.line } }
        if let text = side.text {
          HTML(.pre, .set(.dir, "auto"), .set(.tabindex, 0)) {
            "\n"
            text
          }
        } else {
          HTML(.p) {
            side.isTextLost ? "This machine does not have this text." : "The note was deleted."
          }
        }
      }
    }
  }
}

extension Words {
  /// Returns a time such as `3 March 2026, 17:05`.
  static func time(_ date: Date, calendar: Calendar = .current) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    let minute = parts.minute ?? 0
    return "\(day(date, calendar: calendar)), \(parts.hour ?? 0):\(minute < 10 ? "0" : "")\(minute)"
  }
}
