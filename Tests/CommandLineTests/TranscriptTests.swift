import Foundation
import Maintenance
import Notebook
import NotebookFile
import TestSupport
import Testing

/// `Transcripts/`: commands as they are typed, and their output, standard error included. Each file
/// is a session in a separate folder, which has a notebook `notes.libnotes` of the notes in
/// `notes/`. Parts that differ from run to run are shown by names: ID, TIME, DAY, FOLDER, VERSION,
/// HASH, HOST.
///
/// With `COMMONPLACE_REWRITE_EXAMPLES` set, the files are written again, to be read before they are
/// committed. Where the app's own code is at hand (`script/oracle`), it is asked about the notebooks
/// after each command.
@Suite struct TranscriptTests {
  static let folder = CommandSession.transcripts

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
    let session = try CommandSession()
    let oracle = AppOracle.isThere ? try AppOracle() : nil
    // The subject, up to the first command.
    let lines = transcript.split(separator: "\n", omittingEmptySubsequences: false)
    var replay = lines.prefix { $0.hasPrefix("# ") }.map { $0 + "\n" }.joined()
    for line in lines where line.hasPrefix("$ ") {
      replay += "\n\(line)\n" + session.transcript(of: String(line.dropFirst(2)))
      if let oracle { #expect(try session.faults(by: oracle) == [], "after \(line)") }
    }
    if Self.isRewriting {
      try replay.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(replay == transcript)
    }
  }
}

extension CommandSession {
  /// The faults that the app finds in notebooks in which we find none.
  fileprivate func faults(by oracle: AppOracle) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return try names.sorted().filter { $0.hasSuffix(".libnotes") }.flatMap { name in
      let file = path + "/" + name
      let checkup = try? Checkup.run(at: file, state: StateFolder(path: path + "/none"))
      guard let checkup, checkup.count(.damage) == 0 else { return [String]() }
      return try oracle.faults(of: file).map { "\(name): \($0)" }
    }
  }
}
