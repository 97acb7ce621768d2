import Base
import Foundation
import Notebook
import NotebookFile

/// The bytes written until a saved word is in the published file. Uses the temporary folder: set
/// TMPDIR to measure another file system.
enum PublishingRows {
  static let all: [Row] = [
    Row(
      id: "publish-shared",
      name: "bytes written to publish a saved word, 500 MB, if files can share blocks",
      bar: .atMost(2, "MB")
    ) { measure($0, sharing: true) },
    Row(
      id: "publish-copied",
      name: "bytes written with a save each minute, if files cannot share blocks, against copying "
        + "for each save",
      bar: .atMost(0.1, "times")
    ) { measure($0, sharing: false) },
  ]

  private static func measure(_ bench: Bench, sharing: Bool) -> Figure {
    Figure.catching {
      let folder = NSTemporaryDirectory() + "commonplace-benchmark-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      guard (LastingDescriptor.forCloning(folder) != nil) == sharing else {
        return .skipped(
          "files \(sharing ? "cannot share" : "share") blocks in \(NSTemporaryDirectory())")
      }
      let path = folder + "/notes.libnotes"
      try FileManager.default.copyItem(
        atPath: bench.notebooks.path(noteCount: 100_000), toPath: path)
      let notebook = try Notebook.open(at: path, state: StateFolder(path: folder + "/state"))
      let ids = try notebook.notes.all().prefix(8).map(\.id)
      // Creates the working copy, and publishes for the first time.
      _ = try notebook.save(text: "# First\n", note: ids[0])
      try notebook.publish()
      let size = Double(FileIdentity(path: path)?.size ?? 0)
      guard let before = written else { return .skipped("only Linux has /proc/self/io") }
      var samples = Samples()
      for id in ids {
        _ = try notebook.save(text: "# A word\n\nAnother word.\n", note: id)
        samples.add(Stopwatch.time { try? notebook.publish() })
      }
      let bytes = Double((written ?? before) - before) / Double(ids.count)
      let detail =
        "\((bytes / 1e6).short) MB for a file of \((size / 1e6).short) MB, in "
        + samples.median.duration
      if sharing { return .value(bytes / 1e6, detail: detail) }
      // Saves during the pause after a publication are published together at its end. With a save
      // each minute, the bytes per save are divided by the minutes of the pause.
      _ = try notebook.save(text: "# Last\n", note: ids[0])
      let due = notebook.publicationIsDue ?? .now
      let seconds = ContinuousClock.now.duration(to: due).components.seconds
      return .value(
        bytes / size * 60 / Double(max(60, seconds)),
        detail: detail + ", once in \(seconds) s")
    }
  }

  /// The bytes that this process has written to disks; nil if the system does not count them.
  private static var written: Int? {
    let counts = try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)
    let line = counts?.split(separator: "\n").first { $0.hasPrefix("write_bytes: ") }
    return line.flatMap { Int($0.dropFirst("write_bytes: ".count)) }
  }
}
