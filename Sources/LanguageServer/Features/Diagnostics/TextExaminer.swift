import Foundation
package import Notebook
package import NotebookFile
package import UserSettings
import LanguageServerProtocol
import MiniMarkdown
import PackratParsing

/// Finds in stored texts and in files what an editor says about them, for the command line.
package struct TextExaminer {
  /// A diagnostic, and its place as people count: from 1, columns in characters.
  package struct Finding: Sendable, Equatable {
    package let line: Int
    package let column: Int
    /// `error`, `warning`, `information` or `hint`.
    package let severity: String
    package let code: String
    package let message: String
  }

  private let notebook: Notebook?
  private let mirrors = Mirrors()
  private let settings: Settings
  private var index: NotebookIndex?
  private var conflicts: [String: NoteConflict]?
  private var isWrittenByApp: Bool?

  /// Compares texts with the notes of `notebook`, if there is one. `settings` say which codes are
  /// unwanted, and whether hints about weak cards are wanted.
  package init(_ notebook: Notebook?, settings: Settings) {
    (self.notebook, self.settings) = (notebook, settings)
  }

  /// The note that a file is, in a mirror of the notebook. Returns nil if it is in none. `path` is
  /// absolute. Cost: the first time that of finding the mirrors.
  package func note(ofFile path: String) throws(NotebookError) -> NoteSummary? {
    guard let notebook else { return nil }
    mirrors.find(of: notebook)
    let name = DocumentURI(URL(filePath: path, directoryHint: .notDirectory).absoluteString)
    guard let id = mirrors.note(of: name) else { return nil }
    return try notebook.summary(of: id)
  }

  /// The findings in `text`, in order: of the note `id`, or of a file. Cost: a parse; with the first text
  /// that needs it, linear in the notebook.
  package mutating func findings(
    in text: String, note id: String?, hasBook: Bool
  ) throws(NotebookError) -> [Finding] {
    guard
      let analysis = TextAnalysis(
        stored: text, in: id == nil ? .file : .note, withCardQuality: settings.showsCardQuality,
        encoding: .utf32, while: { true })
    else { return [] }
    let references = analysis.references
    if index == nil, !references.questions.isEmpty || !references.hashtags.isEmpty, let notebook {
      index = try NotebookIndex(notebook, updating: nil, encoding: .utf32)
    }
    var images: Set<String>?
    if let id, let notebook {
      if analysis.hasStoredImages { images = try notebook.imageKeys(of: [id])[id] }
      if conflicts == nil {
        conflicts = Dictionary(
          try notebook.conflicts().map { ($0.note, $0) }, uniquingKeysWith: { first, _ in first })
        isWrittenByApp = try notebook.isWrittenByApp()
      }
    }
    let request = DiagnosticRequest(
      uri: "", note: id, analysis: analysis, index: index, images: images,
      conflict: id.flatMap { conflicts?[$0] },
      capabilities: ClientCapabilities().textDocument.publishDiagnostics, openURIs: [:],
      names: NoteNames(mirrors: mirrors, knowsNotes: true),
      wantsCardQuality: settings.showsCardQuality, hasBook: hasBook,
      isWrittenByApp: isWrittenByApp ?? false)
    return request.all(except: settings.disabledDiagnostics).map { diagnostic in
      Finding(
        line: Int(diagnostic.range.start.line) + 1,
        column: Int(diagnostic.range.start.character) + 1,
        severity: diagnostic.severity.map { "\($0)" } ?? "information",
        code: diagnostic.code ?? "", message: diagnostic.message)
    }
  }
}
