import Base
import Foundation
import LanguageServerProtocol
package import MiniMarkdown
import Mirror
package import Notebook
package import NotebookFile
import NotebookIndex
import PackratParsing
package import UserSettings

/// Finds the diagnostics that an editor shows, in stored texts and in files, for the command line.
package struct TextExaminer {
  /// A diagnostic with its position. Lines and columns count from 1, columns in Unicode scalars.
  package struct Finding: Sendable, Equatable {
    package let line: Int
    package let column: Int
    /// `warning`, `information` or `hint`.
    package let severity: String
    package let code: String
    package let message: String
  }

  package struct Subject: Sendable {
    package var text: String
    /// The ID of the text's note; nil for a file.
    package var note: String?
    package var hasBook: Bool
    /// The absolute path of the text's file, if any.
    package var file: String?

    package init(text: String, note: String?, hasBook: Bool, file: String? = nil) {
      (self.text, self.note, self.hasBook, self.file) = (text, note, hasBook, file)
    }
  }

  private let notebook: Notebook?
  /// The notebook's mirrors; nil until `note(ofFile:)` is called.
  private var mirrors: [NoteMirror]?
  private let settings: Settings
  private let fileKind: TextKind
  private var index: NotebookFacts?
  private var conflicts: [String: ConflictList]?
  private var isWrittenByApp: Bool?
  private var links: [[LinkName]: LinkTarget] = [:]

  /// Creates an examiner that compares texts with the notes of `notebook`, if there is one. Uses
  /// two of `settings`: the disabled codes, and whether hints about weak cards are requested.
  package init(_ notebook: Notebook?, settings: Settings, filesAs kind: TextKind = .file) {
    (self.notebook, self.settings, fileKind) = (notebook, settings, kind)
  }

  /// Returns the note of a file in a mirror of the notebook; nil if the file is not a mirrored
  /// note. `path` is absolute. Cost: the first call finds and loads the mirrors.
  package mutating func note(ofFile path: String) throws(NotebookError) -> NoteSummary? {
    guard let notebook else { return nil }
    if mirrors == nil {
      let found = NoteMirror.all(of: notebook)
      for mirror in found { mirror.load() }
      mirrors = found
    }
    guard let file = mirrorPath(ofFile: path), let id = file.mirror.note(ofFile: file.name)
    else { return nil }
    return try notebook.summary(of: id)
  }

  private func mirrorPath(ofFile path: String) -> MirrorPath? {
    guard let mirrors, !mirrors.isEmpty else { return nil }
    return MirrorPath(Array(path.utf8), in: mirrors)
  }

  private static func uri(_ path: String) -> String {
    URL(filePath: path, directoryHint: .notDirectory).absoluteString
  }

  package mutating func findings(
    in text: String, note id: String?, hasBook: Bool, file: String? = nil
  ) throws(NotebookError) -> [Finding] {
    try findings(in: [Subject(text: text, note: id, hasBook: hasBook, file: file)]).first ?? []
  }

  /// Returns the findings in each of `texts`, in order. Cost: a parse of each, on all cores; for
  /// the first text that needs the notebook's facts, linear in the notebook.
  package mutating func findings(in texts: [Subject]) throws(NotebookError) -> [[Finding]] {
    try examine(texts).map(\.findings)
  }

  /// Returns the notes outside the trash, the latest modified first, each with its findings; empty
  /// without a notebook. Cost: one pass over the texts, and a parse of each, on all cores; notes
  /// that repeat others' questions are examined twice.
  package mutating func findingsInAllNotes() throws(NotebookError) -> [(
    note: NoteSummary, findings: [Finding]
  )] {
    guard let notebook else { return [] }
    let notes = try notebook.notes.all()
    let tags = TagSpellings(of: notes)
    // Questions are compared after all notes are read.
    index = NotebookFacts(questions: QuestionIndex(), tags: tags, path: notebook.path)
    var findings = [[Finding]](repeating: [], count: notes.count)
    var questions: [QuestionIndex.Note] = []
    var done = 0
    func subject(_ noteIndex: Int, _ text: String) -> Subject {
      Subject(text: text, note: notes[noteIndex].id, hasBook: notes[noteIndex].book != nil)
    }
    try notebook.texts.forEach(of: notes.map(\.id)) { texts throws(NotebookError) in
      Work.step("Reading notes", done, of: notes.count)
      done += texts.count
      for ((noteIndex, _), examined) in zip(texts, try examine(texts.map(subject))) {
        findings[noteIndex] = examined.findings
        guard !examined.questions.isEmpty else { continue }
        var note = QuestionIndex.Note(
          id: notes[noteIndex].id, title: notes[noteIndex].title, version: "")
        note.questions = examined.questions
        questions.append(note)
      }
    }
    let asked = QuestionIndex(questions)
    index = NotebookFacts(questions: asked, tags: tags, path: notebook.path)
    let repeating = asked.notesThatRepeat
    let repeated = notes.indices.filter { repeating.contains(notes[$0].id) }
    for start in stride(from: 0, to: repeated.count, by: 256) {
      let some = repeated[start..<min(start + 256, repeated.count)]
      let texts = try notebook.texts.of(some.map { notes[$0].id })
      let examined = try examine(zip(some, texts).map { subject($0, $1.text) })
      for (noteIndex, examined) in zip(some, examined) { findings[noteIndex] = examined.findings }
    }
    return zip(notes, findings).map { ($0, $1) }
  }

  private typealias Examined = (findings: [Finding], questions: [(hash: Int, range: LSPRange)])

  private mutating func examine(_ texts: [Subject]) throws(NotebookError) -> [Examined] {
    let known = self
    // Most texts need no lookup; their analyses are not kept.
    let looks = Parallel.map(texts) { subject -> (examined: Examined, open: TextAnalysis?) in
      let analysis = TextAnalysis(
        examined: subject.text, in: subject.note == nil ? known.fileKind : .note, encoding: .utf32,
        while: { true })
      guard let analysis else { return (([], []), nil) }
      return known.knowsAll(about: subject, analysis)
        ? (known.examined(subject, analysis), nil) : (([], []), analysis)
    }
    var examined = looks.map(\.examined)
    let open = looks.indices.filter { looks[$0].open != nil }
    let images = try lookUp(open.map { (texts[$0].note, looks[$0].open) })
    for textIndex in open {
      if let analysis = looks[textIndex].open {
        examined[textIndex] = self.examined(texts[textIndex], analysis, images: images)
      }
    }
    return examined
  }

  /// Returns false if a text may need a lookup in the notebook.
  private func knowsAll(about subject: Subject, _ analysis: TextAnalysis) -> Bool {
    guard notebook != nil else { return true }
    let references = analysis.references
    return references.links.isEmpty && !analysis.hasStoredImages
      && (index != nil || references.questions.isEmpty && references.hashtags.isEmpty)
      && (conflicts != nil || subject.note == nil)
  }

  private func examined(
    _ subject: Subject, _ analysis: TextAnalysis, images: [String: Set<String>] = [:]
  ) -> Examined {
    let request = request(about: subject, analysis, images: images)
    let questions = analysis.references.questions.map {
      (hash: $0.text.hashValue, range: analysis.range(of: $0.range))
    }
    return (request.all(except: settings.disabledDiagnostics).map(Finding.init), questions)
  }

  /// Looks up what the analyzed texts need from the notebook. Returns the keys of stored images,
  /// for each note that shows some.
  private mutating func lookUp(
    _ analyses: [(note: String?, analysis: TextAnalysis?)]
  ) throws(NotebookError) -> [String: Set<String>] {
    guard let notebook, !analyses.isEmpty else { return [:] }
    let needsIndex = analyses.contains { _, analysis in
      guard let references = analysis?.references else { return false }
      return !references.questions.isEmpty || !references.hashtags.isEmpty
    }
    if index == nil, needsIndex {
      index = try NotebookFacts(notebook, updating: nil, encoding: .utf32)
    }
    if conflicts == nil, analyses.contains(where: { $0.note != nil }) {
      conflicts = try notebook.conflicts.lists()
      isWrittenByApp = try notebook.isWrittenByApp()
    }
    var wanted: [[LinkName]: WantedLink] = [:]
    for link in analyses.compactMap({ $0.analysis?.references.links }).joined() {
      guard let link = WantedLink(link) else { continue }
      if !link.isMet(by: links[link.names]) { wanted.add(link) }
    }
    if !wanted.isEmpty { links.merge(try notebook.links.targets(of: wanted)) { $1 } }
    let shown = analyses.compactMap { note, analysis in
      analysis?.hasStoredImages == true ? note : nil
    }
    return shown.isEmpty ? [:] : try notebook.images.keys(of: shown)
  }

  private func request(
    about subject: Subject, _ analysis: TextAnalysis, images: [String: Set<String>]
  ) -> DiagnosticRequest {
    DiagnosticRequest(
      uri: subject.file.map(Self.uri) ?? "", note: subject.note, analysis: analysis, index: index,
      images: subject.note.flatMap { images[$0] }, links: links,
      conflict: subject.note.flatMap { conflicts?[$0] },
      capabilities: ClientCapabilities().textDocument.publishDiagnostics,
      wantsCardQuality: settings.showsCardQuality, hasBook: subject.hasBook,
      isWrittenByApp: isWrittenByApp ?? false, names: names(of: subject))
  }

  /// Returns names without URIs of other notes, which findings do not contain.
  private func names(of subject: Subject) -> DiagnosticRequest.Names {
    DiagnosticRequest.Names(
      isEdited: true,
      otherTextOf: { [self] in
        subject.file.flatMap(mirrorPath(ofFile:)).flatMap { $0.mirror.note(ofOtherText: $0.name) }
      }, uri: { _, _, _ in "" })
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
