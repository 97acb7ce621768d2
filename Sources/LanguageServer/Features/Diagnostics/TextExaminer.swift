import Base
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

  /// A text to examine.
  package struct Subject: Sendable {
    package var text: String
    /// The id of the note that it is; nil for a file.
    package var note: String?
    /// Whether the note is about a book.
    package var hasBook: Bool

    package init(text: String, note: String?, hasBook: Bool) {
      (self.text, self.note, self.hasBook) = (text, note, hasBook)
    }
  }

  private let notebook: Notebook?
  private let mirrors = Mirrors()
  private let settings: Settings
  private var index: NotebookIndex?
  private var conflicts: [String: NoteConflict]?
  private var isWrittenByApp: Bool?
  private var links: [LinkName: LinkTarget] = [:]

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

  /// The findings in `text`, in order: of the note `id`, or of a file. Cost: as that of `findings(in:)`.
  package mutating func findings(
    in text: String, note id: String?, hasBook: Bool
  ) throws(NotebookError) -> [Finding] {
    try findings(in: [Subject(text: text, note: id, hasBook: hasBook)]).first ?? []
  }

  /// The findings in each of `texts`, in order. Cost: a parse of each, on all cores; with the first text
  /// that needs it, linear in the notebook.
  package mutating func findings(in texts: [Subject]) throws(NotebookError) -> [[Finding]] {
    let settings = settings
    let analyses = Parallel.map(texts) { subject in
      TextAnalysis(
        stored: subject.text, in: subject.note == nil ? .file : .note,
        withCardQuality: settings.showsCardQuality, encoding: .utf32, while: { true })
    }
    let images = try lookUp(zip(texts, analyses).map { ($0.note, $1) })
    let requests = zip(texts, analyses).map { subject, analysis in
      analysis.map { request(about: subject, $0, images: images) }
    }
    return Parallel.map(requests) { request in
      request?.all(except: settings.disabledDiagnostics).map(Finding.init) ?? []
    }
  }

  /// Looks up what the analyses of texts need of the notebook. Returns the keys of images by notes, of
  /// those that show some.
  private mutating func lookUp(
    _ analyses: [(note: String?, analysis: TextAnalysis?)]
  ) throws(NotebookError) -> [String: Set<String>] {
    guard let notebook else { return [:] }
    let needsIndex = analyses.contains { _, analysis in
      guard let references = analysis?.references else { return false }
      return !references.questions.isEmpty || !references.hashtags.isEmpty
    }
    if index == nil, needsIndex {
      index = try NotebookIndex(notebook, updating: nil, encoding: .utf32)
    }
    if conflicts == nil, analyses.contains(where: { $0.note != nil }) {
      conflicts = Dictionary(
        try notebook.conflicts().map { ($0.note, $0) }, uniquingKeysWith: { first, _ in first })
      isWrittenByApp = try notebook.isWrittenByApp()
    }
    var wanted: [LinkName: WantedLink] = [:]
    for link in analyses.lazy.compactMap({ $0.analysis?.references.links }).joined() {
      guard let link = WantedLink(link) else { continue }
      if !link.isMet(by: link.names.first.flatMap { links[$0] }) { wanted.add(link) }
    }
    if !wanted.isEmpty { links.merge(try notebook.targets(of: wanted)) { $1 } }
    let shown = analyses.compactMap { note, analysis in
      analysis?.hasStoredImages == true ? note : nil
    }
    return shown.isEmpty ? [:] : try notebook.imageKeys(of: shown)
  }

  private func request(
    about subject: Subject, _ analysis: TextAnalysis, images: [String: Set<String>]
  ) -> DiagnosticRequest {
    DiagnosticRequest(
      uri: "", note: subject.note, analysis: analysis, index: index,
      images: subject.note.flatMap { images[$0] }, links: links,
      conflict: subject.note.flatMap { conflicts?[$0] },
      capabilities: ClientCapabilities().textDocument.publishDiagnostics, openURIs: [:],
      names: NoteNames(mirrors: mirrors, knowsNotes: true),
      wantsCardQuality: settings.showsCardQuality, hasBook: subject.hasBook,
      isWrittenByApp: isWrittenByApp ?? false)
  }
}

extension TextExaminer.Finding {
  fileprivate init(_ diagnostic: Diagnostic) {
    self.init(
      line: Int(diagnostic.range.start.line) + 1,
      column: Int(diagnostic.range.start.character) + 1,
      severity: diagnostic.severity.map { "\($0)" } ?? "information",
      code: diagnostic.code ?? "", message: diagnostic.message)
  }
}
