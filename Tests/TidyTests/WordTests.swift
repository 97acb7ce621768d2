import Foundation
import TestSupport
import Testing

/// Comments and messages are plain English, by the rules of CONTRIBUTING and the words of the
/// glossary.
@Suite struct WordTests {
  /// A phrase that breaks a rule.
  struct Phrase: Sendable, CustomStringConvertible {
    /// A regular expression of ICU, without regard to case.
    let pattern: String
    let better: String

    var description: String { pattern }

    func isFound(in text: String) throws -> Bool {
      let expression = try NSRegularExpression(
        pattern: pattern, options: [.caseInsensitive, .anchorsMatchLines])
      return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
  }

  static let phrases = [
    Phrase(pattern: #"\bwhoever\b"#, better: "the reader, the process that …"),
    Phrase(pattern: #"\bnobody\b"#, better: "no user, no reader, the passive"),
    Phrase(pattern: #"\bsomebody\b"#, better: "a user, another program"),
    Phrase(pattern: #"\banew\b"#, better: "again"),
    Phrase(pattern: #"\bbehind\b"#, better: "after"),
    Phrase(pattern: #"\bof (its|his|their|your|our) own\b"#, better: "its own …, a separate …"),
    Phrase(pattern: #"(?<!\bthere )\b(is|are|was|were) none\b"#, better: "is not a …"),
    Phrase(pattern: #"\b(tell|tells|told|telling)\b"#, better: "notify, report, distinguish"),
    Phrase(pattern: #"\boneself\b|\bone's own\b"#, better: "you, the user"),
    Phrase(
      pattern: #"\b(where|when|if|while|as|how) one "#
        + #"(can|may|has|must|would|wants|types|sees|looks|knows|needs|chooses|remembers|writes)\b"#,
      better: "you, the user"),
  ]

  /// A clause in the place of a noun, at the beginning of a sentence.
  static let headless = Phrase(
    pattern: #"(^|[.:;!?] |- )(?-i:What)(ever)? (?!if\b)"#, better: "a noun")

  private static let preposition =
    "(After|As|At|Before|Between|By|For|From|In|Of|On|Since|To|Under|Until|Up to|With)"
  /// The same with other words, at the beginning of a comment.
  static let headlessComment = Phrase(
    pattern:
      #"\A(\#(preposition) (most )?)?(?-i:How|Which|Why|Who|Whom|Whose|how|which|why|whom)\b"#,
    better: "a noun")
  /// In code “Where” and “When” may begin a whole sentence. A declaration is a thing, and its
  /// documentation begins with a noun.
  static let headlessDocumentation = Phrase(
    pattern: #"\A(\#(preposition) )?(?-i:Where|When|where|when)\b"#, better: "a noun")

  static func isHeadless(_ comment: Comment) throws -> Bool {
    try headless.isFound(in: comment.text) || headlessComment.isFound(in: comment.text)
      || comment.isDocumentation && headlessDocumentation.isFound(in: comment.text)
  }

  /// The comments of one block, on one line for each paragraph and without code.
  struct Comment: Sendable, CustomStringConvertible {
    let path: String
    /// The first line, from 1.
    let line: Int
    let text: String
    /// Whether it documents a declaration.
    let isDocumentation: Bool

    var description: String { "\(path):\(line): \(text)" }

    /// The comments of a file, given the mark with which they begin.
    static func all(in path: String, _ text: String, mark: String) -> [Comment] {
      var comments: [Comment] = []
      var (first, paragraphs) = (0, [""])
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false) + [Substring()]
      for (index, line) in lines.enumerated() {
        if let comment = self.text(of: line, mark: mark) {
          if paragraphs == [""] { first = index + 1 }
          let isParagraph = comment.isEmpty || comment.hasPrefix("- ")
          if isParagraph {
            paragraphs.append(comment)
          } else {
            paragraphs[paragraphs.count - 1] += " " + comment
          }
        } else if paragraphs != [""] {
          let text = paragraphs.map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n").replacing(/`[^`\n]*`/, with: "`…`")
          let isDocumentation = lines[first - 1].drop { $0 == " " }.hasPrefix("///")
          comments.append(
            Comment(path: path, line: first, text: text, isDocumentation: isDocumentation))
          paragraphs = [""]
        }
      }
      return comments
    }

    /// The comment of a line, without its mark. Returns nil if there is none.
    private static func text(of line: Substring, mark: String) -> String? {
      var text = line.drop { $0 == " " }
      if !text.hasPrefix(mark) {
        guard ["//", "--"].contains(mark), let range = line.range(of: " \(mark) ") else {
          return nil
        }
        text = line[range.lowerBound...].dropFirst()
      }
      return text.drop { mark.hasPrefix(String($0)) }.trimmingCharacters(in: .whitespaces)
        .replacing(/^MARK: (- )?/, with: "")
    }
  }

  /// Comments of the sources and of the scripts.
  private static let comments: [Comment] = allComments(
    in: ["Sources", "Tools", "Plugins", "Grammar", "editors", "script", "Package.swift"])

  /// Without this file, which has comments with each phrase.
  private static let commentsOfTests = allComments(in: ["Tests"])
    .filter { !$0.path.hasSuffix("/WordTests.swift") }

  /// The marks of comments, by the endings of files.
  private static let marks = [
    "swift": "//", "c": "//", "h": "//", "ts": "//", "js": "//", "lua": "--", "el": ";",
    "peg": "#", "py": "#", "sh": "#", "": "#",
  ]

  private static func allComments(in folders: [String]) -> [Comment] {
    var comments: [Comment] = []
    for folder in folders {
      for path in paths(in: folder, Set(marks.keys)) {
        let ending = (path as NSString).pathExtension
        var text = Repository.text(of: path)
        if ["ts", "js"].contains(ending) {
          // A comment of several lines, as if each were one.
          text.replace(/(?m)^( *)(\/\*\*|\*\/?)( |$)/) { "\($0.1)// " }
          text.replace(/(?m) *\*\/$/, with: "")
        }
        comments += Comment.all(in: path, text, mark: marks[ending] ?? "#")
      }
    }
    return comments
  }

  private static func paths(in folder: String, _ endings: Set<String>) -> [String] {
    let root = Repository.root.appending(path: folder)
    guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil),
      let first = files.nextObject() as? URL
    else { return [folder] }
    let all = [first] + files.compactMap { $0 as? URL }
    return all.compactMap { file in
      let path = file.pathComponents.dropFirst(Repository.root.pathComponents.count)
        .joined(separator: "/")
      let isRead =
        endings.contains(file.pathExtension) && !path.contains("/examples/")
        && !path.contains("/node_modules/") && !path.contains("/out/")
      return isRead ? path : nil
    }
  }

  @Test func fewCommentsBeginWithAHeadlessClause() throws {
    #expect(Self.comments.count > 3000, "the sources are there")
    let found = try (Self.comments + Self.commentsOfTests).filter(Self.isHeadless)
    #expect(found.count < 20, "\(found.map(\.description).joined(separator: "\n"))")
  }

  /// A comment that stands in many places says no more than the names beside it.
  @Test func noCommentRepeats() {
    // It says that a text called `note` is neither its title nor its text.
    let useful: Set = ["The note's id."]
    // Code is left out of the texts, so those with code may differ.
    let code = Self.comments.filter {
      $0.path.hasSuffix(".swift") && !$0.text.contains("`") && !useful.contains($0.text)
    }
    for (text, places) in Dictionary(grouping: code, by: \.text) {
      #expect(places.count <= 4, "\(text) stands in \(places.map { "\($0.path):\($0.line)" })")
    }
  }

  @Test(arguments: phrases) func noCommentHas(_ phrase: Phrase) throws {
    let comments = Self.comments + Self.commentsOfTests
    for comment in try comments.filter({ try phrase.isFound(in: $0.text) }) {
      Issue.record("\(comment); write \(phrase.better)")
    }
  }

  /// `docs/messages.md` has all messages.
  @Test(arguments: phrases + [headless]) func noMessageHas(_ phrase: Phrase) throws {
    let messages = Repository.text(of: "docs/messages.md").split(separator: "\n").dropFirst(5)
    #expect(messages.count > 500)
    for message in messages where try phrase.isFound(in: String(message)) {
      Issue.record("\(message); write \(phrase.better)")
    }
  }

  /// The documents of users and of contributors. Two of them explain the rules.
  @Test(arguments: phrases + [headless]) func noDocumentHas(_ phrase: Phrase) throws {
    let documents = [
      "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md", "docs", "editors",
    ].flatMap { Self.paths(in: $0, ["md", "txt"]) }
      .filter { !["docs/glossary.md", "docs/messages.md"].contains($0) }
    #expect(documents.count > 25)
    for document in documents {
      let text = Repository.text(of: document)
        .replacing(/(?m)^```(?s:.*?)^```$/, with: "").replacing(/`[^`\n]*`/, with: "`…`")
      for paragraph in text.split(separator: "\n\n") {
        let line = String(paragraph).replacing("\n", with: " ")
        if try phrase.isFound(in: line) {
          Issue.record("\(document): \(line); write \(phrase.better)")
        }
      }
    }
  }

  /// The phrases find what they are made for, and nothing else.
  @Test(arguments: [
    ("/// What a reader sees.", true), ("// Nil for what is left. What is gone is not.", true),
    ("  /// The version that nobody\n  /// reads.", true), ("let a = 1  // behind it", true),
    ("/// A value that is\n/// none.", true), ("/// Returns nil if there\n/// is none.", false),
    ("/// While one types.", true), ("/// If one is missing, that one's name.", false),
    ("/// `tell` and `behind` are names.", false), ("let text = \"somebody\"", false),
    ("/// See https://example.org/behind-it?", true), ("/// What if it fails?", false),
    ("/// How many there are.", true), ("/// By how much it grows.", true),
    ("// Who writes it.", true), ("/// Where it is.", true), ("/// Since when it is so.", true),
    ("// Where it is, it stays.", false), ("/// The place where it is.", false),
  ]) func aPhraseIsFoundInComments(_ source: String, _ isFound: Bool) throws {
    let comments = Comment.all(in: "", source, mark: "//")
    let found = try comments.contains { comment in
      let hasPhrase = try Self.phrases.contains { try $0.isFound(in: comment.text) }
      return try hasPhrase || Self.isHeadless(comment)
    }
    #expect(found == isFound)
  }
}

/// `docs/messages.md` lists what the sources have.
@Suite struct MessageTests {
  private static let python = [
    "/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: python != nil, "no python3")) func theListIsUpToDate() throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = [Repository.root.appending(path: "script/messages").path, "--check"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
  }
}
