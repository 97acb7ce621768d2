import Base
import Foundation
import Notebook
import NotebookIndex
import Terminal

extension NotebookOptions {
  /// Returns the note that `reference` names. Throws if none matches. If several match, asks on a
  /// terminal, or throws if it cannot ask.
  ///
  /// With `isInTrash`, prefers notes in the trash.
  func find(
    _ reference: String, in notebook: Notebook, isInTrash: Bool = false
  ) throws -> NoteSummary {
    switch try notebook.titles.find(reference, isInTrash: isInTrash) {
    case .one(let note): return note
    case .none:
      let nearest = try notebook.notes.nearest(to: reference).map { "“\($0.title.listed)”" }
      throw CommandFailure(
        .nothingFound, "no note named “\(reference)”",
        (nearest.isEmpty ? "" : "similar titles: \(nearest.joined(separator: ", ")); ")
          + "“commonplace notes” lists all")
    case .ambiguous(let notes):
      return try NoteChoice(notes, in: notebook).ask(about: reference)
    }
  }
}

struct NoteChoice {
  private let notes: [NoteSummary]
  private let notebook: Notebook
  /// Maximum number of notes that are listed without fzf.
  private static let most = 20

  init(_ notes: [NoteSummary], in notebook: Notebook) {
    self.notes = notes
    self.notebook = notebook
  }

  /// Returns the note that the user chooses: with fzf if installed, otherwise by number. Throws if
  /// no note is chosen. Without a terminal, lists the notes and throws.
  func ask(about reference: String) throws -> NoteSummary {
    guard TerminalQuestion.isPossible else {
      for line in try lines(Self.most) { StandardError.write(line) }
      tellOthers()
      throw CommandFailure(
        .nothingFound, "“\(reference)” matches \(Counts.of(notes.count, "note"))",
        "give more of the title, or an ID")
    }
    let index = try Finder.path.map(indexFromFinder) ?? indexFromNumber()
    guard let index, notes.indices.contains(index) else {
      throw CommandFailure(
        .nothingFound, "no note was chosen", "give more of the title, or an ID")
    }
    return notes[index]
  }

  private func indexFromFinder(_ finder: String) throws -> Int? {
    Finder.choose(among: try lines(notes.count), with: finder)
  }

  private func indexFromNumber() throws -> Int? {
    let lines = try lines(Self.most)
    let width = "\(lines.count)".count
    for (index, line) in lines.enumerated() {
      let number = "\(index + 1)"
      StandardError.write(
        String(repeating: " ", count: width - number.count) + "\(number)  \(line)")
    }
    tellOthers()
    let answer = TerminalQuestion.ask("Choose a note (1–\(lines.count)): ")
    return answer.flatMap { Int($0) }.flatMap { (1...lines.count).contains($0) ? $0 - 1 : nil }
  }

  private func tellOthers() {
    guard notes.count > Self.most else { return }
    StandardError.write("… and \(notes.count - Self.most) more")
  }

  /// Returns a line for each of the first `count` notes: ID, day of the last change, title, book
  /// and first words.
  private func lines(_ count: Int) throws -> [String] {
    let shown = notes.prefix(count)
    let texts = try notebook.texts.of(shown.map(\.id))
    return zip(shown, texts).map { note, text in
      let words = text.text.firstWords(after: note.storedTitle)
      let day = note.modified.local().prefix(10)
      let mark = note.isTrashed ? "  (in the trash)" : ""
      let byline = note.book?.byline(besides: note.title) ?? ""
      let book = byline.isEmpty ? "" : "  \(byline)"
      return "\(note.id.prefix(8))  \(day)  \(note.title.listed)\(book)\(mark)".terminalSafeLine
        + (words.isEmpty ? "" : "  \(words.terminalSafeLine)")
    }
  }
}

extension String {
  /// Returns up to 40 characters of the first line that is not blank, the title, a heading with one
  /// `#`, or a list of hashtags.
  fileprivate func firstWords(after title: String) -> String {
    let lines = unicodeScalars.prefix(4000).split(separator: "\n").map { String($0) }
    let line = lines.first { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return !words.allSatisfy { $0.hasPrefix("#") } && !line.hasPrefix("# ")
        && line.trimmed != title.trimmed
    }
    let kept = (line ?? "").trimmed
    return kept.count > 40 ? kept.prefix(40) + "…" : kept
  }
}

enum TerminalQuestion {
  /// Whether a user can be asked: standard input and standard error are terminals. Standard output
  /// may be redirected.
  static var isPossible: Bool { isatty(0) == 1 && isatty(2) == 1 }

  /// Asks `question`, and returns the trimmed answer; nil at the end of input.
  static func ask(_ question: String) -> String? {
    ProgressLine.shared.paused {
      StandardError.show(question)
      return readLine()?.trimmed
    }
  }
}

private enum Finder {
  static var path: String? {
    Program.path(of: "fzf", in: ProcessInfo.processInfo.environment["PATH"])
  }

  /// Returns the index of the line that the user chose; nil if none was chosen, or if fzf failed.
  static func choose(among lines: [String], with path: String) -> Int? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "commonplace-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (list, choice) = (folder.appending(path: "list"), folder.appending(path: "choice"))
    let text = lines.enumerated().map { "\($0 + 1)\t\($1)\n" }.joined()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data(text.utf8).write(to: list)
    } catch {
      return nil
    }
    let files = [list, choice].map { $0.path(percentEncoded: false) }
    _ = ProgressLine.shared.paused {
      ChildProgram.run(
        "f() { \"$3\" --delimiter '\\t' --with-nth 2.. <\"$1\" >\"$2\"; }; f", files + [path])
    }
    let chosen = try? String(contentsOf: choice, encoding: .utf8)
    let number = chosen?.split(separator: "\t").first.flatMap { Int($0) }
    return number.flatMap { (1...max(1, lines.count)).contains($0) ? $0 - 1 : nil }
  }
}

enum Program {
  /// Returns the absolute path of `name` in the folders of `path`; nil if none has it.
  static func path(of name: String, in path: String?) -> String? {
    (path?.split(separator: ":") ?? []).lazy.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }
  }
}
