import Foundation
import Testing

/// A command that a message or a page shows is pasted into a shell. What is filled in is quoted, or plain.
@Suite struct PastedCommandTests {
  /// Values that are texts of the program itself, or are made plain before.
  private static let exceptions = ["name", "ids", "command"]

  @Test func whatIsFilledInIsPlainOrQuoted() throws {
    let files = Dictionary(grouping: try SourceLine.all(), by: \.path)
    var found = 0
    for (path, lines) in files {
      // Parts of one text that stand on several lines are joined.
      let text = lines.sorted { $0.number < $1.number }.map(\.text).joined(separator: " ")
        .replacing(#/" \+ "/#, with: "")
      for match in text.matches(of: #/commonplace (?:[a-z-]+ )+\\\(([^"]*?)\)(?:[”" )]|$)/#) {
        found += 1
        let value = String(match.output.1)
        let isSafe =
          value.contains("PlainID.inCommand(") || value.contains("uoted")
          || Self.exceptions.contains(value)
        #expect(isSafe, "\(path): \(match.output.0); fill in PlainID.inCommand(…)")
      }
    }
    #expect(found >= 8, "the commands are found")
  }
}
