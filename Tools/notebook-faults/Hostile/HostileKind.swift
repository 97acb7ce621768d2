import Foundation
import GRDB
import NoteGenerator

/// A way in which a notebook can be hostile, on purpose or by accident.
struct HostileKind: Sendable {
  let name: String
  /// Sizes in ascending order.
  let sizes: [Int]
  let fill: @Sendable (inout HostileWriter, Int) throws -> Void

  init(
    _ name: String, _ sizes: [Int],
    _ fill: @escaping @Sendable (inout HostileWriter, Int) throws -> Void
  ) {
    (self.name, self.sizes, self.fill) = (name, sizes, fill)
  }

  static let all: [HostileKind] = texts + tags + versions + metadata + reviews + rows

  // MARK: Texts

  private static func oneText(
    _ name: String, _ sizes: [Int], _ text: @escaping @Sendable (Int) -> String
  ) -> HostileKind {
    HostileKind(name, sizes) { writer, size in try writer.note("N", text: text(size)) }
  }

  private static let texts: [HostileKind] = [
    HostileKind("notes of few words", [500, 5_005, 20_000]) { writer, size in
      for number in 0..<size { try writer.note("N\(number)", text: writer.words(60)) }
    },
    HostileKind("notes", [1_000, 30_000]) { writer, size in
      for number in 0..<size {
        try writer.note(
          "N\(number)", title: "Note \(number)", tags: ["#t\(number % 97)"], text: "x")
      }
    },
    oneText("letters of one line", [100_000, 2_000_000, 20_000_000]) { "letter ".times($0 / 7) },
    oneText("letters of one word", [100_000, 4_000_000]) { "w".times($0) },
    oneText("lines", [10_000, 500_000]) { "# Heading\nline\n\n".times($0 / 3) },
    oneText("empty lines", [10_000, 2_000_000]) { "\n".times($0) },
    oneText("openers of emphasis", [10_000, 300_000]) { "*a _b ".times($0) },
    oneText("openers of clozes", [10_000, 300_000]) { "?[".times($0) },
    oneText("openers of images", [10_000, 300_000]) { "![](".times($0) },
    oneText("quotes in quotes", [10_000, 300_000]) { "> ".times($0) + "end" },
    oneText("number signs", [10_000, 1_000_000]) { "#".times($0) },
    oneText("combining marks", [10_000, 500_000]) { "e" + "\u{301}".times($0) },
    oneText("joined emoji", [1_000, 100_000]) { "👩\u{200D}".times($0) },
    oneText("marks of direction", [1_000, 300_000]) { "\u{202E}a\u{2066}".times($0) },
    oneText("carriage returns", [1_000, 1_000_000]) { "a\r\nb\r".times($0 / 2) },
    oneText("list levels", [1_000, 100_000]) { size in
      (0..<min(size, 2_000)).map { " ".times($0 % 400) + "- item\n" }.joined().times(
        max(1, size / 2_000))
    },
    oneText("web links", [1_000, 100_000]) { "https://example.org/a?b=c ".times($0) },
    HostileKind("texts of a megabyte", [10, 100]) { writer, size in
      for number in 0..<size { try writer.note("N\(number)", text: writer.words(200_000)) }
    },
  ]

  // MARK: Hashtags

