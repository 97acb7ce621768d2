import Foundation
import GRDB

extension HostileKind {
  // MARK: Metadata and books

  static let metadata: [HostileKind] = [
    HostileKind("letters of a title", [10_000, 4_000_000]) { writer, size in
      try writer.note("N", title: "t".times(size), text: "# " + "t".times(size))
    },
    HostileKind("notes with titles of 10 kB", [100, 3_000]) { writer, size in
      for number in 0..<size {
        try writer.note("N\(number)", title: "\(number) " + "title ".times(1_700), text: "x")
      }
    },
    HostileKind("notes with the same title", [1_000, 20_000]) { writer, size in
      for number in 0..<size { try writer.note("N\(number)", title: "tag", text: "#tag") }
    },
    HostileKind("letters of a summary", [10_000, 2_000_000]) { writer, size in
      let text = "tl;dr: " + "s".times(size)
      try writer.note("N", text: text, more: ",\"summary\":\"\("s".times(size))\"")
    },
    HostileKind("levels of metadata", [1_000, 100_000]) { writer, size in
      try writer.note("N", text: "x", more: ",\"deep\":" + "[".times(size) + "]".times(size))
      try writer.note(
        "M", text: "x", more: ",\"deep\":" + "{\"a\":".times(900) + "1" + "}".times(900))
    },
    HostileKind("members of metadata", [1_000, 200_000]) { writer, size in
      let members = (0..<size).map { ",\"m\($0)\":\($0)" }.joined()
      try writer.note("N", text: "x", more: members)
    },
    HostileKind("escapes in metadata", [1_000, 200_000]) { writer, size in
      try writer.note("N", text: "x", more: ",\"folder\":\"\("\\u0041".times(size))\"")
    },
    HostileKind("authors of a book", [1_000, 50_000]) { writer, size in
      let authors = (0..<size).map { "\"Author \($0)\"" }.joined(separator: ",")
      try writer.note(
        "N", text: "x",
        more: ",\"book\":{\"title\":\"B\",\"authors\":[\(authors)],\"tags\":[\(authors)]}")
    },
    HostileKind("numbers beyond all", [1, 1_000]) { writer, size in
      for number in 0..<size {
        let more = """
          ,"book":{"title":"B","authors":[],"yearPublished":1e400,"rating":-9223372036854775808,\
          "numberOfPages":99999999999999999999999999}
          """
        try writer.note("N\(number)", text: "x", more: more)
      }
    },
  ]

  // MARK: Review

  static let reviews: [HostileKind] = [
    HostileKind("quotes", [1_000, 30_000]) { writer, size in
      let text = (0..<size).map { "> Quote number \($0)\n\n" }.joined()
      try writer.note("N", text: text)
    },
    HostileKind("prompts", [1_000, 100_000]) { writer, size in
      for number in 0..<size / 100 {
        let note = "N\(number)"
        try writer.note(note, text: "> A quote")
        for prompt in 0..<100 {
          try writer.put(
            note, "prompt=quote;count=1;id=\(prompt)", json: Self.prompt("> \(prompt)"))
        }
      }
    },
    HostileKind("prompts of extreme numbers", [10, 1_000]) { writer, size in
      try writer.note("N", text: "> A quote")
      for number in 0..<size {
        let due = number % 2 == 0 ? "9999-12-31T23:59:59Z" : "0001-01-01T00:00:00Z"
        let json = """
          {"type":"quote","rawValue":"> A quote","promptStatistics":[{"reviewCount":9223372036854775807,\
          "lapseCount":-9223372036854775808,"totalCorrect":1e308,"totalIncorrect":0,\
          "spacedRepetitionFactor":1e308,"idealInterval":1e308,"due":"\(due)"}]}
          """
        try writer.put("N", "prompt=quote;count=1;id=\(number)", json: json)
      }
    },
    HostileKind("statistics of a block", [100, 50_000]) { writer, size in
      try writer.note("N", text: "?[a](b)")
      try writer.put(
        "N", "prompt=cloze;count=\(size);id=A", json: Self.prompt("?[a](b)", count: size))
    },
    HostileKind("answers of the log", [1_000, 100_000]) { writer, size in
      try writer.note("N", text: "> A quote")
      for number in 0..<size {
        let day = 10 + number % 18
        let key = "2022-01-\(day)T00:00:00Z;note=N;promptId=P\(number);author=\(number)"
        try writer.put(".studyLog", key, json: "{\"correct\":1,\"incorrect\":0}")
      }
    },
    HostileKind("equal questions", [1_000, 20_000]) { writer, size in
      for number in 0..<size {
        try writer.note("N\(number)", text: "Q: What is it?\nA: This.\n")
      }
    },
    HostileKind("questions of a note", [1_000, 30_000]) { writer, size in
      try writer.note("N", text: "Q: What is it?\nA: This.\n\n".times(size))
    },
  ]

