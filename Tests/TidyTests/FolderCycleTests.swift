import Foundation
import TestSupport
import Testing

/// The folders of each target depend on each other in one direction, as the compiler's index of the
/// build says.
@Suite struct FolderCycleTests {
  @Test(
    .enabled(
      if: IndexReport.cycles.absence == nil, Comment(rawValue: IndexReport.cycles.absence ?? "")))
  func foldersDependInOneDirection() throws {
    let report = IndexReport.cycles.text
    let sums = try #require(
      report.firstMatch(of: /(\d+) cycles between folders in (\d+) targets, (\d+) files/),
      "\(report)")
    #expect(sums.output.1 == "0", "\(report)")
    // There were targets and files to look at.
    #expect((Int(sums.output.2) ?? 0) > 20 && (Int(sums.output.3) ?? 0) > 500, "\(report)")
  }

  /// `docs/internals/targets.svg` shows the targets and folders that there are.
  @Test(
    .enabled(
      if: IndexReport.graph.absence == nil, Comment(rawValue: IndexReport.graph.absence ?? "")))
  func thePictureIsOfTheseTargets() {
    #expect(IndexReport.graph.text.isEmpty, "\(IndexReport.graph.text)")
  }
}

/// What a script prints about the compiler's index of the build that the tests belong to.
private struct IndexReport {
  static let cycles = IndexReport("folder-cycles", "--why")
  static let graph = IndexReport("graph", "--check")

  let text: String

  private init(_ script: String, _ option: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let build = BuiltProducts.executable("commonplace").deletingLastPathComponent()
    process.arguments = [
      "python3", Repository.root.appending(path: "script/\(script)").path, option, build.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
      let printed = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      text =
        process.terminationStatus == 127
        ? "skipped: there is no python3" : String(decoding: printed, as: UTF8.self)
    } catch {
      text = "\(error)"
    }
  }

  /// The reason why there is no answer; nil if there is one.
  var absence: String? { text.contains("skipped:") ? text : nil }
}
