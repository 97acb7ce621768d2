import ArgumentParser
import Base
import Foundation
import Notebook
import NotebookFile
import NotebookIndex
import Quoting
import UserSettings

/// Words of the notebook that shells complete: titles, IDs and hashtags.
///
/// A shell runs this program for each Tab, with the words typed so far. The program prints only
/// candidates, and nothing if the notebook cannot be opened.
enum NotebookCompletion {
  static let note = kind { notes(in: $0.notebook, typed: $0.typed) { !$0.isTrashed } }
  static let trashedNote = kind { notes(in: $0.notebook, typed: $0.typed, where: \.isTrashed) }
  static let anyNote = kind { notes(in: $0.notebook, typed: $0.typed) { _ in true } }
  /// A hashtag. Without `#` if none was typed: shells read it as the start of a comment.
  static let tag = kind { request in
    tags(in: request.notebook).map { tag in
      Candidate(request.typed.hasPrefix("#") ? tag : String(tag.dropFirst()))
    }
  }
  static let tagChange = kind { request in
    let sign = request.typed.hasPrefix("-") ? "-" : "+"
    return tags(in: request.notebook).filter { !$0.contains(where: \.isWhitespace) }
      .map { Candidate(sign + $0.dropFirst()) }
  }
  static let query = kind { request in
    tags(in: request.notebook).map { Candidate($0.contains(" ") ? "#\"\($0.dropFirst())\"" : $0) }
      + filters.map { Candidate($0) }
  }

  private static let filters = [
    "in:title", "is:quote", "is:cloze", "is:question", "section:read", "section:reading",
    "section:want", "author:", "rating:", "read:", "isbn:", "after:", "before:",
    "links-to:", "linked-from:", "orphan:", "unlinked:",
  ]

  /// Maximum number of candidates; a longer list would not help the user.
  private static let most = 5000

  // MARK: Candidates

  private static func notes(
    in notebook: Notebook, typed: String, where isWanted: (NoteSummary) -> Bool
  ) -> [Candidate] {
    let notes = (try? notebook.titles.notes(perhapsCalled: typed)) ?? []
    let isID = !typed.isEmpty && typed.allSatisfy { $0.isHexDigit || $0 == "-" }
    var seen: Set<String> = []
    var candidates: [Candidate] = []
    for note in notes where isWanted(note) {
      let id = typed.count > 8 ? note.id : String(note.id.prefix(8))
      if isID, NoteLookup.isPrefix(typed, of: note.id) {
        candidates.append(Candidate(id.terminalSafeLine, about: note.title.listed))
      }
      let title = Candidate(note.title)
      guard title.isSafe(in: CompletionShell.requesting), note.title.utf8.first != UInt8(ascii: "-")
      else {
        candidates.append(Candidate(id.terminalSafeLine, about: note.title.listed))
        continue
      }
      if seen.insert(note.title).inserted { candidates.append(title) }
    }
    return candidates
  }

  /// The hashtags, each with `#`.
  private static func tags(in notebook: Notebook) -> [String] {
    ((try? notebook.tags.all()) ?? []).map(\.tag)
  }

  struct Candidate: Equatable {
    var word: String
    var about: String

    init(_ word: String, about: String = "") { (self.word, self.about) = (word, about) }

    /// Whether `shell` inserts the word as one word with this meaning. False for words of 1000
    /// bytes or more, for words with characters that control terminals, and for words that bash may
    /// expand in the command line.
    func isSafe(in shell: CompletionShell?) -> Bool {
      word.terminalSafeLine.hasBytes(of: word) && word.utf8.count < 1000
        && !(shell == .bash && word.hasByte(of: "$`~"))
    }

    func line(for shell: CompletionShell?) -> String {
      let shells: [CompletionShell: Shell] = [.bash: .bash, .zsh: .zsh, .fish: .fish]
      return word.completionLine(for: shell.flatMap { shells[$0] }, about: about.terminalSafeLine)
    }
  }

  // MARK: Shells

  private struct Request {
    var notebook: Notebook
    /// The start of the word, without the shell's quoting.
    var typed: String
  }

  private static func kind(
    _ candidates: @escaping @Sendable (Request) -> [Candidate]
  ) -> CompletionKind {
    .custom { words, index, prefix in
      let word = words.indices.contains(index) ? words[index] : prefix
      guard let notebook = notebook(named: words) else { return [] }
      let request = Request(notebook: notebook, typed: word.shellUnquoted)
      let shell = CompletionShell.requesting
      return candidates(request).filter { $0.isSafe(in: shell) && $0.mayFollow(request.typed) }
        .prefix(most).map { $0.line(for: shell) }
    }
  }

  /// Opens the notebook that `--notebook` names in a command line, or else the one that a command
  /// without it uses. Nil if it cannot be opened.
  private static func notebook(named words: [String]) -> Notebook? {
    var path: String?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--notebook" { path = next.shellUnquoted }
      if word.hasPrefix("--notebook=") { path = String(word.dropFirst(11)).shellUnquoted }
    }
    let environment = ProcessInfo.processInfo.environment
    let location = NotebookLocation.resolve(
      explicit: path.map { NSString(string: $0).expandingTildeInPath },
      environment: environment,
      // Not `CommandSettings`, which prints the mistakes in the file.
      configured: SettingsFile(environment: environment).settings().notebook,
      directory: FileManager.default.currentDirectoryPath)
    return try? Notebook.open(location)
  }
}

extension NotebookCompletion.Candidate {
  /// Whether some shell would offer the candidate after `typed`: zsh and fish also match inside
  /// words.
  fileprivate func mayFollow(_ typed: String) -> Bool {
    typed.isEmpty || word.range(of: typed, options: [.caseInsensitive]) != nil
  }
}
