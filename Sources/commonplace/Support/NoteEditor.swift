import Foundation
import Notebook
import Terminal

/// The user's editor, in which a text is changed in the middle of something else.
struct NoteEditor {
  /// The shell command.
  let command: String
  /// Gives the terminal to it while it runs.
  let around: (_ body: () -> ChildProgram.End) -> ChildProgram.End

  /// `$VISUAL`, then `$EDITOR`, then vi.
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
    /// It goes on after a signal to end; later texts are in this file.
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

  /// Opens `text` in the editor at a line, from 1. Gives the edited text to `save`, unless it is
  /// unchanged or empty; `save` returns what a later text in the same file would be. There is a `fault` if
  /// the editor did not run or did not end well.
  ///
  /// The text is in a separate file in the state folder. A signal to end saves what the file has. A text
  /// that cannot be saved stays there, and the error says where.
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

  /// Saves what the editor wrote to the file. After a signal the editor `mayGoOn`, though the shell in which
  /// it runs ended, and write again: then the file stays, as one that is not changed.
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

  /// Opens the file at `path`; nil if the editor did its work.
  func open(_ path: String) -> Fault? {
    let status = ProgressLine.shared.paused {
      ChildProgram.run(command, Self.arguments(of: command, path, 1))
    }
    return fault(status)
  }

  /// The outcome of a text that was `former` before.
  static func outcome(of text: String, from former: String) -> Outcome {
    // Byte for byte: to Swift, a letter with its accent and both apart are the same.
    let isSame = [former, former + "\n"].contains { $0.utf8.elementsEqual(text.utf8) }
    return isSame ? .unchanged : text.allSatisfy(\.isWhitespace) ? .emptied : .edited
  }

  private func fault(_ end: ChildProgram.End, _ file: EditorText) -> Fault? {
    switch end {
    case .ended(let status): fault(status)
    case .goesOn: .goesOn(file.path)
    }
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
    let origin = EditorText.Origin.note(note.id, version: note.version)
    let result = try edit(note.text, line: line, as: origin, in: notebook) { text in
      // With what other devices wrote meanwhile.
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
  /// The problem and the remedy, as a sentence on a screen.
  var sentence: String { "\(problem.prefix(1).uppercased() + problem.dropFirst()): \(advice)." }
}
