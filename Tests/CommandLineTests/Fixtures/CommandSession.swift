import Foundation
import Notebook
import TestSupport

/// A folder with a notebook `notes.libnotes` of the notes in `Transcripts/notes`, in which commands are
/// run by a shell.
struct CommandSession {
  let folder: TemporaryFolder
  var path: String { folder.url.path(percentEncoded: false) }

  /// The folder of the transcripts and their notes.
  static let transcripts = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Transcripts")

  /// The services that know books, as they were recorded.
  private static let services = try? RecordedServer.recorded()

  init() throws {
    folder = try TemporaryFolder()
    let texts = try FileManager.default
      .contentsOfDirectory(
        at: Self.transcripts.appending(path: "notes"), includingPropertiesForKeys: nil
      )
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    try Notebook.create(at: path + "/notes.libnotes", notes: texts)
  }

  /// The result of a command.
  struct Outcome {
    var output: String
    var status: Int32
  }

  /// Runs a command of the shell; nil if that does not start. Its output has what it says on standard
  /// error too, unless the command sends that elsewhere.
  func outcome(of command: String) -> Outcome? {
    let products = BuiltProducts.executable("commonplace").deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = [
      "PATH": products.path(percentEncoded: false) + ":/usr/bin:/bin", "HOME": path,
      "TZ": TimeZone.noon, "COMMONPLACE_LOOKUP_TEST_SERVER": Self.services?.address ?? "",
    ]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: data, as: UTF8.self), status: process.terminationStatus)
  }

  /// Output and, if it is not 0, the exit code, with names for what differs between runs.
  func transcript(of command: String) -> String {
    guard let outcome = outcome(of: command) else { return "[does not start]\n" }
    var text = outcome.output
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n[no line end]\n" }
    if outcome.status != 0 { text += "[exit \(outcome.status)]\n" }
    return named(text)
  }

  /// The text with a name for each thing that differs between runs.
  func named(_ text: String) -> String {
    text.replacing(path, with: "FOLDER")
      .replacing(#/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#, with: "ID")
      .replacing(#/(?m)^[0-9A-F]{8}(?=  )/#, with: "ID------")
      .replacing(#/resolve [0-9A-F]{8} /#, with: "resolve ID------ ")
      .replacing(#/(?m)^ID------  \d{4}-\d\d-\d\d(?=  )/#, with: "ID------  DAY")
      .replacing(#/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{3})?Z?/#, with: "TIME")
      .replacing(#/\d{8}T\d{6}Z/#, with: "TIME")
      .replacing(#/\d{4}-\d\d-\d\dT\d{6}\.\d{3}/#, with: "TIME")
      .replacing(#/[0-9a-f]{32}:\d+/#, with: "VERSION")
      .replacing(#/\[[0-9a-f]{8}\]/#, with: "[AUTHOR]")
      .replacing(#/notes-[0-9a-f]{16}/#, with: "notes-HASH")
      .replacing(#/commonplace \([^)]*\)/#, with: "commonplace (HOST)")
  }
}