  private static let tags: [HostileKind] = [
    HostileKind("segments of a hashtag", [100, 10_000, 200_000]) { writer, size in
      let tag = "#" + "a/".times(size) + "a"
      try writer.note("N", tags: [tag], text: tag)
      for number in 0..<20 { try writer.note("M\(number)", tags: [tag], text: "x") }
    },
    HostileKind("notes with a hashtag of 1,000 segments", [100, 1_000]) { writer, size in
      for number in 0..<size {
        let tag = "#n\(number)/" + "a/".times(999) + "a"
        try writer.note("N\(number)", tags: [tag], text: tag)
      }
    },
    HostileKind("hashtags of a note", [1_000, 50_000]) { writer, size in
      let tags = (0..<size).map { "#tag\($0)/below" }
      try writer.note("N", tags: tags, text: tags.joined(separator: " "))
    },
    HostileKind("hashtags below one", [1_000, 50_000]) { writer, size in
      for number in 0..<size / 10 {
        try writer.note(
          "N\(number)", tags: (0..<10).map { "#root/\(number * 10 + $0)" }, text: "#root/\(number)")
      }
    },
    HostileKind("notes with hashtags 10 kB long", [100, 2_000]) { writer, size in
      for number in 0..<size {
        try writer.note("N\(number)", tags: ["#" + "x".times(10_000) + "\(number)"], text: "x")
      }
    },
    HostileKind("hashtags of slashes", [1_000, 100_000]) { writer, size in
      try writer.note("N", tags: ["#" + "/".times(size)], text: "#" + "/".times(size))
    },
  ]

  // MARK: Versions

  private static let versions: [HostileKind] = [
    HostileKind("authors", [10_000, 150_000, 1_000_000]) { writer, size in
      try writer.note("N", text: "a #tag")
      for number in 0..<size { try writer.addAuthor(HostileWriter.author(number), usn: 1) }
    },
    several("later versions of a text", .noteText) { _, number, size in number },
    several("earlier versions of a text", .noteText) { _, number, size in size - number },
    several("versions of a text at one time", .noteText) { _, _, _ in 1 },
    several("later versions of metadata", .metadata) { _, number, _ in number },
    several("versions of metadata at one time", .metadata) { _, _, _ in 1 },
    HostileKind("versions of 100 kB", [20, 500]) { writer, size in
      try writer.note("N")
      for number in 0..<size {
        let author = HostileWriter.author(number)
        try writer.addAuthor(author, usn: 1 << 40)
        try writer.put("N", ".noteText", text: writer.words(20_000), by: author)
      }
    },
    HostileKind("notes in conflict", [100, 5_000]) { writer, size in
      for author in 0..<3 { try writer.addAuthor(HostileWriter.author(author), usn: 1 << 40) }
      for number in 0..<size {
        try writer.note("N\(number)", title: "Note \(number)")
        for author in 0..<3 {
          try writer.put(
            "N\(number)", ".noteText", text: "by \(author)", by: HostileWriter.author(author))
        }
      }
    },
    HostileKind("tombstones", [10_000, 500_000]) { writer, size in
      try writer.note("N", text: "x")
      let (author, other) = (HostileWriter.author(1), HostileWriter.author(2))
      try writer.addAuthor(author, usn: 1 << 40)
      try writer.addAuthor(other, usn: 1 << 40)
      let statement = try writer.db.cachedStatement(
        sql: "INSERT INTO tombstone VALUES (?, '.noteText', ?, ?, ?, ?)")
      for number in 0..<size {
        try statement.execute(
          arguments: ["N\(number % 1000)", author, number + 1, other, number + 1])
      }
    },
    HostileKind("notes that were deleted", [1_000, 100_000]) { writer, size in
      for number in 0..<size { try writer.put("N\(number)", ".metadata") }
    },
  ]

  private enum Key: String { case noteText = ".noteText", metadata = ".metadata" }

  /// Returns a kind with many versions of one value, one per author.
  private static func several(
    _ name: String, _ key: Key, time: @escaping @Sendable (HostileWriter, Int, Int) -> Int
  ) -> HostileKind {
    HostileKind(name, [500, 5_000]) { writer, size in
      try writer.note("N", text: "first")
      try writer.note("Other", text: "another note with a #tag")
      for number in 0..<size {
        let author = HostileWriter.author(number)
        try writer.addAuthor(author, usn: 1 << 40)
        let time = HostileWriter.time(Int64(time(writer, number, size)) + 1_000_000)
        switch key {
        case .noteText:
          try writer.put("N", ".noteText", text: "version \(number)", by: author, at: time)
        case .metadata:
          let json = HostileWriter.metadata(title: "Title \(number)")
          try writer.put("N", ".metadata", json: json, by: author, at: time)
        }
      }
    }
  }
}
