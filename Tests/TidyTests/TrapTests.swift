import Foundation
import TestSupport
import Testing

/// A release build has no line that can end the process, whatever clocks, files and clients say: no
/// operation that traps stands in the code, but for those of which a reason is given here.
@Suite struct TrapTests {
  /// Something that ends the process when what it is given does not fit.
  struct Rule: Sendable, CustomStringConvertible {
    let name: String
    /// The better form.
    let remedy: String
    /// The form that traps: a regular expression of ICU, which takes a tenth of the time of
    /// Swift's.
    let pattern: String

    var description: String { name }

    /// Those of `lines` that it finds.
    func found(in lines: [SourceLine]) throws -> [SourceLine] {
      let expression = try NSRegularExpression(pattern: pattern)
      return lines.filter { line in
        let range = NSRange(line.code.startIndex..., in: line.code)
        return expression.firstMatch(in: line.code, range: range) != nil
      }
    }
  }

  static let rules = [
    Rule(
      name: "unwrapping by force, try!, as!", remedy: "guard let, do, as?",
      pattern: #"[\w)\]}>"]!(?!=)"#),
    Rule(
      name: "ending the process", remedy: "throw, or a value",
      pattern: #"\b(fatalError|precondition|preconditionFailure|unsafelyUnwrapped|unowned|abort)\b"#
    ),
    Rule(
      name: "a dictionary of unique keys", remedy: "uniquingKeysWith:",
      pattern: "uniqueKeysWithValues"),
    Rule(
      name: "a whole number from one with fractions", remedy: "exactly:, or compare as Double",
      pattern: #"\bInt(64)?\("# + unlabelled
        + #".*(rounded|timeInterval|[0-9]e[0-9]|Double\(|\* *100\b|[sS]econds\b|[0-9]\.[0-9])"#),
    Rule(
      name: "a number of fewer or unsigned bits",
      remedy: "exactly:, clamping:, truncatingIfNeeded:",
      pattern: #"\b(Int8|Int16|Int32|UInt|UInt8|UInt16|UInt32|UInt64)\("# + unlabelled),
    Rule(
      name: "the first of a lazy compactMap, whose closure is called twice",
      remedy: "firstNonNil", pattern: #"\.lazy\b.*\.compactMap\b|^ *\.compactMap\b.*\.first\b"#),
    Rule(
      name: "arithmetic on times of files", remedy: "Date.age(ofFileTime:), or &+, &-, &*",
      pattern: #"(tv_n?sec\)?|\.modified) *[*+-] |[^&][*+-] (\w+\.)*(tv_n?sec|modified)\b"#),
    Rule(
      name: "a range between foreign numbers", remedy: "compare the ends first",
      pattern: #"\.\.[.<].*\b(row|params|position|json)\."#
        + #"|\b(row|params|position|json)\..*\.\.[.<]"#),
    Rule(
      name: "a duration of any length", remedy: "a literal, or a clamped number",
      pattern: #"(^|[^\w\])]|Duration)\.(seconds|milliseconds|microseconds|nanoseconds)\("#
        + #"(?![0-9][0-9_]*\))"#),
  ]

  /// The text after the parenthesis of a conversion that may trap: no label that says how it does
  /// not.
  private static let unlabelled =
    "(?!exactly:|clamping:|truncatingIfNeeded:|bitPattern:|ascii:|littleEndian:|bigEndian:"
    + #"|radix|\)|[0-9]+\))"#

  /// A line that a rule finds and that cannot trap.
  struct Exception: Sendable {
    let path: String
    /// The whole line, without the spaces around it.
    let line: String
    let reason: String
  }

  static let exceptions: [Exception] = [
    Exception(
      path: "Sources/LanguageServer/NotebookAccess/BackgroundSync.swift",
      line: "queue.asyncAfter(deadline: .now() + .milliseconds(Self.interval)) { [weak self] in",
      reason: "a constant"),
    Exception(
      path: "Sources/LanguageServer/Connection/MessageWriter.swift",
      line: "let deadline = ContinuousClock.now + .seconds(seconds)",
      reason: "whoever calls it says half a second"),
    Exception(
      path: "Sources/commonplace/Output/ProgressLine.swift",
      line: "patience = .milliseconds(min(max(0, given ?? 300), 10_000))",
      reason: "clamped"),
  ]

  @Test(arguments: rules)
  func nothingInTheProgramCanTrap(_ rule: Rule) throws {
    let lines = try SourceLine.all()
    #expect(lines.count > 20_000, "the sources are there")
    for line in try rule.found(in: lines) {
      let isExcepted = Self.exceptions.contains { $0.path == line.path && $0.line == line.text }
      #expect(isExcepted, "\(rule.name); write \(rule.remedy): \(line)")
    }
  }

  @Test func everyExceptionIsStillNeeded() throws {
    let lines = try SourceLine.all()
    let found = try Self.rules.flatMap { try $0.found(in: lines) }
    for exception in Self.exceptions {
      let isNeeded = found.contains { $0.path == exception.path && $0.text == exception.line }
      #expect(isNeeded, "\(exception.path): \(exception.line)")
      #expect(!exception.reason.isEmpty)
    }
  }

  /// An element by number in a list, such as `parts[0]`, traps if the list is shorter. So the line
  /// or the twenty above it speak of the list's `count`, `isEmpty`, `first`, `last` or `indices`.
  ///
  /// Those of which nothing is said, but which cannot trap; the name is that of the list.
  static let countedLists: [(path: String, name: String, reason: String)] = [
    ("Base/EditDistance.swift", "distances", "made of 0...count, so never empty"),
    ("Base/SHA256.swift", "state", "eight words by their type"),
    ("KeyValueStore/StoredVersion.swift", "row", "a column of the statement above"),
    ("KeyValueStore/Tombstone.swift", "row", "a column of the statement above"),
    ("KeyValueStore/UnseenChanges.swift", "row", "a column of the statement above"),
    (
      "MiniMarkdown/Syntax/ForeignLines.swift", "utf8Start",
      "of a literal that has bytes, as was asked"
    ),
    ("MiniMarkdown/Syntax/Text.swift", "utf8Start", "of a literal that has bytes, as was asked"),
    ("Notebook/Values/NoteValues+Fetch.swift", "row", "a column of the statement above"),
    ("SpacedRepetition/Scheduling/FSRSFormulas.swift", "w", "`FSRSParameters` has 21 numbers"),
  ]

  /// The lists of a line of which nothing near it says how long they are.
  private static func uncountedLists(_ line: SourceLine, after before: [SourceLine]) -> [String] {
    line.code.matches(of: /([\w)\]?]+)\[\d+\]/).compactMap { match in
      let name = String(match.output.1.filter { $0.isLetter || $0.isNumber || $0 == "_" })
      let isCounted = (before + [line]).contains { near in
        ["count", "isEmpty", "first", "last", "indices"].contains { member in
          near.code.contains("\(name).\(member)") || near.code.contains("\(name)?.\(member)")
        }
      }
      return isCounted && !name.isEmpty ? nil : name
    }
  }

  @Test func elementsByNumberAreThere() throws {
    var needed: Set<String> = []
    var before: [SourceLine] = []
    for line in try SourceLine.all() {
      before = before.suffix(20).filter { $0.path == line.path }
      for name in Self.uncountedLists(line, after: before) {
        let known = Self.countedLists.first { "Sources/" + $0.path == line.path && $0.name == name }
        #expect(known != nil, "write `first`, or ask for the count: \(line)")
        if let known { needed.insert(known.path) }
      }
      before.append(line)
    }
    #expect(needed == Set(Self.countedLists.map(\.path)), "every exception is still needed")
  }

  @Test(arguments: [
    ("let name = parts[0]", "let parts = text.split(separator: \" \")", true),
    ("let name = parts[0]", "guard parts.count == 2 else { return nil }", false),
    ("parts.isEmpty ? nil : parts[0]", "", false), ("let pairs: [Int] = [0]", "", false),
    ("values[key]?[0] = 1", "values.first", true),
  ]) func anElementByNumberIsFound(_ code: String, before: String, _ isFound: Bool) {
    let line = SourceLine(path: "", number: 2, line: code[...])
    let before = SourceLine(path: "", number: 1, line: before[...])
    #expect(Self.uncountedLists(line, after: [before]).isEmpty != isFound)
  }

  /// The rules find what they are made for.
  @Test(arguments: [
    "let note = notes.first!.id", "return try! read()", "let text = value as! String",
    "fatalError(\"cannot happen\")", "precondition(count > 0)",
    "Dictionary(uniqueKeysWithValues: pairs)",
    "let now = Int64(Date().timeIntervalSince1970 * 1e9)", "Int((share * 100).rounded())",
    "print(\"\\(Int(seconds))\")", "UInt32(row.count)", "usleep(UInt32(wait))",
    "let age = now - identity.modified * 2", "Int64(time.tv_sec) * 1_000_000_000",
    "for line in row.first...row.last {}", "for line in 0..<params.count {}",
    "wait(.seconds(delay))",
  ])
  func aLineThatCanTrapIsFound(_ code: String) throws {
    let line = SourceLine(path: "", number: 1, line: code[...])
    #expect(try Self.rules.contains { try !$0.found(in: [line]).isEmpty })
  }

  @Test(arguments: [
    "guard first != last else { return }", "if !isEmpty { return }", "// never fatalError() here",
    "say(\"as! was found!\")", "Int64(time.tv_sec) &* 1_000_000_000", "wait(.seconds(10))",
    "Int(exactly: seconds.rounded()) ?? 0", "UInt8(ascii: \"a\")", "for line in 0..<lines.count {}",
  ])
  func aLineThatCannotTrapIsNot(_ code: String) throws {
    let line = SourceLine(path: "", number: 1, line: code[...])
    #expect(try Self.rules.allSatisfy { try $0.found(in: [line]).isEmpty })
  }
}
