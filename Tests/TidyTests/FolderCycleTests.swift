import Foundation
import TestSupport
import Testing

/// The folders of each target depend on each other in one direction, as the compiler's index of the
/// build says.
@Suite struct FolderCycleTests {
  @Test(.enabled(if: FolderCycles.absence == nil, Comment(rawValue: FolderCycles.absence ?? "")))
  func foldersDependInOneDirection() throws {
    let report = FolderCycles.report
    let sums = try #require(
      report.firstMatch(of: /(\d+) cycles between folders in (\d+) targets, (\d+) files/),
      "\(report)")
    #expect(sums.output.1 == "0", "\(report)")
    // There were targets and files to look at.
    #expect((Int(sums.output.2) ?? 0) > 20 && (Int(sums.output.3) ?? 0) > 500, "\(report)")
  }
}

/// The answer of `script/folder-cycles` about the build that the tests belong to.
private enum FolderCycles {
  /// All that it prints.
  static let report: String = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let build = BuiltProducts.executable("commonplace").deletingLastPathComponent()
    process.arguments = [
      "python3", Repository.root.appending(path: "script/folder-cycles").path, "--why", build.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    do {
      try process.run()
      let text = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return process.terminationStatus == 127
        ? "skipped: there is no python3" : String(decoding: text, as: UTF8.self)
    } catch {
      return "\(error)"
    }
  }()

  /// The reason why it has no answer; nil if it has one.
  static var absence: String? { report.contains("skipped:") ? report : nil }
}
