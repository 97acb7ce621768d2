import Foundation
import TestSupport
import Testing

/// The manual pages: commonplace(1), made of what the built program says of itself, and
/// commonplace(7).
@Suite struct ManualTests {
  private static let page1 = run(
    "\"$1\" --experimental-dump-help | python3 script/manual.py 2026-11-22",
    BuiltProducts.executable("commonplace").path(percentEncoded: false))
  private static let page7 = run("python3 script/manual.py 2026-11-22 commonplace.7")

  /// The output of a shell command in the repository's folder.
  private static func run(_ command: String, _ arguments: String...) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command, "sh"] + arguments
    process.currentDirectoryURL = Repository.root
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return "" }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  private static func has(_ program: String) -> Bool {
    !run("command -v \"$1\"", program).isEmpty
  }

  private static func sections(_ page: String) -> [String] {
    page.matches(of: /(?m)^\.SH (.*)$/).map { String($0.1) }
  }

  /// The words without roff's marks.
  private static func plain(_ page: String) -> String {
    page.replacing(/\\f[BIRP]/, with: "").replacing("\\-", with: "-")
      .replacing("\\(aq", with: "'").replacing("\\&", with: "")
  }

  @Test(.enabled(if: has("python3"), "there is no python3"))
  func thePagesHaveTheirSections() {
    #expect(
      Self.sections(Self.page1) == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS",
        "EXAMPLES", "SEE ALSO",
      ])
    #expect(Self.sections(Self.page7) == ["NAME", "DESCRIPTION", "LANGUAGE", "SEARCH", "SEE ALSO"])
    for page in [Self.page1, Self.page7] {
      #expect(page.hasPrefix(".TH \"COMMONPLACE\""))
      #expect(!page.contains("@DATE@"))
    }
  }

  /// Neither page has a line that the formatter does not understand.
  @Test(.enabled(if: has("groff") && has("python3"), "groff or python3 is not installed"))
  func theFormatterHasNoWarnings() throws {
    for page in [Self.page1, Self.page7] {
      let folder = try TemporaryFolder()
      try page.write(toFile: folder.path("page"), atomically: true, encoding: .utf8)
      let warnings = Self.run(
        "groff -man -Tutf8 -Kutf8 -ww -z \"$1\" 2>&1", folder.path("page"))
      #expect(warnings == "")
    }
  }

  /// Every variable that the sources read is in the manual.
  @Test(.enabled(if: has("python3"), "there is no python3"))
  func everyVariableIsThere() throws {
    let environment = Self.page1.split(separator: ".SH FILES").first ?? ""
    let sources = Self.run(
      "git grep -hE 'environment|getenv' -- Sources || grep -rhE 'environment|getenv' Sources")
    let names = Set(sources.matches(of: /"([A-Z][A-Z_]{3,})"/).map { String($0.1) })
    // Those of tests.
    let tests: Set = [
      "COMMONPLACE_PROGRESS_AFTER", "COMMONPLACE_SLOW_STEPS", "COMMONPLACE_LOOKUP_TEST_SERVER",
    ]
    for name in names.subtracting(tests) {
      #expect(environment.contains(name), "\(name) is not under ENVIRONMENT")
    }
    #expect(names.contains("COMMONPLACE_NOTEBOOK"))
  }

  /// The examples name commands that there are; and so does the text on the exit status.
  @Test(.enabled(if: has("python3"), "there is no python3"))
  func theExamplesAreCommands() throws {
    let parts = Self.plain(Self.page1).components(separatedBy: ".SH EXAMPLES")
    let examples = try #require(parts.last).matches(of: /(?m)^commonplace (\S+)/).map { $0.1 }
    #expect(examples.count > 8)
    for command in examples {
      #expect(parts[0].contains(".SS \"commonplace \(command)"), "there is no \(command)")
    }
  }

  /// The parser reads the examples of the language as the second page says.
  @Test(.enabled(if: has("python3"), "there is no python3"))
  func theLanguageIsAsItSays() throws {
    let language = try #require(Self.page7.components(separatedBy: ".SH SEARCH").first)
    let examples = language.matches(of: /(?s)\n\.nf\n(.*?)\n\.fi/).map { String($0.1) }
    let kinds = ["header", "blockquote", "cloze", "question_and_answer", "hashtag", "summary"]
    #expect(examples.count == kinds.count)
    for (example, kind) in zip(examples, kinds) {
      let tree = Self.run(
        "printf '%s\\n' \"$2\" | \"$1\" parse",
        BuiltProducts.executable("commonplace").path(percentEncoded: false), example)
      #expect(tree.contains(" \(kind)\n"), "\(tree)")
    }
  }

  /// The second page explains every filter of the search that help names.
  @Test(.enabled(if: has("python3"), "there is no python3"))
  func everyFilterIsThere() {
    let search = Self.plain(Self.page7)
    let help = Self.plain(Self.page1)
    let filters = help.matches(of: /\b(in|is|section|after|before):[a-z0-9-]+/).map { $0.0 }
    #expect(filters.count > 6)
    for filter in filters { #expect(search.contains(filter), "\(filter) is not in the page") }
  }
}
