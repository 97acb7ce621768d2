import Foundation
import Notebook
import Terminal

struct NoteEditor {
  let command: String
  /// Runs its argument with the terminal available to the editor.
  let around: (_ body: () -> ChildProgram.End) -> ChildProgram.End

  init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    around: @escaping (_ body: () -> ChildProgram.End) -> ChildProgram.End = { $0() }
  ) {
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first {
      !$0.allSatisfy(\.isWhitespace)
    }
    command = named ?? "vi"
    self.around = around
  }

  enum Outcome: Equatable {
    case edited
    /// The text is unchanged, except perhaps for an added final line end, which most editors write.
    case unchanged
    case emptied
  }

  /// The reason why the editor may not have finished its work.
  enum Fault: Equatable {
    case cannotRun(String)
    case ended(Int32)
    /// The editor still runs after a signal to end; later texts are in the file at this path.
    case goesOn(String)

    var sentence: String {
      switch self {
      case .cannotRun(let command):
        "Cannot run the editor “\(command)”: set $VISUAL or $EDITOR to another program."
      case .ended(let status): "The editor exited with status \(status)."
      case .goesOn(let path):
        "The editor is still open: what it writes from now on stays in \(path)."
      }
    }
  }

  /// Opens `text` in the editor at a line, from 1. Passes the edited text to `save`, unless it is
  /// unchanged or empty; `save` returns the origin of any later text in the same file. Returns a
  /// `fault` if the editor did not run, exited with an error, or is still open.
  ///
  /// The text is in a separate file in the state folder. After a signal to end, the file's current
  /// text is saved. If a text cannot be saved, the file is kept, and the error contains its path.
  func edit(
    _ text: String, line: Int = 1, as origin: EditorText.Origin, in notebook: Notebook,
    save: (String) throws -> EditorText.Origin
  ) throws(CommandFailure) -> (outcome: Outcome, fault: Fault?) {
    let result: Result<(outcome: Outcome, fault: Fault?), CommandFailure> = HeldSignals.hold {
      signals in
      Result { () throws(CommandFailure) in
        let file = try EditorText.begin(text, as: origin, in: notebook)
        let end = ProgressLine.shared.hidden {
          around {
            ChildProgram.run(
              command, Self.arguments(of: command, file.path, line), endedBy: signals)
          }
        }
        return try finish(file, text, end, mayGoOn: signals.number != nil, save)
      }
    }
    return try result.get()
  }

  /// Saves what the editor wrote to the file. After a signal, the shell may have ended while the
  /// editor is still open (`mayGoOn`) and may write again. Then the file is kept, with the saved
  /// text as its new original.
  private func finish(
    _ file: EditorText, _ text: String, _ end: ChildProgram.End, mayGoOn: Bool,
    _ save: (String) throws -> EditorText.Origin
  ) throws(CommandFailure) -> (outcome: Outcome, fault: Fault?) {
    guard FileManager.default.fileExists(atPath: file.path) else {
      file.remove()
      throw CommandFailure(
        .inputOutput, "the file with the text is gone", "nothing was changed")
    }
    do {
      let edited = try TextInput.text(at: file.path)
      let outcome = Self.outcome(of: edited, from: text.withoutByteOrderMark)
      if outcome == .edited {
        let origin = try save(edited)
        Interruption.correct("the text from your editor is saved")
        if mayGoOn { try file.begin(again: edited, as: origin) }
      }
      if !mayGoOn { file.remove() }
      return (outcome, fault(end, file))
    } catch {
      var failure = CommandFailure(error)
      failure.advice += ". Your text is in \(file.path)"
      throw failure
    }
  }

  /// Opens the file at `path` in the editor. Returns the fault; nil if the editor exited without an
  /// error.
  func open(_ path: String) -> Fault? {
    let status = ProgressLine.shared.paused {
      ChildProgram.run(command, Self.arguments(of: command, path, 1))
    }
    return fault(status)
  }

  static func outcome(of text: String, from former: String) -> Outcome {
    // Compares bytes: Swift treats precomposed and decomposed accents as equal.
    let isSame = [former, former + "\n"].contains { $0.utf8.elementsEqual(text.utf8) }
    return isSame ? .unchanged : text.allSatisfy(\.isWhitespace) ? .emptied : .edited
  }

  private func fault(_ end: ChildProgram.End, _ file: EditorText) -> Fault? {
    switch end {
    case .ended(let status): fault(status)
    case .goesOn: .goesOn(file.path)
    }
  }

  private func fault(_ status: Int32?) -> Fault? {
    // Shells exit with 126 or 127 if a command cannot be run or is missing.
    guard let status, ![126, 127].contains(status) else { return .cannotRun(command) }
    return status == 0 ? nil : .ended(status)
  }

  /// Returns the arguments that open a file at a line; only the path for an unknown editor.
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
  enum NoteOutcome: Equatable {
    case saved
    /// Another program or device changed other lines since the note was opened: both changes are
    /// saved.
    case merged
    /// Another program or device changed or deleted the note since it was opened: the edited text
    /// is kept, and the note is in conflict.
    case inConflict
    case unchanged, emptied
  }

  /// Opens a note in the editor, and saves the edited text as a change of the opened version.
  func edit(
    _ note: VersionedText, line: Int = 1, in notebook: Notebook
  ) throws(CommandFailure) -> (outcome: NoteOutcome, fault: Fault?) {
    var outcome = NoteOutcome.saved
    let origin = EditorText.Origin.note(note.id, version: note.version)
    let result = try edit(note.text, line: line, as: origin, in: notebook) { text in
      // Includes what other devices wrote since the note was opened.
      _ = try? notebook.refresh()
      let saved = try notebook.conflicts.saveKeepingOthers(
        text: text, note: note.id, base: note.version)
      if saved.isInConflict { outcome = .inConflict }
      if saved.other == .merged { outcome = .merged }
      return .note(note.id, version: saved.version)
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
  var sentence: String { "\(problem.prefix(1).uppercased() + problem.dropFirst()): \(advice)." }
}
