import Foundation
import Notebook
import NotebookReview
import SpacedRepetition
import Terminal

/// The user's editor, in which a note is changed in the middle of something else.
struct NoteEditor {
  /// The shell command.
  let command: String
  /// Gives the terminal to it while it runs.
  let around: (_ body: () -> Int32?) -> Int32?

  /// `$VISUAL`, then `$EDITOR`, then vi.
  init(
    environment: [String: String], around: @escaping (_ body: () -> Int32?) -> Int32? = { $0() }
  ) {
    let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first {
      !$0.allSatisfy(\.isWhitespace)
    }
    command = named ?? "vi"
    self.around = around
  }

  /// Opens the note of a card at its line, and saves the edited text. Returns a message for the
  /// user, if there is one.
  ///
  /// The text is in a separate file, in a folder that only its user may read. A text that cannot be
  /// saved stays there.
  func edit(_ card: StoredCard, in notebook: Notebook) -> String? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "commonplace-\(UInt64.random(in: 0 ... .max))")
    let file = folder.appending(path: "note.md")
    let path = file.path(percentEncoded: false)
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data(card.text.utf8).write(to: file, options: .withoutOverwriting)
    } catch {
      return "The note cannot be written to \(path)."
    }
    let bytes = card.text.utf8.prefix(card.place?.lowerBound ?? 0)
    let line = bytes.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let status = around { ChildProgram.run(command, Self.arguments(of: command, path, line)) }
    guard FileManager.default.fileExists(atPath: path) else {
      try? FileManager.default.removeItem(at: folder)
      return "The file with the text is gone: nothing was changed."
    }
    do {
      let text = try GivenText.read(path)
      var said: String?
      if text.allSatisfy(\.isWhitespace) {
        said =
          "The text is empty: nothing was changed. “commonplace trash” removes notes."
      } else if text != card.text.withoutByteOrderMark {
        switch try notebook.save(text: text, note: card.prompt.note, base: card.version) {
        case .saved: said = "The note is saved."
        case .conflict:
          return "Nothing is saved: the note was changed elsewhere. Your text is in \(path)."
        }
      }
      try? FileManager.default.removeItem(at: folder)
      // As shells say that a command cannot be run, or is not there.
      guard let status, ![126, 127].contains(status) else {
        return "The editor “\(command)” cannot be run: set $VISUAL or $EDITOR to one that can. "
          + (said ?? "The note is unchanged.")
      }
      if status != 0 {
        return "The editor ended with \(status). \(said ?? "The note is unchanged.")"
      }
      return said
    } catch {
      return "\(CommandFailure(error).sentence) Your text is in \(path)."
    }
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

extension CommandFailure {
  /// The problem and the remedy, as a sentence on a screen.
  var sentence: String { "\(what.prefix(1).uppercased() + what.dropFirst()): \(advice)." }
}