  private static func prompt(_ text: String, count: Int = 1) -> String {
    let state = """
      {"reviewCount":0,"lapseCount":0,"totalCorrect":0,"totalIncorrect":0,"spacedRepetitionFactor":2.5}
      """
    let states = Array(repeating: state, count: count).joined(separator: ",")
    return """
      {"type":"quote","rawValue":\(HostileWriter.quoted(text)),"promptStatistics":[\(states)]}
      """
  }

  // MARK: Rows

  static let rows: [HostileKind] = [
    HostileKind("images of a note", [100, 20_000]) { writer, size in
      let names = (0..<size).map { "assets/\($0).png" }
      try writer.note("N", text: names.prefix(2_000).map { "![](\($0))\n" }.joined())
      for name in names { try writer.put("N", name, blob: Data(count: 500)) }
    },
    HostileKind("megabytes of an image", [5, 60]) { writer, size in
      try writer.note("N", text: "![](assets/a.png)")
      try writer.put("N", "assets/a.png", blob: Data(count: size << 20))
      try writer.put("N", ".coverImage", blob: Data(count: size << 20))
    },
    HostileKind("keys of a note", [1_000, 100_000]) { writer, size in
      try writer.note("N", text: "x")
      for number in 0..<size { try writer.put("N", "unknown\(number)", json: "1") }
    },
    HostileKind("bytes of an id", [1_000, 1_000_000]) { writer, size in
      for number in 0..<5 { try writer.note("\(number)" + "i".times(size), text: "x") }
    },
    HostileKind("odd ids", [1, 200]) { writer, size in
      for number in 0..<size {
        for id in ["", "../\(number)", "%2F\(number)", "\u{202E}\(number)", "a b\n\(number)"] {
          try writer.note(id, text: "x")
        }
      }
    },
    HostileKind("values of other kinds", [10, 5_000]) { writer, size in
      for number in 0..<size {
        try writer.note("N\(number)", text: "x")
        try writer.db.execute(
          sql: "UPDATE entry SET timestamp = ?, type = 'x', usn = 1e300 WHERE scope = ?",
          arguments: [number % 2 == 0 ? nil ?? 5 : -1.5, "N\(number)"])
      }
    },
    HostileKind("texts that are no UTF-8", [10, 2_000]) { writer, size in
      for number in 0..<size {
        try writer.note("N\(number)", text: "x")
        try writer.db.execute(
          sql: "UPDATE entry SET text = CAST(x'23FF00FE610A' AS TEXT) WHERE scope = ? AND key = ?",
          arguments: ["N\(number)", ".noteText"])
      }
    },
    HostileKind("notes in the trash", [1_000, 20_000]) { writer, size in
      for number in 0..<size {
        try writer.note("N\(number)", text: "a word", more: ",\"folder\":\"recentlyDeleted\"")
      }
    },
    HostileKind("metadata that are none", [1_000, 50_000]) { writer, size in
      for number in 0..<size {
        try writer.put("N\(number)", ".metadata", json: number % 2 == 0 ? "{" : "[1,2]")
        try writer.put("N\(number)", ".noteText", text: "a word")
      }
    },
  ]
}
