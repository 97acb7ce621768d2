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

  private static func imports(_ file: File) -> [String] {
    let pattern =
      /^(@testable |@_exported |internal |package |public )*import (struct |enum |class |func )?(\w+)/
    return file.lines.compactMap { $0.firstMatch(of: pattern).map { String($0.output.3) } }
  }

  /// The targets in Package.swift with the names of their dependencies among `targets`.
  private static func declared(_ targets: [String]) throws -> [String: Set<String>] {
    let text = try String(
      contentsOf: Repository.root.appending(path: "Package.swift"), encoding: .utf8)
    func names(_ text: some StringProtocol) -> Set<String> {
      Set(String(text).matches(of: /"(\w+)"/).map { String($0.output.1) }).intersection(targets)
    }
    let shared = text.firstMatch(of: /let notebook: \[[\w.]+\] = \[([^\]]*)\]/)
    let ofNotebook = names(shared?.output.1 ?? "")
    let ofTests = text.firstMatch(of: /let notebookTests: \[[\w.]+\] =([^=]*?\])\n/)
    let ofNotebookTests = ofNotebook.union(names(ofTests?.output.1 ?? ""))
    var declared: [String: Set<String>] = [:]
    let pattern =
      /arget\(\s*name: "([\w-]+)"(, dependencies:|,\s+dependencies:)?([^;]*?)(swift|linker)Settings/
    for match in text.matches(of: pattern) {
      let list = match.output.3
      declared[String(match.output.1)] =
        names(list).union(list.contains("notebook +") ? ofNotebook : [])
        .union(list.contains("notebookTests") ? ofNotebookTests : [])
    }
    return declared
  }

  /// A target imports exactly those targets that Package.swift declares for it: the compiler does not
  /// insist on that.
  @Test func targetsImportWhatTheyDeclare() throws {
    let targets = try Self.targets()
    let declared = try Self.declared(targets)
    var imported: [String: Set<String>] = [:]
    for file in try Self.files(in: "Sources") {
      imported[file.target, default: []].formUnion(Self.imports(file))
    }
    for target in targets where target != "CSystem" {
      let used = imported[target]?.intersection(targets) ?? []
      #expect(used == declared[target], "\(target)")
    }
  }

  /// Tools and tests import only what Package.swift declares for them: a whole build finds other modules, too, and
  /// `script/test NAME`, which builds only what is declared, does not.
  @Test(arguments: ["Tools", "Tests"]) func othersImportWhatTheyDeclare(folder: String) throws {
    let tools = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Tools").path(percentEncoded: false))
    let targets = try Self.targets() + tools + ["TestSupport", "NotebookTestSupport"]
    let declared = try Self.declared(targets)
    for file in try Self.files(in: folder) {
      guard let known = declared[file.target] else { continue }
      let missing = Set(Self.imports(file)).intersection(targets).subtracting(known)
      #expect(missing == [], "\(file.path)")
    }
  }

  /// Each target imports only targets above it in the table, and all targets are there.
  @Test func targetsImportInOneDirection() throws {
    let targets = try Self.targets()
    let ranks = Dictionary(
      zip(targets, 0...), uniquingKeysWith: { first, _ in first })
    #expect(ranks.count == targets.count)
    for file in try Self.files(in: "Sources") {
      guard let rank = ranks[file.target] else {
        Issue.record("ARCHITECTURE.md has no row for Sources/\(file.target)")
        return
      }
      for imported in Self.imports(file) {
        guard let other = ranks[imported] else { continue }
        #expect(other < rank, "\(file.path) imports \(imported)")
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

  /// Tests with the name of a source file stand in a folder of the same name as that file.
  @Test func testsStandWhereTheCodeStands() throws {
    var folders: [String: Set<String>] = [:]
    for file in try Self.files(in: "Sources") {
      let parts = file.path.split(separator: "/").dropFirst(2)
      guard let name = parts.last?.dropLast(".swift".count) else { continue }
      // `Notebook+Saving.swift` is tested in `SavingTests.swift`.
      for name in Set([String(name), name.split(separator: "+").last.map(String.init) ?? ""]) {
        folders["\(file.target)/\(name)", default: []].insert(
          parts.dropLast().joined(separator: "/"))
      }
    }
    for file in try Self.files(in: "Tests") where file.path.hasSuffix("Tests.swift") {
      let parts = file.path.split(separator: "/").dropFirst(2)
      guard let name = parts.last?.dropLast("Tests.swift".count), file.target.hasSuffix("Tests")
      else { continue }
      let target =
        file.target == "CommandLineTests"
        ? "commonplace" : String(file.target.dropLast("Tests".count))
      guard let expected = folders["\(target)/\(name)"] else { continue }
      let folder = parts.dropLast().joined(separator: "/")
      #expect(
        expected.contains(folder), "\(file.path): the source is in \(expected.sorted())")
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
