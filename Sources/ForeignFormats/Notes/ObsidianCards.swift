import Base
import FrontMatter
import JSON
import Quoting

/// The cards of Obsidian's plugin Spaced Repetition, in notes with the hashtag `#flashcards`:
/// `question::answer`, `front:::back` for both directions, a line `?` (or `??` for both) between
/// the two sides, and `==clozes==`.
enum ObsidianCards {
  /// Converts the cards of a note to questions and clozes, or reports them if `areConverted` is
  /// false. The plugin's comments with schedules are removed or reported with them.
  static func read(_ note: inout ForeignNote, areConverted: Bool) {
    let tags = note.frontMatter.fields["tags"].flatMap(ForeignNote.hashtags) ?? []
    let isMarked =
      note.text.hasBytes("#flashcards") && note.text.contains(Forms.tag)
      || tags.contains { $0 == "#flashcards" || $0.hasPrefix("#flashcards/") }
    guard isMarked else { return }
    var cards = ObsidianCards.Reading()
    let text = cards.converted(note.text)
    guard areConverted else {
      for _ in 0..<cards.count {
        note.leaveOut(
          "cards of the plugin Spaced Repetition", "they stay text: “--cards” makes them cards")
      }
      return
    }
    note.text = text
    for _ in 0..<cards.schedules {
      note.leaveOut("schedules of cards", "schedules of other programs are not imported")
    }
  }

  private struct Reading {
    private(set) var count = 0
    private(set) var schedules = 0
    private var output: [String] = []
    /// The lines since the last empty line.
    private var paragraph: [String] = []

    /// Returns the text with its cards as questions and clozes.
    mutating func converted(_ text: String) -> String {
      var isCode = false
      for line in text.lines.map(String.init) {
        if line.drop(while: \.isWhitespace).hasPrefix("```") {
          flush()
          isCode.toggle()
          output.append(line)
        } else if isCode {
          output.append(line)
        } else if line.isBlank {
          flush()
          output.append(line)
        } else {
          let bare = withoutSchedule(line)
          if !bare.isBlank || bare == line { paragraph.append(bare) }
        }
      }
      flush()
      return output.joined(separator: "\n")
    }

    private mutating func withoutSchedule(_ line: String) -> String {
      guard line.hasBytes("<!--SR:") else { return line }
      return line.replacing(Forms.schedule) { _ in
        schedules += 1
        return ""
      }
    }

    /// Adds the paragraph to the output, converted if it is a card.
    private mutating func flush() {
      defer { paragraph = [] }
      let mark = paragraph.firstIndex { ["?", "??"].contains($0.trimmed) }
      if let mark, mark > 0, mark + 1 < paragraph.count {
        let front = paragraph[..<mark].map(\.trimmed).joined(separator: " ")
        let back = paragraph[(mark + 1)...].map(\.trimmed).joined(separator: " ")
        return add(front, back, isBoth: paragraph[mark].trimmed == "??")
      }
      for line in paragraph {
        let form = Forms.card
        guard let match = line.wholeMatch(of: form) else {
          output.append(withClozes(line))
          continue
        }
        add(
          String(match.output.1).trimmed, String(match.output.3).trimmed,
          isBoth: match.output.2 == ":::")
      }
    }

    private mutating func add(_ front: String, _ back: String, isBoth: Bool) {
      for (front, back) in isBoth ? [(front, back), (back, front)] : [(front, back)] {
        count += 1
        if output.last?.isBlank == false { output.append("") }
        output += ["Q: \(front)", "A: \(back)", ""]
      }
    }

    private mutating func withClozes(_ line: String) -> String {
      line.replacing(Forms.cloze) { match in
        count += 1
        return "?[](\(match.output.1))"
      }
    }
  }
}

/// Compiled once: a literal in a function is parsed and compiled at each call.
private enum Forms {
  nonisolated(unsafe) static let tag = #/(?:^|\s)#flashcards(?:[\/\s,.]|$)/#
  nonisolated(unsafe) static let schedule = #/\s*<!--SR:[^>]*-->/#
  nonisolated(unsafe) static let card =
    #/(?:\s*[-*+]\s+)?([^`]*?[^`:\s])\s*(:::?)\s*([^`:\s][^`]*)/#
  nonisolated(unsafe) static let cloze = #/==([^=()]+)==/#
}
