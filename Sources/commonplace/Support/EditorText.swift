import Foundation
import JSON
import Notebook
import NotebookFile

/// A text in the user's editor: a file in the state folder, which is kept until it is saved. Only
/// its user can read it.
///
///     STATE/editing/NAME/note.md    the text, which the editor writes
///     STATE/editing/NAME/before.md  the text at the start of editing
///     STATE/editing/NAME/origin     the notebook, and what the text is (JSON)
///     STATE/editing/NAME/lock       held by the command that waits for the editor
///     STATE/editing/NAME/named      exists if a command named the text on a terminal
final class EditorText {
  /// The kind of a text and its note, so that a later command can save the text.
  enum Origin: Equatable {
    /// The text of a note, based on this version.
    case note(String, version: String)
    case newNote
    case paragraph(of: String)
    case book(of: String)
  }

  private let folder: String
  private let notebook: String
  private let lock: FileLock

  var path: String { folder + "/note.md" }

  private init(folder: String, notebook: String) throws {
    (self.folder, self.notebook) = (folder, notebook)
    lock = try FileLock(path: folder + "/lock", patience: .zero)
  }

  static func begin(
    _ text: String, as origin: Origin, in notebook: Notebook
  ) throws(CommandFailure) -> EditorText {
    let name = String(UInt64.random(in: 0 ... .max), radix: 16)
    let folder = Self.folder(of: notebook) + "/" + name
    do {
      try SystemCall.makeFolder(folder)
      let file = try EditorText(folder: folder, notebook: Self.name(of: notebook))
      try file.begin(again: text, as: origin)
      try Self.write(text, to: file.path)
      return file
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      let reason = (error as? SystemError)?.reason ?? "the system refuses it"
      throw CommandFailure(
        .inputOutput, "cannot write to \(folder): \(reason)",
        "check its free space and permissions")
    }
  }

  /// Replaces the original text and origin. From then on, the text is unsaved only if it differs
  /// from `text`.
  func begin(again text: String, as origin: Origin) throws {
    var object = origin.json
    object["notebook"] = notebook.json
    for (name, content) in [("before.md", text), ("origin", JSONValue.object(object).line)] {
      let path = folder + "/" + name
      try SystemCall.unlink(path + ".new")
      try Self.write(content, to: path + ".new")
      try SystemCall.rename(path + ".new", to: path)
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private static func write(_ text: String, to path: String) throws {
    try SystemCall.makeFile(path)
    try SystemCall.withFile(path, O_WRONLY | O_NOFOLLOW) { file in
      try SystemCall.write(Array(text.utf8), at: 0, to: file)
    }
  }

  private static func folder(of notebook: Notebook) -> String { notebook.state.path + "/editing" }

  /// The path of the notebook, as stored in `origin`.
  private static func name(of notebook: Notebook) -> String {
    NotebookPaths(path: notebook.path, state: notebook.state).target
  }
}

// MARK: Texts that are left

extension EditorText {
  /// A text that an editor changed and that no command saved, although its command has ended.
  struct Left {
    var path: String
    var origin: Origin
    var written: Date
    /// The text at the start of editing; nil if it cannot be read.
    var before: String?
    /// Holds the lock, so that no other command saves the text.
    let file: EditorText

    /// A description of the text for people, such as `of a new note, from 2026-11-21T18:30:05`.
    var words: String {
      let what =
        switch origin {
        case .note(let id, _): "of the note \(id.prefix(8).description.terminalSafeLine)"
        case .newNote: "of a new note"
        case .paragraph(let id): "for the note \(id.prefix(8).description.terminalSafeLine)"
        case .book(let id): "for the book of the note \(id.prefix(8).description.terminalSafeLine)"
        }
      return "\(what), from \(written.local())"
    }

    private var folder: URL { URL(filePath: path).deletingLastPathComponent() }

    private var mark: String { folder.appending(path: "named").path(percentEncoded: false) }

    var isNamed: Bool { (try? SystemCall.status(mark)) != nil }

    func setNamed() { _ = try? SystemCall.makeFile(mark) }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  private static let mostFolders = 1000
  /// Maximum number of bytes read; a longer text counts as changed.
  private static let mostBytes = 64 << 20
  /// Time to keep an unchanged file, in seconds: an editor may still have it open after its command
  /// ended.
  private static let unchangedLife: TimeInterval = 24 * 3600
  private static let ownNames: Set = ["note.md", "before.md", "origin", "lock", "named"]

  /// Returns the unsaved texts of a notebook, oldest first, from at most `mostFolders` folders.
  /// Removes old unchanged files.
  static func left(in notebook: Notebook, now: Date = Date()) -> [Left] {
    let (folder, name) = (folder(of: notebook), name(of: notebook))
    return ((try? SystemCall.names(in: folder)) ?? []).sorted().prefix(mostFolders)
      .compactMap { left(in: folder + "/" + $0, of: name, now) }
      .sorted { ($0.written, $0.path) < ($1.written, $1.path) }
  }

  private static func left(in folder: String, of notebook: String, _ now: Date) -> Left? {
    let path = folder + "/note.md"
    guard let status = try? SystemCall.status(path), status.st_mode & S_IFMT == S_IFREG,
      let data = try? SystemCall.read(folder + "/origin", most: 1 << 16, followsLinks: false),
      let json = try? JSONValue(parsing: Array(data)), json["notebook"]?.string == notebook,
      let origin = Origin(json),
      // Fails while another command holds the lock, for example to wait for the editor.
      let file = try? EditorText(folder: folder, notebook: notebook)
    else { return nil }
    let age = now.age(ofFileTime: FileIdentity(status).modified)
    let text = try? SystemCall.read(path, most: mostBytes, followsLinks: false)
    let before = try? SystemCall.read(
      folder + "/before.md", most: mostBytes, followsLinks: false)
    let left = Left(
      path: path, origin: origin, written: now.addingTimeInterval(-age),
      before: before.map { String(decoding: $0, as: UTF8.self) }, file: file)
    guard let text, let before else { return left }
    let outcome = NoteEditor.outcome(
      of: String(decoding: text, as: UTF8.self), from: String(decoding: before, as: UTF8.self))
    if outcome == .edited { return left }
    // Other files in the folder, such as an editor's swap file, may contain what the user typed.
    let names = Set((try? SystemCall.names(in: folder)) ?? ["?"])
    if age > unchangedLife, names.isSubset(of: ownNames) { left.remove() }
    return nil
  }
}

extension EditorText.Origin {
  fileprivate var json: JSONObject {
    switch self {
    case .note(let id, let version): ["is": "note", "note": id.json, "version": version.json]
    case .newNote: ["is": "new"]
    case .paragraph(let id): ["is": "paragraph", "note": id.json]
    case .book(let id): ["is": "book", "note": id.json]
    }
  }

  fileprivate init?(_ json: JSONValue) {
    let note = json["note"]?.string
    switch (json["is"]?.string, note) {
    case ("note", let note?): self = .note(note, version: json["version"]?.string ?? "")
    case ("new", _): self = .newNote
    case ("paragraph", let note?): self = .paragraph(of: note)
    case ("book", let note?): self = .book(of: note)
    default: return nil
    }
  }
}
