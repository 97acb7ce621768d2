import Foundation
import NotebookFile
import Notebook
import Maintenance
import TestSupport
import Testing

/// `Transcripts/`: commands as they are typed, and what they print, standard error included. Each
/// file is a session in a folder of its own, which has a notebook `notes.libnotes` of the notes in
/// `notes/`. What differs from run to run is shown by a name: ID, TIME, DAY, FOLDER, VERSION, HASH, HOST.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the files are written anew, to be read before they are
/// committed. Where the app's own code is at hand (`script/oracle`), it is asked about the notebooks
/// after each command.
@Suite struct TranscriptTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Transcripts")

  static let names =
    (try? FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false)))?.filter { $0.hasSuffix(".txt") }.sorted() ?? []

  static let isRewriting =
    ProcessInfo.processInfo.environment["COMMONPLACE_REWRITE_EXAMPLES"] != nil

  @Test func thereAreTranscripts() {
    #expect(Self.names.count >= 4)
  }

  @Test(arguments: names)
  func replays(_ name: String) throws {
    let file = Self.folder.appending(path: name)
    let transcript = try String(contentsOf: file, encoding: .utf8)
    let session = try Session()
    let oracle = AppOracle.isThere ? try AppOracle() : nil
    // What it is about, up to the first command.
    let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false)
    var replay = lines.prefix { $0.hasPrefix("# ") }.map { $0 + "\n" }.joined()
    for line in lines where line.hasPrefix("$ ") {
      replay += "\n\(line)\n" + session.run(line.dropFirst(2))
      if let oracle { #expect(try session.faults(by: oracle) == [], "after \(line)") }
    }
    if Self.isRewriting {
      try replay.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(replay == transcript)
    }
  }
}

/// A folder with a notebook, in which commands are run.
private struct Session {
  let folder = try? TemporaryFolder()
  private var path: String { folder?.url.path(percentEncoded: false) ?? "" }

  init() throws {
    let notes = TranscriptTests.folder.appending(path: "notes")
    let texts = try FileManager.default
      .contentsOfDirectory(at: notes, includingPropertiesForKeys: nil)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map { try String(contentsOf: $0, encoding: .utf8) }
    try Notebook.create(at: path + "/notes.libnotes", notes: texts)
  }

  /// What is wrong for the app with the notebooks in which we find nothing wrong.
  func faults(by oracle: AppOracle) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return try names.sorted().filter { $0.hasSuffix(".libnotes") }.flatMap { name in
      let file = path + "/" + name
      let checkup = try? Checkup.run(at: file, state: StateFolder(path: path + "/none"))
      guard let checkup, checkup.count(.damage) == 0 else { return [String]() }
      return try oracle.faults(of: file).map { "\(name): \($0)" }
    }
  }

  /// Output, and the exit code if it is not 0.
  func run(_ command: Substring) -> String {
    let products = BuiltProducts.executable("commonplace").deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", String(command)]
    process.environment = [
      "PATH": products.path(percentEncoded: false) + ":/usr/bin:/bin", "HOME": path,
      "TZ": TimeZone.noon,
    ]
    process.currentDirectoryURL = folder?.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return "[does not start]\n" }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var text = String(decoding: data, as: UTF8.self)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n[no line end]\n" }
    if process.terminationStatus != 0 { text += "[exit \(process.terminationStatus)]\n" }
    return named(text)
  }

  /// The text with a name for each thing that differs between runs.
  private func named(_ text: String) -> String {
    text.replacing(path, with: "FOLDER")
      .replacing(#/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#, with: "ID")
      .replacing(#/(?m)^[0-9A-F]{8}(?=  )/#, with: "ID------")
      .replacing(#/(?m)^ID------  \d{4}-\d\d-\d\d(?=  )/#, with: "ID------  DAY")
      .replacing(#/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z?/#, with: "TIME")
      .replacing(#/\d{8}T\d{6}Z/#, with: "TIME")
      .replacing(#/\d{4}-\d\d-\d\dT\d{6}\.\d{3}/#, with: "TIME")
      .replacing(#/[0-9a-f]{32}:\d+/#, with: "VERSION")
      .replacing(#/notes-[0-9a-f]{16}/#, with: "notes-HASH")
      .replacing(#/commonplace \([^)]*\)/#, with: "commonplace (HOST)")
  }
}
