import Foundation
import Notebook
import Terminal

/// The user's editor, in which a text is changed in the middle of something else.
struct NoteEditor {
  /// The shell command.
  let command: String
  /// Gives the terminal to it while it runs.
  let around: (_ body: () -> Int32?) -> Int32?

  /// `$VISUAL`, then `$EDITOR`, then vi.
  init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    around: @escaping (_ body: () -> Int32?) -> Int32? = { $0() }
  ) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first {
      !$0.allSatisfy(\.isWhitespace)
    }
    command = named ?? "vi"
    self.around = around
  }

  /// The result of an editing.
  enum Outcome: Equatable {
    /// The text was given to the caller.
    case edited
    /// The text is as it was, but for a line end after it, which most editors add.
    case unchanged
    /// Nothing is left but white space.
    case emptied
  }

  /// The reason why an editor may not have done its work.
  enum Fault: Equatable {
    case cannotRun(String)
    /// With a status other than 0.
    case ended(Int32)

    var sentence: String {
      switch self {
      case .cannotRun(let command):
        "The editor “\(command)” cannot be run: set $VISUAL or $EDITOR to one that can."
      case .ended(let status): "The editor ended with \(status)."
      }
    }
  }

  /// Opens `text` in the editor at a line, from 1. Gives the edited text to `save`, unless it is
  /// unchanged or empty. There is a `fault` if the editor did not run or did not end well.
  ///
  /// The text is in a separate file, in a folder that only its user may read. A text that cannot be
  /// saved stays there, and the error says where.
  func edit(
    _ text: String, line: Int = 1, save: (String) throws -> Void
  ) throws(CommandFailure) -> (outcome: Outcome, fault: Fault?) {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "commonplace-\(UInt64.random(in: 0 ... .max))")
    let file = folder.appending(path: "note.md")
    let path = file.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: file, options: .withoutOverwriting)
    } catch {
      throw CommandFailure(
        .inputOutput, "the note cannot be written to \(path)", "check $TMPDIR and its free space")
    }
    let status = run(path, line)
    guard FileManager.default.fileExists(atPath: path) else {
      try? FileManager.default.removeItem(at: folder)
      throw CommandFailure(
        .inputOutput, "the file with the text is gone", "nothing was changed")
    }
    do {
      let edited = try TextInput.text(at: path)
      let outcome = Self.outcome(of: edited, from: text.withoutByteOrderMark)
      if outcome == .edited { try save(edited) }
      try? FileManager.default.removeItem(at: folder)
      return (outcome, fault(status))
    } catch {
      var failure = CommandFailure(error)
      failure.advice += ". Your text is in \(path)"
      throw failure
    }
  }

  /// Opens the file at `path`; nil if the editor did its work.
  func open(_ path: String) -> Fault? {
    fault(run(path, 1))
  }

  private func run(_ path: String, _ line: Int) -> Int32? {
    ProgressLine.shared.paused {
      around { ChildProgram.run(command, Self.arguments(of: command, path, line)) }
    }
  }

  private static func outcome(of text: String, from former: String) -> Outcome {
    // Byte for byte: to Swift, a letter with its accent and both apart are the same.
    let isSame = [former, former + "\n"].contains { $0.utf8.elementsEqual(text.utf8) }
    return isSame ? .unchanged : text.allSatisfy(\.isWhitespace) ? .emptied : .edited
  }

  /// The meaning of the status with which the editor ended; nil of success.
  private func fault(_ status: Int32?) -> Fault? {
    // As shells say that a command cannot be run, or is not there.
    guard let status, ![126, 127].contains(status) else { return .cannotRun(command) }
    return status == 0 ? nil : .ended(status)
  }

  /// The arguments that make the editor begin at a line; none for an unknown editor.
  static func arguments(of command: String, _ path: String, _ line: Int) -> [String] {
    let program = command.split(separator: " ").first.map(String.init) ?? ""
    switch URL(filePath: program).lastPathComponent {
    case "vi", "vim", "nvim", "view", "gvim", "nano", "pico", "emacs", "emacsclient", "micro",
      "kak",
      "joe", "jed", "mg", "ne", "mcedit", "ed", "ex", "vis", "zile", "gedit", "kate":
      return ["+\(line)", path]
    case "code", "codium", "code-insiders": return ["--goto", "\(path):\(line)"]
    case "hx", "helix", "subl", "zed": return ["\(path):\(line)"]
    default: return [path]
    }
  }
}

// MARK: Notes

extension NoteEditor {
  /// The result of editing a note.
  enum NoteOutcome: Equatable {
    case saved
    /// The note was changed by others meanwhile, in other lines: it has both changes.
    case merged
    /// The note was changed by others meanwhile: both texts are kept, and it is in conflict.
    case inConflict
    case unchanged, emptied
  }

  /// Opens a note and saves its edited text over the version that was opened, and no other.
  func edit(
    _ note: VersionedText, line: Int = 1, in notebook: Notebook
  ) throws(CommandFailure) -> (outcome: NoteOutcome, fault: Fault?) {
    var outcome = NoteOutcome.saved
    let result = try edit(note.text, line: line) { text in
      // With what other devices wrote meanwhile.
      _ = try? notebook.refresh()
      let saved = try notebook.saveKeepingOthers(text: text, note: note.id, base: note.version)
      if saved.isInConflict { outcome = .inConflict }
      if saved.other == .merged { outcome = .merged }
    }
    switch result.outcome {
    case .edited: break
    case .unchanged: outcome = .unchanged
    case .emptied: outcome = .emptied
    }
    return (outcome, result.fault)
  }
}

extension CommandFailure {
  /// The problem and the remedy, as a sentence on a screen.
  var sentence: String { "\(problem.prefix(1).uppercased() + problem.dropFirst()): \(advice)." }
}
