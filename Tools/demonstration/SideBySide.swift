import Foundation
import JSON
import LanguageClient
import LanguageServerProtocol
import NoteGenerator

/// Two notes of different lengths, typed in one after the other to compare their times.
struct SideBySide {
  let client: LanguageClient

  private static let text = " and he walked on, past ?[which pond?](Walden Pond) and home again."

  func run(_ timings: inout Timings, _ screen: inout Screen) throws {
    var notes = [("10 KB", 10_000), ("1 MB", 1_000_000)].map { name, bytes in
      Note(name: name, text: GeneratedNotes.text(seed: 1, byteCount: bytes))
    }
    for note in notes {
      client.open(note.uri, note.text)
      // The first answer includes parsing the whole note, so it is not timed.
      _ = try client.request(
        "textDocument/diagnostic", ["textDocument": ["uri": .string(note.uri)]])
    }
    var shown: [String] = []
    for index in notes.indices {
      let name = notes[index].name
      var typed = ""
      for character in Self.text {
        typed.append(character)
        let time = try notes[index].type(String(character), client)
        timings.add("key: colors, \(name)", time.colors)
        timings.add("key: problems, \(name)", time.reasons)
        let last =
          "    \(name): colors \(Timings.shown(time.colors)), "
          + "problems \(Timings.shown(time.reasons))"
        screen.frame(shown + ["  │ …" + typed, last], time: nil, rest: 0.03)
        if typed == Self.text { shown += ["  │ …" + typed, last] }
      }
    }
    screen.finishFrame()
    screen.pause(nil)
  }

  /// A note that is edited at the end of one line near its middle.
  private struct Note {
    var name: String
    var text: String
    private var line: Int
    private var column: Int
    private var version = 1

    init(name: String, text: String) {
      (self.name, self.text) = (name, text)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let middle = lines.count / 2
      // The first line from the middle on that starts with a letter, such as prose; else the middle
      // line.
      line = lines[middle...].firstIndex { $0.first?.isLetter == true } ?? middle
      column = lines[line].utf16.count
    }

    var uri: String { "untitled:" + name.replacing(" ", with: "-") }

    /// Types a key, and requests the colors of the 50 lines around it and all diagnostics. Returns
    /// the times until they arrived, in milliseconds.
    mutating func type(
      _ key: String, _ client: LanguageClient
    ) throws -> (colors: Double, reasons: Double) {
      let position = Position(line: UInt32(clamping: line), character: UInt32(clamping: column))
      column += key.utf16.count
      version += 1
      let document: JSONValue = ["uri": .string(uri)]
      let window: JSONValue = [
        "start": ["line": .integer(Int64(max(0, line - 25))), "character": 0],
        "end": ["line": .integer(Int64(line + 25)), "character": 0],
      ]
      let start = DispatchTime.now()
      client.change(uri, version: version, range: LSPRange(start: position, end: position), key)
      let tokens = client.send(
        request: "textDocument/semanticTokens/range", ["textDocument": document, "range": window])
      let reasons = client.send(
        request: "textDocument/diagnostic", ["textDocument": document])
      _ = try client.response(to: tokens)
      let untilColors = Timings.milliseconds(since: start)
      _ = try client.response(to: reasons)
      return (untilColors, Timings.milliseconds(since: start))
    }
  }
}
