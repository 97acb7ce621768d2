import Foundation
import MiniMarkdown
import NoteGenerator
import Notebook

/// The generated notebooks, each created on demand and kept for later runs.
final class Notebooks {
  private static let folder = ".tools/notebooks"
  private let seed: UInt64
  private var readers: [String: SQLiteConnection] = [:]

  init(seed: UInt64) { self.seed = seed }

  func path(noteCount: Int) throws -> String {
    let name = "\(noteCount)-seed\(seed)-version\(GeneratedNotebook.version).libnotes"
    let path = "\(Self.folder)/\(name)"
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.createDirectory(
        atPath: Self.folder, withIntermediateDirectories: true)
      try NotebookMaker.make(at: path, seed: seed, noteCount: noteCount)
    }
    return path
  }

  /// Returns the path of a reviewed notebook with at least `promptCount` prompts.
  func path(promptCount: Int) throws -> String {
    let version = "\(GeneratedNotebook.version).\(GeneratedReviews.version)"
    let name = "\(promptCount)-prompts-seed\(seed)-version\(version).libnotes"
    let path = "\(Self.folder)/\(name)"
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.createDirectory(
        atPath: Self.folder, withIntermediateDirectories: true)
      try NotebookMaker.make(
        at: path, seed: seed, noteCount: noteCount(promptCount: promptCount),
        reviews: GeneratedReviews(seed: seed))
    }
    return path
  }

  /// Returns the number of notes needed for this many prompts. The text of a note does not depend
  /// on the number of notes.
  private func noteCount(promptCount: Int) -> Int {
    let notebook = GeneratedNotebook(seed: seed, noteCount: promptCount)
    var (notes, prompts) = (0, 0)
    while prompts < promptCount {
      let content = NoteContent(text: notebook.note(notes).text)
      prompts += content.promptCollections.reduce(0) { $0 + $1.promptCount }
      notes += 1
    }
    return notes
  }

  /// Returns the path of a notebook with this many hashtags, a hundred per note.
  func path(tagCount: Int) throws -> String {
    let path = "\(Self.folder)/\(tagCount)-tags.libnotes"
    guard !FileManager.default.fileExists(atPath: path) else { return path }
    try FileManager.default.createDirectory(
      atPath: Self.folder, withIntermediateDirectories: true)
    let notes = stride(from: 0, to: tagCount, by: 100).map { start in
      "# Note \(start)\n\n"
        + (start..<min(tagCount, start + 100)).map { "#tag\($0)" }.joined(separator: " ") + "\n"
    }
    let temporary = path + ".part"
    try? FileManager.default.removeItem(atPath: temporary)
    try Notebook.create(at: temporary, notes: notes)
    try FileManager.default.moveItem(atPath: temporary, toPath: path)
    return path
  }

  /// Returns a plain SQLite connection to the notebook at `path`, with the pragmas of the
  /// notebook's connection.
  func reader(_ path: String) throws -> SQLiteConnection {
    if let reader = readers[path] { return reader }
    let reader = try SQLiteConnection(path: path, readOnly: true)
    try reader.execute(
      "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    readers[path] = reader
    return reader
  }

  func count(_ fts5: String, in path: String) throws -> Int {
    let statement = try reader(path)
      .prepare("SELECT count(*) FROM entryFullText WHERE entryFullText MATCH ?")
    var count = 0
    try statement.run([.text(fts5)]) { count = Int($0.integer(0)) }
    return count
  }

  /// Returns a word that occurs in about `noteCount` texts of the notebook at `path`: the closest
  /// of a few hundred near the right rank.
  func word(inAbout noteCount: Int, of path: String) throws -> String {
    func distance(_ rank: Int) throws -> Int {
      abs(try count("\"\(GeneratedNotebook.word(rank: rank))\"", in: path) - noteCount)
    }
    // Frequencies mostly decrease with the rank, so a binary search is close enough.
    var ranks = 0..<50_000
    while ranks.count > 300 {
      let middle = ranks.lowerBound + ranks.count / 2
      let word = GeneratedNotebook.word(rank: middle)
      let isLater = try count("\"\(word)\"", in: path) > noteCount
      ranks = isLater ? middle..<ranks.upperBound : ranks.lowerBound..<middle
    }
    let near = max(0, ranks.lowerBound - 200)..<min(50_000, ranks.upperBound + 200)
    let best = try near.map { (rank: $0, distance: try distance($0)) }
      .min { $0.distance < $1.distance }
    return GeneratedNotebook.word(rank: best?.rank ?? 0)
  }
}
