import Foundation
import TestSupport
import Testing

/// The rooms of the sources are as ARCHITECTURE says.
@Suite struct LayoutTests {
  /// A Swift file of a folder such as `Sources`.
  private struct File {
    /// From the repository's root.
    var path: String
    var lines: [Substring]
    /// The folder below `Sources`, which is the target.
    var target: String { String(path.split(separator: "/")[1]) }
  }

  private static func files(in folder: String) throws -> [File] {
    let root = Repository.root.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    var found: [File] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let parts = file.pathComponents.dropFirst(root.pathComponents.count)
      let text = try String(contentsOf: file, encoding: .utf8)
      found.append(
        File(
          path: folder + "/" + parts.joined(separator: "/"),
          lines: text.split(separator: "\n", omittingEmptySubsequences: false)))
    }
    return found
  }

  /// The targets in the order of ARCHITECTURE's table, the lowest first.
  private static func targets() throws -> [String] {
    let text = try String(
      contentsOf: Repository.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
    let table = text.split(separator: "| target in `Sources` |").last ?? ""
    return table.split(separator: "\n\n").first.map {
      $0.matches(of: /(?m)^\| `(\w+)`/).map { String($0.output.1) }
    } ?? []
  }

  /// Each target imports only targets above it in the table, and all targets are there.
  @Test func targetsImportInOneDirection() throws {
    let targets = try Self.targets()
    let places = Dictionary(
      zip(targets, 0...), uniquingKeysWith: { first, _ in first })
    #expect(places.count == targets.count)
    let pattern =
      /^(@testable |@_exported |internal |package |public )*import (struct |enum |class |func )?(\w+)/
    for file in try Self.files(in: "Sources") {
      guard let place = places[file.target] else {
        Issue.record("ARCHITECTURE.md has no row for Sources/\(file.target)")
        return
      }
      for line in file.lines {
        guard let imported = line.firstMatch(of: pattern)?.output.3,
          let other = places[String(imported)]
        else { continue }
        #expect(other < place, "\(file.path) imports \(imported)")
      }
    }
  }

  /// Each feature has a test file of its name, in the same folder.
  @Test func eachFeatureHasTests() throws {
    let tests = Dictionary(
      try Self.files(in: "Tests/LanguageServerTests/Features").map { ($0.path, $0.lines) },
      uniquingKeysWith: { first, _ in first })
    for file in try Self.files(in: "Sources/LanguageServer/Features") {
      let path = file.path.replacing("Sources/LanguageServer/", with: "Tests/LanguageServerTests/")
        .replacing(".swift", with: "Tests.swift")
      let hasTest = tests[path]?.contains { $0.contains("@Test") } ?? false
      #expect(hasTest, "\(file.path) has no test in \(path)")
    }
  }

  @Test(arguments: ["Sources", "Tools", "Tests"]) func noFileIsLong(folder: String) throws {
    for file in try Self.files(in: folder) {
      #expect(file.lines.count <= 401, "\(file.path) has \(file.lines.count - 1) lines")
    }
  }

  @Test(arguments: ["Sources", "Tools", "Tests"]) func nothingIsLeftToDo(folder: String) throws {
    let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
    for file in try Self.files(in: folder) {
      for (number, line) in file.lines.enumerated() {
        #expect(!words.contains { line.contains($0) }, "\(file.path):\(number + 1)")
      }
    }
  }
}
